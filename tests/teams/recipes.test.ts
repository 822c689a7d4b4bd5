import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { COMMAND } from "../helpers/command.ts";
import { containerInstructions, deploymentFile, manifest, readCompose } from "../helpers/deployment-files.ts";
import { type FencedBlock, fencedBlocks } from "../helpers/fenced-blocks.ts";
import { freePort } from "../helpers/free-port.ts";
import { READ } from "../helpers/raw-requests.ts";
import { ROOT } from "../helpers/root.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** The one who follows docs/teams.md, and another user of that machine. */
const OPERATOR = 20_002;
const OTHER = 20_003;

/** The users of the images: of deploy/Containerfile, and of HAProxy's and PostgreSQL's. */
const CONTAINER = Number(
  containerInstructions()
    .find(({ name }) => name === "USER")
    ?.value.split(":")[0],
);
const USERS: Record<string, number> = { proxy: 99, database: 999 };

const UMASKS = ["022", "077"];

/** The commands of docs/teams.md for a shell, in the section of this heading. */
function commandsOf(heading: string): FencedBlock[] {
  const blocks = fencedBlocks(deploymentFile("../docs/teams.md"));
  return blocks.filter(({ language, headings }) => language === "sh" && headings[2] === heading);
}

/** Runs a program as a user without rights and groups. */
function as(user: number, program: string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const ids = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  return spawnSync("setpriv", [...ids, ...program], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
}

/** A machine on which docs/teams.md is followed: its command, `sudo`, and a `docker` that notes what it is to run. */
function machine(umask: string) {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  cpSync(join(COMMAND, ".."), join(folder, "dist"), { recursive: true });
  const command = join(folder, "dist/tempofiller.cjs");
  // `env` runs a command as root here, for the operator's group alone.
  const bin = join(folder, "bin");
  mkdirSync(bin, { mode: 0o710 });
  chownSync(bin, 0, OPERATOR);
  copyFileSync("/usr/bin/env", join(bin, "sudo"));
  chmodSync(join(bin, "sudo"), 0o4755);
  const home = join(folder, "home");
  mkdirSync(home);
  chownSync(home, OPERATOR, OPERATOR);
  const noted = join(home, "docker");

  /** The lines that the operator types, in one shell. */
  const follow = (...lines: string[]) => {
    const script = [
      "set -e -o pipefail",
      `PATH=${bin}:$PATH`,
      `umask ${umask}`,
      `tempofiller() { '${process.execPath}' '${command}' "$@"; }`,
      // The key that a container prints is needed; another container is started below.
      `docker() { case "$*" in *" access-key "*) tempofiller access-key anna ;; *) printf '%s\\n' "$@" > '${noted}' ;; esac; }`,
      "mkdir team && cd team",
      ...lines,
    ].join("\n");
    const { status, stdout, stderr } = as(OPERATOR, ["bash", "--norc", "-c", script], home);
    expect({ status, stdout, stderr: stderr.replaceAll(/^[.+*\-\n]+$/gm, "").trim() }).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  };
  const work = join(home, "team");
  return {
    folder,
    command,
    work,
    follow,
    /** The arguments of the last `docker`. */
    docker: () => readFileSync(noted, "utf8").trimEnd().split("\n"),
    /** Every file with its owner and mode. */
    files: () =>
      Object.fromEntries(
        readdirSync(work, { recursive: true, encoding: "utf8" }).map((path) => {
          const { uid, mode } = statSync(join(work, path));
          const owner = { [OPERATOR]: "operator", [CONTAINER]: "container" }[uid] ?? uid;
          return [path, `${owner} ${(mode & 0o7777).toString(8)}`];
        }),
      ),
    /** The files that another user can read, or write, although they hold a key, a password or a URL with one. */
    open: () => {
      const { stdout } = as(
        OTHER,
        ["find", work, "-type", "f", "(", "-readable", "-o", "-writable", ")"],
        "/",
      );
      const secret = /tfk_|PRIVATE KEY|\b[\da-f]{48}\b/;
      return stdout.split("\n").filter((path) => path && secret.test(readFileSync(path, "utf8")));
    },
  };
}

/** Runs a program as the user of a container, for which files and folders are mounted as an engine does it. */
function inContainer(
  { user, group = user, groups = [] }: { user: number; group?: number; groups?: number[] },
  mounts: readonly { source: string; target: string; isReadOnly?: boolean }[],
  program: string[],
) {
  const lines = mounts.flatMap(({ source, target, isReadOnly }) => [
    `if [ -d '${source}' ]; then mkdir -p '${target}'; else mkdir -p "$(dirname '${target}')"; touch '${target}'; fi`,
    `mount --bind '${source}' '${target}'`,
    ...(isReadOnly ? [`mount -o remount,bind,ro '${target}'`] : []),
  ]);
  const given = groups.length > 0 ? `--groups=${groups.join(",")}` : "--clear-groups";
  const run = `exec setpriv --reuid=${user} --regid=${group} ${given} --no-new-privs "$@"`;
  const child = spawn("unshare", ["--mount", "sh", "-ec", [...lines, run].join("\n"), "sh", ...program], {
    env: { PATH: process.env.PATH },
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += String(chunk);
    });
  return { output: () => output, ended };
}

/** The options of a `docker run`, and what follows the image. */
function parseRun(args: readonly string[]) {
  const options: [string, string][] = [];
  let index = 1;
  for (; args[index]?.startsWith("--"); index += 1) {
    const option = args[index] ?? "";
    if (["--read-only", "--rm"].includes(option)) continue;
    index += 1;
    options.push([option, args[index] ?? ""]);
  }
  return {
    valuesOf: (wanted: string) => options.flatMap(([name, value]) => (name === wanted ? [value] : [])),
    rest: args.slice(index + 1),
  };
}

/** Only root can act as several users. */
describe.skipIf(process.getuid?.() !== 0)("docs/teams.md, followed as it is written,", () => {
  const [key, start, container] = commandsOf("One machine for a team");

  test.each(UMASKS)(
    "starts a container that lets Anna in, and keeps her key from others: umask %s",
    async (umask) => {
      const { folder, command, work, follow, docker, files, open } = machine(umask);
      const exported = start?.text.split("\n").filter((line) => line.startsWith("export ")) ?? [];
      follow(key?.text ?? "", ...exported, container?.text ?? "");
      expect(files()).toEqual({
        "anna.txt": "operator 600",
        "access-keys": "operator 600",
        keys: "operator 755",
        "keys/access-keys": "operator 644",
        state: "container 700",
      });
      expect(open()).toEqual([]);

      const { valuesOf, rest } = parseRun(docker());
      const root = join(folder, "root");
      const mounts = valuesOf("--volume").map((volume) => {
        const [source = "", target = "", mode] = volume.split(":");
        return { source: join(work, source), target: join(root, target), isReadOnly: mode === "ro" };
      });
      const settings = Object.fromEntries(
        [...exported.join(" ").matchAll(/(\w+)=(\S+)/g)].map(([, name, value = ""]) => [
          name,
          value.replace("your-site", "acme"),
        ]),
      );
      const [image = ""] = containerInstructions().flatMap(({ name, value }) =>
        name === "ENV" ? [value] : [],
      );
      const stateFolder = /TEMPO_STATE_DIR=(\S+)/.exec(image)?.[1] ?? "";
      const env = [
        `TEMPO_STATE_DIR=${join(root, stateFolder)}`,
        ...valuesOf("--env").map((it) =>
          it.includes("=") ? it.replace("=/", `=${root}/`) : `${it}=${settings[it]}`,
        ),
      ];
      expect(rest).toEqual([]);
      const port = await freePort();
      const server = ["env", "-i", ...env, process.execPath, command, "serve", "--http", `0.0.0.0:${port}`];
      const script = `touch "$1/written" && shift && exec "$@"`;
      const { output } = inContainer({ user: CONTAINER }, mounts, [
        "sh",
        "-ec",
        script,
        "sh",
        join(root, stateFolder),
        ...server,
      ]);
      await vi.waitFor(() => expect(output()).toContain("MCP is at"), { timeout: 20_000 });
      expect(output()).not.toContain('"level":"warn"');
      const [anna = ""] = readFileSync(join(work, "anna.txt"), "utf8").split("\n");
      const ask = async (authorization: string) => {
        const headers = {
          authorization,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "x-forwarded-for": "198.51.100.7",
        };
        const url = `http://127.0.0.1:${port}/mcp`;
        return (await fetch(url, { method: "POST", headers, body: JSON.stringify(READ) })).status;
      };
      expect([await ask(`Bearer ${anna}`), await ask("Bearer tfk_of-a-stranger")]).toEqual([200, 401]);
      expect(files()).toMatchObject({ "state/written": expect.stringMatching(/^container /) });
    },
  );

  test.each(UMASKS)(
    "gives the containers of compose what each reads, and others nothing: umask %s",
    async (umask) => {
      const { folder, work, follow, files, open } = machine(umask);
      const authority = join(folder, "authority");
      mkdirSync(authority);
      for (const name of ["tls.crt", "tls.key"]) {
        writeFileSync(join(authority, name), name === "tls.key" ? "-----BEGIN PRIVATE KEY-----" : "", {
          mode: 0o600,
        });
        chownSync(join(authority, name), OPERATOR, OPERATOR);
      }
      const clone = join(folder, "clone");
      cpSync(join(ROOT, "deploy"), clone, { recursive: true });
      const [secrets] = commandsOf("Two replicas with compose");
      follow(
        `cp -R '${clone}/.' .`,
        "cp tempofiller.env.example tempofiller.env",
        secrets?.text.replaceAll("/path/to", authority) ?? "",
      );
      const made = Object.entries(files()).filter(([path]) => /^(secrets|keys|anna)/.test(path));
      const { secrets: sources, services } = readCompose();
      expect(Object.fromEntries(made)).toEqual({
        secrets: "operator 700",
        ...Object.fromEntries(Object.values(sources).map(({ file }) => [file.slice(2), "operator 644"])),
        keys: "operator 755",
        "keys/access-keys": "operator 644",
        "anna.txt": "operator 600",
      });
      expect(open()).toEqual([]);
      for (const [name, { secrets: used = [], volumes = [] }] of Object.entries(services)) {
        const paths = [
          ...used.map((secret) => sources[secret]?.file ?? ""),
          ...volumes.flatMap((volume) => (volume.startsWith("./") ? [volume.split(":")[0] ?? ""] : [])),
        ];
        const root = join(folder, name);
        const mounts = paths.map((path) => ({ source: join(work, path), target: join(root, path) }));
        const user = { user: USERS[name] ?? CONTAINER };
        const seen = inContainer(user, mounts, ["find", root, "-type", "f", "-readable", "-size", "+0"]);
        await seen.ended;
        const expected = paths
          .filter((path) => path !== "./secrets/tls.crt")
          .map((path) => path.replace(/^\.\/keys$/, "./keys/access-keys"));
        expect({ name, files: seen.output().trimEnd().split("\n").sort() }).toEqual({
          name,
          files: expected.map((path) => join(root, path)).sort(),
        });
      }
    },
  );

  test("gives a pod the secret that its settings name, and to others on the node nothing", async () => {
    const [create] = commandsOf("Kubernetes");
    const named = [...(create?.text.matchAll(/--from-file=(\S+)/g) ?? [])].map(([, name = ""]) => name);
    const { template } = manifest("Deployment").spec;
    const { runAsUser, runAsGroup, fsGroup } = template.spec.securityContext;
    const [{ secret }] = template.spec.volumes;
    const [{ mountPath }] = template.spec.containers[0].volumeMounts;
    const settings = Object.values(manifest("ConfigMap").data ?? {});
    expect(settings.filter((value) => value.startsWith(mountPath)).sort()).toEqual(
      named.map((name) => `${mountPath}/${name}`).sort(),
    );
    // A kubelet makes root the owner of the files, and fsGroup their group.
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    for (const name of named) {
      writeFileSync(join(folder, name), "tfk_");
      chownSync(join(folder, name), 0, fsGroup);
      chmodSync(join(folder, name), secret.defaultMode);
    }
    const reads = ["find", folder, "-type", "f", "-readable"];
    const pod = inContainer({ user: runAsUser, group: runAsGroup, groups: [fsGroup] }, [], reads);
    await pod.ended;
    expect(pod.output().trimEnd().split("\n").sort()).toEqual(named.map((name) => join(folder, name)).sort());
    expect(as(OTHER, reads, "/").stdout).toBe("");
  });
});
