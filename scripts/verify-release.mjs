#!/usr/bin/env node
/**
 * Verifies the files of a release of TempoFiller: that they are whole, that they hold the same, and where they come from.
 * It needs Node.js 20 or newer, this one file, and for the origin the network, npm and gh, the command of GitHub.
 *
 *   node verify-release.mjs <folder with the files of a release> [--image]
 *
 * Exit code: 0 if every check passed, 1 if one failed, 2 if none failed but some could not be made.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";

const NAME = "tempofiller";
const REPOSITORY = "tempofiller/tempofiller";
const DEPLOYMENTS = ["cloud", "datacenter"];
const SBOM_PREDICATE = "https://cyclonedx.org/bom";
/** The tool that packs bundles leaves declarations of types out, and a bundle is no plugin of Claude Code. */
const IN_PACKAGE_ALONE = [
  "dist/contract.d.ts",
  ".claude-plugin/marketplace.json",
  ".claude-plugin/plugin.json",
];

/** A check that could not be made. Whatever else is thrown means that it failed. */
class NotChecked extends Error {}

const [folder, ...options] = process.argv.slice(2);
if (!folder || folder.startsWith("-") || options.some((option) => option !== "--image")) {
  console.error("usage: node verify-release.mjs <folder with the files of a release> [--image]");
  process.exit(1);
}

const sums = await readSums();
const version = versionOf([...sums.keys()]);
const tarball = `${NAME}-${version}.tgz`;
const sbom = `${NAME}-${version}.cdx.json`;
const bundles = DEPLOYMENTS.map((deployment) => `${NAME}-${deployment}-${version}.mcpb`);

const checks = {
  "checksums in SHA256SUMS": checkSums,
  "bundles and package hold the same": checkBundles,
  "versions inside": checkVersions,
  "bill of materials": checkSbom,
  "npm registry": checkRegistry,
  "attestations of the files": () => checkFilesAttested([...sums.keys()]),
  "attestations of the bill of materials": () => checkFilesAttested([tarball, ...bundles], SBOM_PREDICATE),
  ...(options.length > 0 && {
    "attestation of the image": () => checkAttestations([`oci://ghcr.io/${REPOSITORY}:${version}`]),
  }),
};

const counts = { passed: 0, FAILED: 0, "not checked": 0 };
for (const [title, check] of Object.entries(checks)) {
  const [result, text] = await check().then(
    (found) => ["passed", found],
    (error) => [error instanceof NotChecked ? "not checked" : "FAILED", error.message],
  );
  counts[result] += 1;
  console.log(`${result.padEnd(11)}  ${title}: ${text}`);
}
const total = Object.entries(counts).map(([result, count]) => `${count} ${result.toLowerCase()}`);
console.log(`TempoFiller ${version}: ${total.join(", ")}.`);
process.exitCode = counts.FAILED > 0 ? 1 : counts["not checked"] > 0 ? 2 : 0;

/** The checksum of each file of the release, by name. */
async function readSums() {
  const text = await readFile(join(folder, "SHA256SUMS"), "utf8").catch(() => {
    console.error(`${folder} has no file SHA256SUMS. Download it with the other files of the release.`);
    process.exit(1);
  });
  return new Map([...text.matchAll(/^([0-9a-f]{64}) [ *]([\w.-]+)$/gm)].map(([, sum, name]) => [name, sum]));
}

function versionOf(names) {
  const found = names.flatMap(
    (name) => /^tempofiller-(\d+\.\d+\.\d+(?:-[\w.]+)?)\.tgz$/.exec(name)?.[1] ?? [],
  );
  if (found.length === 1) return found[0];
  console.error(`SHA256SUMS names ${found.length} packages of TempoFiller, and a release has one.`);
  process.exit(1);
}

async function checkSums() {
  const present = await readdir(folder);
  const unlisted = present.filter((name) => /\.(tgz|mcpb|cdx\.json)$/.test(name) && !sums.has(name));
  const unknown = [tarball, sbom, ...bundles].filter((name) => !sums.has(name));
  if (unlisted.length + unknown.length > 0)
    throw new Error(`SHA256SUMS does not name ${[...unlisted, ...unknown].join(", ")}`);
  const wrong = [];
  for (const [name, sum] of sums)
    if (present.includes(name) && hash("sha256", await readFile(join(folder, name)), "hex") !== sum)
      wrong.push(name);
  if (wrong.length > 0)
    throw new Error(
      `${wrong.join(", ")}: not the content that SHA256SUMS names. Download it again; if that does not help, do not use it`,
    );
  const missing = [...sums.keys()].filter((name) => !present.includes(name));
  if (missing.length > 0) throw new NotChecked(`not in the folder: ${missing.join(", ")}`);
  const others = present.filter((name) => name !== "SHA256SUMS" && !sums.has(name));
  return `${sums.size} files${others.length > 0 ? `; not of the release, and not checked: ${others.join(", ")}` : ""}`;
}

/** A bundle has the package's files and some of its own: pictures, and a manifest that starts the package's command. */
async function checkBundles() {
  const expected = await packageFiles();
  for (const path of IN_PACKAGE_ALONE) expected.delete(path);
  for (const name of bundles) {
    const { "manifest.json": manifest, ...files } = Object.fromEntries(unzip(await bytesOf(name)));
    for (const path of Object.keys(files)) if (/^[\w-]+\.png$/.test(path)) delete files[path];
    const names = new Set([...Object.keys(files), ...expected.keys()]);
    const different = [...names].filter(
      (path) => !expected.get(path)?.equals(files[path] ?? Buffer.alloc(0)),
    );
    if (different.length > 0) throw new Error(`${name} differs from the package: ${different.join(", ")}`);
    const { server } = JSON.parse(manifest);
    const command = "dist/tempofiller.cjs";
    const { command: program, args } = server.mcp_config;
    const rest = args.slice(1).filter((argument) => !argument.startsWith("--sandbox="));
    if (
      server.entry_point !== command ||
      program !== "node" ||
      args[0] !== `\${__dirname}/${command}` ||
      rest.length > 0
    )
      throw new Error(`${name} starts another command than the package's`);
  }
  return `${expected.size} files in ${[tarball, ...bundles].join(", ")}`;
}

async function checkVersions() {
  const said = { [tarball]: JSON.parse((await packageFiles()).get("package.json")) };
  for (const name of bundles) said[name] = JSON.parse(unzip(await bytesOf(name)).get("manifest.json"));
  said[sbom] = JSON.parse(await bytesOf(sbom)).metadata.component;
  const wrong = Object.entries(said).filter(([, it]) => it.name !== NAME || it.version !== version);
  if (wrong.length > 0)
    throw new Error(wrong.map(([file, it]) => `${file} says ${it.name} ${it.version}`).join(", "));
  return `each file says ${NAME} ${version}`;
}

/** The package has the same bill, and names the same packages in the texts of their licences. */
async function checkSbom() {
  const files = await packageFiles();
  const bill = await bytesOf(sbom);
  if (!files.get("dist/tempofiller.cdx.json")?.equals(bill))
    throw new Error(`${sbom} is not the one in the package`);
  const { components } = JSON.parse(bill);
  const billed = components.map(
    ({ name, version, licenses }) => `${name} ${version} (${licenses[0].license.id})`,
  );
  const sections = String(files.get("dist/THIRD_PARTY_LICENCES.txt")).split(`\n${"-".repeat(80)}\n\n`);
  // Packages with the same text share it.
  const licensed = new Set(sections.flatMap((text) => (text.split("\n\n", 1)[0] ?? "").split("\n")));
  const apart = [
    ...billed.filter((it) => !licensed.has(it)),
    ...[...licensed].filter((it) => !billed.includes(it)),
  ];
  if (apart.length > 0)
    throw new Error(`the bill and the licences in the package differ: ${apart.join(", ")}`);
  return `${billed.length} bundled packages, each with its licence`;
}

/** npm has the very same package, and its registry has signed that. */
async function checkRegistry() {
  const own = `sha512-${hash("sha512", await bytesOf(tarball), "base64")}`;
  const viewed = await npm(folder, "view", `${NAME}@${version}`, "dist.integrity");
  if (viewed.error?.code === "E404") throw new Error(`npm has no ${NAME} ${version}`);
  if (typeof viewed !== "string")
    throw new NotChecked(`npm could not ask its registry: ${viewed.error?.summary}`);
  if (viewed !== own) throw new Error(`npm has another ${NAME} ${version}: ${viewed} and not ${own}`);
  const installed = await mkdtemp(join(tmpdir(), "verify-release-"));
  try {
    await writeFile(join(installed, "package.json"), JSON.stringify({ dependencies: { [NAME]: version } }));
    const { error } = await npm(installed, "install", "--ignore-scripts", "--no-audit", "--no-fund");
    const signatures = error ? { error } : await npm(installed, "audit", "signatures");
    if (!signatures.invalid)
      throw new NotChecked(`npm could not check its signature: ${signatures.error?.summary}`);
    if (signatures.invalid.length + signatures.missing.length > 0)
      throw new Error("npm's signature is missing or wrong");
  } finally {
    await rm(installed, { recursive: true, force: true });
  }
  return "the same package, signed by the registry";
}

async function checkFilesAttested(names, predicate) {
  const present = await readdir(folder);
  const paths = names.filter((name) => present.includes(name)).map((name) => join(folder, name));
  const text = await checkAttestations(paths, predicate);
  const missing = names.filter((name) => !present.includes(name));
  if (missing.length > 0) throw new NotChecked(`not in the folder: ${missing.join(", ")}`);
  return text;
}

/** GitHub's attestations say which workflow made a file, of which tag. */
async function checkAttestations(subjects, predicate) {
  const { code, output } = await run("gh", ["api", "rate_limit"]);
  if (code === "ENOENT") throw new NotChecked("gh is not installed, see https://cli.github.com");
  if (code !== 0) throw new NotChecked(`gh cannot ask GitHub: ${lastLine(output)}`);
  const { code: unknown } = await run("gh", ["attestation", "verify", "--help"]);
  if (unknown !== 0)
    throw new NotChecked("this gh is too old to verify attestations: 2.49 is the first that can");
  for (const subject of subjects) {
    const verified = await run("gh", [
      ...["attestation", "verify", subject, "--repo", REPOSITORY, "--source-ref", `refs/tags/v${version}`],
      ...["--signer-workflow", `${REPOSITORY}/.github/workflows/release.yml`, "--deny-self-hosted-runners"],
      ...(predicate ? ["--predicate-type", predicate] : []),
    ]);
    if (verified.code !== 0) throw new Error(`${subject}: ${lastLine(verified.output)}`);
  }
  return `${subjects.length} made by the release workflow of ${REPOSITORY} at v${version}`;
}

async function bytesOf(name) {
  return readFile(join(folder, name)).catch(() => {
    throw new NotChecked(`${name} is not in the folder`);
  });
}

async function packageFiles() {
  const files = untar(gunzipSync(await bytesOf(tarball)));
  return new Map([...files].map(([path, bytes]) => [path.replace(/^package\//, ""), bytes]));
}

/** The files of a tar archive as npm packs it. */
function untar(archive) {
  const files = new Map();
  const field = (at, length) => archive.toString("utf8", at, at + length).replace(/\0.*$/s, "");
  for (let at = 0; archive[at]; ) {
    const prefix = field(at + 345, 155);
    const size = Number.parseInt(field(at + 124, 12), 8);
    if (!"0\0".includes(field(at + 156, 1)) || !(size >= 0))
      throw new Error("the package has an entry that is no file");
    add(
      files,
      prefix ? `${prefix}/${field(at, 100)}` : field(at, 100),
      archive.subarray(at + 512, at + 512 + size),
    );
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** The files of a ZIP archive, by its directory at the end, which is what hosts unpack. */
function unzip(archive) {
  const files = new Map();
  const end = archive.lastIndexOf("PK\x05\x06");
  if (end < 0) throw new Error("a bundle is no ZIP archive");
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    const path = archive.toString("utf8", at + 46, at + 46 + nameSize);
    if (!path.endsWith("/")) add(files, path, method === 0 ? packed : inflateRawSync(packed));
    at += 46 + nameSize + extraSize + commentSize;
  }
  return files;
}

/** An archive with two files of one name could show one here and give the other to a host. */
function add(files, path, bytes) {
  if (files.has(path)) throw new Error(`an archive holds ${path} twice`);
  files.set(path, bytes);
}

function hash(algorithm, bytes, encoding) {
  return createHash(algorithm).update(bytes).digest(encoding);
}

/** What npm answers as JSON: a value, or `{ error: { code, summary } }`. */
async function npm(cwd, ...args) {
  const { code, output, printed } = await run("npm", [...args, "--json"], cwd);
  if (code === "ENOENT") return { error: { summary: "it is not installed" } };
  try {
    return JSON.parse(printed);
  } catch {
    return code === 0 ? {} : { error: { summary: lastLine(output) } };
  }
}

/** Runs a command and answers how it ended and what it printed. npm is a batch file on Windows, which only a shell runs. */
function run(command, args, cwd) {
  const shell = process.platform === "win32" && command === "npm";
  return new Promise((resolve) => {
    execFile(command, args, { cwd, shell, timeout: 120_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, output: stdout + stderr, printed: stdout });
    });
  });
}

function lastLine(output) {
  return output.trim().split("\n").at(-1);
}
