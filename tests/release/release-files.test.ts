import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { packExtension, unpackExtension } from "@anthropic-ai/mcpb";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import registryEntry from "../../server.json" with { type: "json" };
import { copyProject } from "../helpers/project-copy.ts";
import { REGISTRY_SCHEMA } from "../helpers/registry-schema.ts";
import { ROOT } from "../helpers/root.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const execFileAsync = promisify(execFile);

const { version } = packageJson;

const PACKAGE = `tempofiller-${version}.tgz`;
const SBOM = `tempofiller-${version}.cdx.json`;
const CLOUD = `tempofiller-cloud-${version}.mcpb`;
const DATACENTER = `tempofiller-datacenter-${version}.mcpb`;

/** The files that have checksums, as `sha256sum -- *` lists them. */
const FILES = ["server.json", SBOM, PACKAGE, CLOUD, DATACENTER];

const SIGNED_BY =
  "--repo tempofiller/tempofiller " +
  `--source-ref refs/tags/v${version} ` +
  "--signer-workflow tempofiller/tempofiller/.github/workflows/release.yml " +
  "--deny-self-hosted-runners";

const NO_ATTESTATIONS = {
  "attestations of the files": "not checked",
  "attestations of the bill of materials": "not checked",
};

/** Releases are made on Linux. */
describe.skipIf(process.platform === "win32")("the files of a release", () => {
  let project: string;
  let made: string;
  beforeAll(async () => {
    project = await copyProject();
    await execFileAsync(join(project, ".ci/release-files"), { cwd: project });
    made = join(project, "build/release");
  }, 180_000);
  afterAll(() => rm(project, { recursive: true, force: true }));

  test("are the package, the bundles, the entry for the registry, the bill of materials, and the checksums of all", async () => {
    expect((await readdir(made)).sort()).toEqual([...FILES, "SHA256SUMS"].sort());
    const sums = await Promise.all(FILES.map(async (name) => `${await sha256(join(made, name))}  ${name}\n`));
    expect(await readFile(join(made, "SHA256SUMS"), "utf8")).toBe(sums.join(""));
  });

  test("name both bundles in the entry for the registry, by their checksums", async () => {
    const entry = JSON.parse(await readFile(join(made, "server.json"), "utf8"));
    const ajv = new Ajv({ strict: true, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(REGISTRY_SCHEMA);
    validate(entry);
    expect(validate.errors).toBeNull();
    const { packages, ...rest } = entry;
    expect(rest).toEqual({ ...registryEntry, packages: undefined });
    expect(packages).toEqual([
      ...registryEntry.packages,
      ...(await Promise.all(
        [CLOUD, DATACENTER].map(async (name) => ({
          registryType: "mcpb",
          identifier: `https://github.com/tempofiller/tempofiller/releases/download/v${version}/${name}`,
          fileSha256: await sha256(join(made, name)),
          transport: { type: "stdio" },
        })),
      )),
    ]);
  });

  test("have the same bill of materials when they are built again", async () => {
    const built = await readFile(join(ROOT, "dist/tempofiller.cdx.json"));
    expect(built.equals(await readFile(join(made, SBOM)))).toBe(true);
  });

  test("are not made for another version's tag", async () => {
    const run = execFileAsync(join(project, ".ci/release-files"), ["v0.0.1"], { cwd: project });
    await expect(run).rejects.toMatchObject({
      stderr: expect.stringContaining(`package.json says ${version}, but tag says 0.0.1`),
    });
  });

  /** A copy of the files for one test. */
  async function copyOfFiles(): Promise<string> {
    const folder = temporaryFolder();
    await cp(made, folder, { recursive: true });
    return folder;
  }

  describe("verified by the script for customers", () => {
    test("pass every check, the origin by npm and by GitHub", async () => {
      const folder = await copyOfFiles();
      const { code, results, asked } = await verify(folder, ["--image"]);
      expect({ code, results }).toEqual({
        code: 0,
        results: {
          "checksums in SHA256SUMS": "passed",
          "bundles and package hold the same": "passed",
          "versions inside": "passed",
          "bill of materials": "passed",
          "npm registry": "passed",
          "attestations of the files": "passed",
          "attestations of the bill of materials": "passed",
          "attestation of the image": "passed",
        },
      });
      const pathsOf = (names: string[]) => names.map((name) => join(folder, name));
      expect(
        asked.filter((line) => line.startsWith("gh attestation verify") && !line.includes("--help")),
      ).toEqual([
        ...pathsOf(FILES).map((file) => `gh attestation verify ${file} ${SIGNED_BY}`),
        ...pathsOf([PACKAGE, CLOUD, DATACENTER]).map(
          (file) => `gh attestation verify ${file} ${SIGNED_BY} --predicate-type https://cyclonedx.org/bom`,
        ),
        `gh attestation verify oci://ghcr.io/tempofiller/tempofiller:${version} ${SIGNED_BY}`,
      ]);
    });

    test("that a folder holds beside them are named, and not checked", async () => {
      const folder = await copyOfFiles();
      await writeFile(join(folder, "install.sh"), "");
      const { code, output } = await verify(folder);
      expect({ code, output }).toEqual({
        code: 0,
        output: expect.stringContaining("5 files; not of the release, and not checked: install.sh\n"),
      });
    });

    test.each<[string, (folder: string) => Promise<void>, string[], keepsSums?: "keeps sums"]>([
      [
        "a bundle is another file than its checksum says",
        (folder) => editBundle(folder, CLOUD, (path) => append(path, "README.md")),
        ["checksums in SHA256SUMS", "bundles and package hold the same"],
        "keeps sums",
      ],
      [
        "a bundle has another program",
        (folder) => editBundle(folder, DATACENTER, (path) => append(path, "dist/tempofiller.cjs")),
        ["bundles and package hold the same"],
      ],
      [
        "a bundle has a further file",
        (folder) => editBundle(folder, CLOUD, (path) => writeFile(join(path, "dist/extra.cjs"), "1")),
        ["bundles and package hold the same"],
      ],
      [
        "a bundle lacks a file",
        (folder) => editBundle(folder, CLOUD, (path) => rm(join(path, "LICENSE"))),
        ["bundles and package hold the same"],
      ],
      [
        "a manifest starts another command",
        (folder) =>
          editBundle(folder, CLOUD, (path) =>
            edit(join(path, "manifest.json"), '"--sandbox=', '"--require=/tmp/x.cjs", "--sandbox='),
          ),
        ["bundles and package hold the same"],
      ],
      [
        "the package has another program",
        (folder) => editPackage(folder, '"use strict"', '"use strIct"'),
        ["bundles and package hold the same", "npm registry"],
      ],
      [
        "the package holds a file twice",
        async (folder) => {
          const tar = gunzipSync(await readFile(join(folder, PACKAGE)));
          const size = Number.parseInt(tar.toString("utf8", 124, 136), 8);
          const first = tar.subarray(0, 512 + Math.ceil(size / 512) * 512);
          await writeFile(join(folder, PACKAGE), gzipSync(Buffer.concat([first, tar])));
        },
        ["bundles and package hold the same", "versions inside", "bill of materials", "npm registry"],
      ],
      [
        "the bill of materials names an older version",
        (folder) => edit(join(folder, SBOM), '"name":"zod","version":"4', '"name":"zod","version":"3'),
        ["bill of materials"],
      ],
      [
        "the bill and the licences in the package name different packages",
        (folder) => editPackage(folder, "\n\nzod 4.", "\n\nzob 4."),
        ["bundles and package hold the same", "bill of materials", "npm registry"],
      ],
      [
        "the files are said to be of a later version",
        async (folder) => {
          for (const name of [SBOM, PACKAGE, CLOUD, DATACENTER]) {
            await rename(join(folder, name), join(folder, name.replace(version, "99.0.0")));
          }
        },
        ["versions inside"],
      ],
      [
        "there is a file without a checksum",
        (folder) => cp(join(folder, CLOUD), join(folder, "tempofiller-cloud.mcpb")),
        ["checksums in SHA256SUMS"],
        "keeps sums",
      ],
    ])("fail if %s", async (_, tamper, failing, keepsSums) => {
      const folder = await copyOfFiles();
      const asPublished = await integrity(join(folder, PACKAGE));
      await tamper(folder);
      if (!keepsSums) await writeSums(folder);
      const { code, results } = await verify(folder, [], { view: JSON.stringify(asPublished) });
      const failed = Object.keys(results).filter((title) => results[title] === "FAILED");
      expect({ code, failed }).toEqual({ code: 1, failed: failing });
    });

    test.each<[string, Answers, Record<string, string>, number]>([
      [
        "npm does not know the version",
        { view: '{"error":{"code":"E404"}}' },
        { "npm registry": "FAILED" },
        1,
      ],
      [
        "npm's signature is wrong",
        { signatures: '{"invalid":[{"name":"tempofiller"}],"missing":[]}' },
        { "npm registry": "FAILED" },
        1,
      ],
      [
        "npm is offline",
        { view: '{"error":{"code":"ENOTFOUND","summary":"no network"}}' },
        { "npm registry": "not checked" },
        2,
      ],
      [
        "npm cannot check signatures",
        { signatures: '{"error":{"summary":"no keys"}}' },
        { "npm registry": "not checked" },
        2,
      ],
      [
        "GitHub has no attestation of a file",
        { attestation: 1 },
        { "attestations of the files": "FAILED", "attestations of the bill of materials": "FAILED" },
        1,
      ],
      ["gh is not signed in", { gh: 4 }, NO_ATTESTATIONS, 2],
      ["gh is too old", { help: 1 }, NO_ATTESTATIONS, 2],
    ])("say what it means that %s", async (_, answers, expected, code) => {
      const verified = await verify(await copyOfFiles(), [], answers);
      const others = Object.entries(verified.results).filter(([, result]) => result !== "passed");
      expect({ code: verified.code, results: Object.fromEntries(others) }).toEqual({
        code,
        results: expected,
      });
    });

    test("are not called verified where neither npm nor gh is installed, or a file is missing", async () => {
      const folder = await copyOfFiles();
      await rm(join(folder, DATACENTER));
      const { code, results, last } = await verify(folder, [], null);
      expect({ code, results, last }).toEqual({
        code: 2,
        results: {
          "checksums in SHA256SUMS": "not checked",
          "bundles and package hold the same": "not checked",
          "versions inside": "not checked",
          "bill of materials": "passed",
          "npm registry": "not checked",
          ...NO_ATTESTATIONS,
        },
        last: `TempoFiller ${version}: 1 passed, 0 failed, 6 not checked.`,
      });
    });

    test("need their checksums", async () => {
      const folder = await copyOfFiles();
      await rm(join(folder, "SHA256SUMS"));
      const { code, last } = await verify(folder);
      expect({ code, last }).toEqual({
        code: 1,
        last: `${folder} has no file SHA256SUMS. Download it with the other files of the release.`,
      });
    });
  });
});

/** The answers of npm and gh in a test: JSON of npm, exit codes of gh. */
interface Answers {
  view?: string;
  signatures?: string;
  gh?: number;
  help?: number;
  attestation?: number;
}

/** Runs the script with an npm and a gh that answer as a test wants, or without any. */
async function verify(folder: string, options: string[] = [], answers: Answers | null = {}) {
  const path = temporaryFolder();
  const log = join(path, "log");
  await writeFile(log, "");
  if (answers !== null) {
    const view = answers.view ?? JSON.stringify(await integrity(join(folder, PACKAGE)).catch(() => ""));
    const signatures = answers.signatures ?? '{"invalid":[],"missing":[]}';
    await writeCommand(path, "npm", [
      `case "$1" in view) echo '${view}' ;; install) echo '{}' ;; *) echo '${signatures}' ;; esac`,
    ]);
    await writeCommand(path, "gh", [
      `case "$*" in api*) exit ${answers.gh ?? 0} ;; *--help) exit ${answers.help ?? 0} ;; esac`,
      `exit ${answers.attestation ?? 0}`,
    ]);
  }
  const { code, output } = await execFileAsync(
    process.execPath,
    [join(ROOT, "scripts/verify-release.mjs"), folder, ...options],
    { env: { PATH: path } },
  ).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error) => ({ code: error.code as number, output: `${error.stdout}${error.stderr}` }),
  );
  const results = [...output.matchAll(/^(passed|FAILED|not checked) +([^:]+):/gm)];
  return {
    code,
    results: Object.fromEntries(results.map(([, result, title]) => [title, result])) as Record<
      string,
      string
    >,
    output,
    last: output.trimEnd().split("\n").at(-1),
    asked: (await readFile(log, "utf8")).split("\n"),
  };
}

async function writeCommand(folder: string, name: string, lines: string[]): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, ["#!/bin/sh", `echo "${name} $*" >> "${folder}/log"`, ...lines, ""].join("\n"));
  await chmod(path, 0o755);
}

async function sha256(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

async function integrity(path: string): Promise<string> {
  return `sha512-${createHash("sha512")
    .update(await readFile(path))
    .digest("base64")}`;
}

/** Writes the checksums anew, as an attacker who can replace all files does. */
async function writeSums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== "SHA256SUMS").sort();
  const lines = await Promise.all(
    names.map(async (name) => `${await sha256(join(folder, name))}  ${name}\n`),
  );
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, "latin1");
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to), "latin1");
}

const append = async (folder: string, path: string) =>
  writeFile(join(folder, path), `${await readFile(join(folder, path), "utf8")}\n`);

/** Replaces text in the package's archive by text of the same length. */
async function editPackage(folder: string, from: string, to: string): Promise<void> {
  const path = join(folder, PACKAGE);
  await writeFile(path, gunzipSync(await readFile(path)));
  await edit(path, from, to);
  await writeFile(path, gzipSync(await readFile(path)));
}

/** Packs a bundle again, with what a test has changed in it. */
async function editBundle(
  folder: string,
  name: string,
  change: (unpacked: string) => Promise<void>,
): Promise<void> {
  const unpacked = temporaryFolder();
  await unpackExtension({ mcpbPath: join(folder, name), outputDir: unpacked, silent: true });
  await change(unpacked);
  await packExtension({ extensionPath: unpacked, outputPath: join(folder, name), silent: true });
}
