import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../lib/npm.ts";
import type { Section } from "./section.ts";

/** Size of the package on disk, in bytes. */
const UNPACKED_LIMIT = 3_700_000;

/** Size of what a user downloads, in bytes. */
const PACKED_LIMIT = 880_000;

/** Size of the view in bytes; the HTML of views in other servers is 370,000. */
const VIEW_LIMIT = 87_500;

/** An entry of `npm pack --json`; sizes are in bytes. */
export interface PackReport {
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** Packs the package below `root` as it is built: without its scripts, which would build it again. */
export async function packPackage(root: string, ...options: string[]): Promise<PackReport> {
  const [report] = JSON.parse(await npm(root, "pack", "--json", "--ignore-scripts", ...options)) as [
    PackReport,
  ];
  return report;
}

/** The package as npm packs it: what a start loads, the view, and all of it. */
export async function measurePackage(
  root: string,
  { size, unpackedSize, files }: PackReport,
): Promise<Section> {
  const bundle = files
    .filter(({ path }) => path.startsWith("dist/"))
    .map(({ path, size: bytes }) => ({ name: path.slice("dist/".length), bytes }));
  const view = sum(bundle.filter(({ name }) => name === "timesheet.html"));
  const started = await filesOfStart(join(root, "dist"));
  const limit = (bytes: number) => `limit ${bytes.toLocaleString("en")}`;
  return {
    title: "The package, in bytes",
    columns: ["", "bytes", ""],
    rows: [
      [
        "**loaded at the start**",
        sum(bundle.filter(({ name }) => started.has(name))),
        [...started].join(", "),
      ],
      ["the view", view, limit(VIEW_LIMIT)],
      ["**unpacked**", unpackedSize, limit(UNPACKED_LIMIT)],
      ["**packed**", size, limit(PACKED_LIMIT)],
    ],
    missed: [
      ...(unpackedSize > UNPACKED_LIMIT || size > PACKED_LIMIT
        ? ["the package is larger than its limit"]
        : []),
      ...(view > VIEW_LIMIT ? [`the view has ${view} bytes, and may have ${VIEW_LIMIT} at most`] : []),
    ],
  };
}

function sum(files: { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** The files that a start of the command loads: the entry, and the program that it starts. */
export async function filesOfStart(folder: string): Promise<Set<string>> {
  return startFiles(folder, "main.cjs", await startFiles(folder, "tempofiller.cjs"));
}

/** A file of `dist/` and all that it requires at once, and so loads at the start: not what it requires in a function. */
export async function startFiles(
  folder: string,
  name: string,
  seen = new Set<string>(),
): Promise<Set<string>> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = await readFile(join(folder, name), "utf8");
  for (const [, isLater, target = ""] of code.matchAll(/(=>)?require\("\.\/([^"]+)"\)/g))
    if (!isLater) await startFiles(folder, target, seen);
  return seen;
}
