import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWN, runGit, type TestRepository } from "./repositories.ts";

export const AT = "2026-11-17T10:00:00Z";

export interface Trap {
  /** A program that leaves a file when it is started. */
  program: string;
  isSprung(): boolean;
}

export function makeTrap(folder: string): Trap {
  const [program, trace] = [join(folder, "trap"), join(folder, "sprung")];
  writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\nexit 1\n`);
  chmodSync(program, 0o755);
  return { program, isSprung: () => existsSync(trace) };
}

/** A commit with a signature, which only a program can check. */
export function signedCommit({ folder, git }: TestRepository, parent = ""): string {
  const time = `${Date.parse(AT) / 1000} +0000`;
  const header = [
    "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    ...(parent === "" ? [] : [`parent ${parent}`]),
    `author Kim <${OWN}> ${time}`,
    `committer Kim <${OWN}> ${time}`,
    "gpgsig -----BEGIN PGP SIGNATURE-----",
    " ",
    " iQ==",
    " -----END PGP SIGNATURE-----",
  ];
  const id = runGit(
    folder,
    ["hash-object", "-w", "-t", "commit", "--stdin"],
    {},
    `${header.join("\n")}\n\nSigned\n`,
  );
  git("update-ref", "refs/heads/main", id);
  return id;
}

/** A promisor remote, which git asks for a commit that is missing. */
function lacksCommit(made: TestRepository, config: Record<string, string>): void {
  made.git("config", "core.repositoryFormatVersion", "1");
  for (const [name, value] of Object.entries({ "extensions.partialClone": "origin", ...config }))
    made.git("config", name, value);
  made.git("config", "remote.origin.promisor", "true");
  signedCommit(made, "1".repeat(40));
}

/** Configurations that have git start a program, each with a command that would. */
export const TRAPS: [
  what: string,
  plain: string[],
  arrange: (made: TestRepository, program: string) => void,
][] = [
  [
    "gpg.program, by log.showSignature",
    ["log"],
    (made, program) => {
      made.git("config", "log.showSignature", "true");
      made.git("config", "gpg.program", program);
      signedCommit(made);
    },
  ],
  [
    "core.fsmonitor",
    ["status"],
    (made, program) => {
      made.git("config", "core.fsmonitor", program);
      signedCommit(made);
    },
  ],
  [
    "uploadpack of a promisor remote",
    ["log", "--all"],
    (made, program) =>
      lacksCommit(made, { "remote.origin.url": made.folder, "remote.origin.uploadpack": program }),
  ],
  [
    "a promisor remote of the protocol ext",
    ["log", "--all"],
    (made, program) =>
      lacksCommit(made, { "remote.origin.url": `ext::${program}`, "protocol.ext.allow": "always" }),
  ],
  [
    "core.sshCommand of a promisor remote",
    ["log", "--all"],
    (made, program) =>
      lacksCommit(made, { "remote.origin.url": "ssh://127.0.0.1/api", "core.sshCommand": program }),
  ],
  [
    "diff.external and a text conversion, by what attributes say",
    ["log", "-p", "--ext-diff", "--all"],
    (made, program) => {
      mkdirSync(join(made.folder, ".git/info"), { recursive: true });
      writeFileSync(join(made.folder, ".git/info/attributes"), "* diff=trap\n");
      for (const name of ["diff.external", "diff.trap.textconv", "diff.trap.command"])
        made.git("config", name, program);
      made.git("config", "log.diffMerges", "on");
      const blob = runGit(made.folder, ["hash-object", "-w", "--stdin"], {}, "text");
      const tree = runGit(made.folder, ["mktree"], {}, `100644 blob ${blob}\tfile\n`);
      const by = { NAME: "Kim", EMAIL: OWN, DATE: AT };
      const env = Object.entries(by).flatMap(([name, value]) =>
        ["AUTHOR", "COMMITTER"].map((who) => [`GIT_${who}_${name}`, value]),
      );
      made.branch(
        "main",
        runGit(made.folder, ["commit-tree", tree, "-m", "Signed"], Object.fromEntries(env)),
      );
    },
  ],
];
