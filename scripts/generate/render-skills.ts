import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { sizeOf } from "../sizes/size.ts";
import { table } from "./table.ts";

const TYPES = `/** A skill as \`skills/list\` and \`skills/get\` return it. */
export interface SkillEntry {
  /** The address of its SKILL.md. */
  uri: string;
  /** That of its SKILL.md, as it is written there. */
  frontmatter: { name: string; description: string; [field: string]: unknown };
  /** Every file of it. */
  resources: { uri: string; digest: string; size: number }[];
}

export interface Skill {
  entry: SkillEntry;
  /** The text of its SKILL.md, its only file. */
  text: string;
}
`;

const FILE = "SKILL.md";

/** A skill that was read from its folder. */
export interface ReadSkill {
  entry: Awaited<ReturnType<typeof skillEntry>>;
  text: string;
}

/**
 * The skills of a folder, in the order of their names.
 *
 * @throws if a skill breaks a rule of the Agent Skills specification, or has more files than its SKILL.md
 */
export async function readSkills(folder: string): Promise<ReadSkill[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readSkill(folder, name)));
}

async function readSkill(folder: string, name: string): Promise<ReadSkill> {
  const files = await readdir(join(folder, name));
  if (files.join() !== FILE) throw new Error(`${join(folder, name)} has other files than ${FILE}`);
  const text = await readFile(join(folder, name, FILE), "utf8");
  return { entry: await skillEntry(name, { [FILE]: text }), text };
}

/** Skills as constants, so that they are found without files at run time. */
export function renderSkills(skills: readonly ReadSkill[]): string {
  return `${TYPES}\nexport const skills: readonly Skill[] = ${JSON.stringify(skills, null, 2)};\n`;
}

/** The cost of each skill in tokens: its name and description in every session, and its text once it is loaded. */
export function skillSizes(skills: readonly ReadSkill[]): string {
  return table(
    ["skill", "in every session", "when it is loaded", "lines"],
    skills.map(({ entry: { frontmatter }, text }) => [
      `\`${frontmatter.name}\``,
      String(sizeOf(`${frontmatter.name}: ${frontmatter.description}`).tokens),
      String(sizeOf(text).tokens),
      String(text.trimEnd().split("\n").length),
    ]),
  );
}
