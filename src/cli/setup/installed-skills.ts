import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Skill, skills } from "../../generated/skills.ts";
import { readFile } from "./files.ts";

/** The file beside a SKILL.md that setup installed: the digest of every text that it wrote there, one a line. */
const RECORD = ".tempofiller-installed";

const FILE = "SKILL.md";

/**
 * The skill of a name in a folder of skills. `absent`: its folder does not exist, or setup made it and its file is gone. `current`: its
 * file is that of this version. `outdated`: setup installed another text. `changed`: the file is no text that setup installed.
 * `foreign`: setup installed nothing in its folder, or the folder or its file is a link.
 */
export interface InstalledSkill {
  name: string;
  state: "absent" | "current" | "outdated" | "changed" | "foreign";
  folder: string;
  path: string;
  /** The text of its file; undefined if there is none. */
  text: string | undefined;
  recordPath: string;
  /** Undefined if setup has installed nothing in its folder. */
  record: string | undefined;
  /** The skill of this version; undefined if it no longer has one of this name. */
  skill: Skill | undefined;
}

/** @throws SettingsError if a file cannot be read */
export function readInstalled(parent: string, name: string): InstalledSkill {
  const folder = join(parent, name);
  const path = join(folder, FILE);
  const recordPath = join(folder, RECORD);
  const skill = skills.find(({ entry }) => entry.frontmatter.name === name);
  const found = { name, folder, path, recordPath, skill, text: readFile(path), record: readFile(recordPath) };
  return { ...found, state: stateOf(found) };
}

/** The skills of this version, as they are in a folder of skills. */
export function readAll(parent: string): InstalledSkill[] {
  return skills.map(({ entry }) => readInstalled(parent, entry.frontmatter.name));
}

/** Those that setup has installed in a folder of skills, whichever version it was. */
export function readOurs(parent: string): InstalledSkill[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => existsSync(join(parent, name, RECORD)))
    .sort()
    .map((name) => readInstalled(parent, name))
    .filter(({ state }) => state !== "absent" && state !== "foreign");
}

/** Whether a text is one that setup wrote there. */
export function isInstalledText({ record = "" }: Pick<InstalledSkill, "record">, text: string): boolean {
  return record.split("\n").includes(digestOf(text));
}

export function digestOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function stateOf(found: Omit<InstalledSkill, "state">): InstalledSkill["state"] {
  const { text, record, folder, path, skill } = found;
  if (isLink(folder) || isLink(path)) return "foreign";
  if (text === undefined) return record !== undefined || !existsSync(folder) ? "absent" : "foreign";
  if (text === skill?.text) return "current";
  if (record === undefined) return "foreign";
  return isInstalledText(found, text) ? "outdated" : "changed";
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
