import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../lib/npm.ts";
import type { Section } from "./section.ts";

/** What the package may take on disk. */
const UNPACKED_LIMIT = 1_600_000;

/** Why a file of the bundle is there, by the name that it has before its hash. */
const REASONS: Record<string, string> = {
  "tempofiller.cjs": "the command: settings, MCP by the SDK, the lists of tools, prompts and resources",
  "open-timesheet.js": "Tempo and Jira: loads with the first call",
  "on-demand.js": "answers calls: loads with the first one",
  "words.js": "the prompts' words: load with the first prompt",
  "readers.js": "the resources and the contract's text: load with the first resource",
  "commands.js": "call, doctor, sandbox, help",
  "proxy.js": "undici's proxy agent: loads where a proxy is set",
  "conformance.js": "checks of Tempo's and Jira's answers: debug mode",
  "replies.js": "checks of our replies: debug mode",
  "sandbox.js": "the embedded Tempo: `--sandbox`, demo",
  "demo.js": "the demo, with an MCP client",
  "contract.js": "what programs import as `tempofiller/contract`",
  "contract.d.ts": "its types",
  "THIRD_PARTY_LICENCES.txt": "licences of what is bundled",
};

/** Smaller ones only lead to what the start has loaded already. */
const LEAST_SHOWN = 400;

interface PackedFile {
  path: string;
  size: number;
}

/** The package as npm packs it, and each file of its bundle with its size and reason. */
export async function measurePackage(root: string): Promise<Section> {
  const packed = await npm(root, "pack", "--json", "--dry-run", "--ignore-scripts");
  const [{ size, unpackedSize, files }] = JSON.parse(packed) as [
    { size: number; unpackedSize: number; files: PackedFile[] },
  ];

  const bundle = files.filter(({ path }) => path.startsWith("dist/"));
  const started = await startFiles(root, "dist/tempofiller.cjs");
  const importers = await importersOf(
    root,
    bundle.map(({ path }) => path),
  );
  const rows = bundle
    .sort((a, b) => b.size - a.size)
    .map(({ path, size: bytes }) => {
      const name = nameOf(path);
      const reason = REASONS[name] ?? (/^chunk/.test(name) ? `shared by ${importers(path)}` : undefined);
      return { name: started.has(path) ? `${name} (start)` : name, bytes, reason };
    });
  const shown = rows.filter(({ bytes }) => bytes >= LEAST_SHOWN);
  const links = rows.filter(({ bytes }) => bytes < LEAST_SHOWN);
  const rest = files.length - bundle.length;
  const restBytes = unpackedSize - bundle.reduce((sum, file) => sum + file.size, 0);
  const onStart = bundle.filter(({ path }) => started.has(path));
  return {
    title: "The package: bytes of each file, and why it is there",
    columns: ["", "bytes", "why"],
    rows: [
      ...shown.map(({ name, bytes, reason }) => [name, bytes, reason ?? "?"]),
      [
        `${links.length} files below ${LEAST_SHOWN} bytes`,
        links.reduce((sum, { bytes }) => sum + bytes, 0),
        "lead to what stands in others",
      ],
      [`${rest} other files`, restBytes, "the contract, README, licence, package.json"],
      [
        "**loaded at the start**",
        onStart.reduce((sum, file) => sum + file.size, 0),
        onStart.length === 1 ? "1 file" : `${onStart.length} files`,
      ],
      ["**unpacked**", unpackedSize, `limit ${UNPACKED_LIMIT.toLocaleString("en")}`],
      ["**packed**", size, ""],
    ],
    missed: [
      ...(unpackedSize > UNPACKED_LIMIT ? ["the package is larger than its limit"] : []),
      ...rows.filter(({ reason }) => !reason).map(({ name }) => `${name} is in the package without a reason`),
    ],
  };
}

/** A file's name without its folder and hash. */
function nameOf(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/-[A-Z0-9]{8}(?=\.js$)/, "");
}

/** Tells which files of the bundle import one of them, by name. */
async function importersOf(root: string, paths: string[]): Promise<(path: string) => string> {
  const code = new Map<string, string>();
  for (const path of paths.filter((it) => it.endsWith(".js")))
    code.set(path, await readFile(join(root, path), "utf8"));
  return (path) => {
    const file = path.split("/").at(-1) ?? "";
    const names = [...code]
      .filter(([importer, text]) => importer !== path && text.includes(`/${file}"`))
      .map(([importer]) => nameOf(importer).replace(/\.js$/, ""));
    return [...new Set(names)].filter((name) => name !== "chunk").join(", ") || "other shared files";
  };
}

/** A file of the bundle and all that it imports statically, and so loads at the start. */
async function startFiles(root: string, path: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const code = await readFile(join(root, path), "utf8");
  for (const [, target = ""] of code.matchAll(/(?:from|import)"(\.[^"]+)"/g))
    await startFiles(root, new URL(target, `file:///${path}`).pathname.slice(1), seen);
  return seen;
}
