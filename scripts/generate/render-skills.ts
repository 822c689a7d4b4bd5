import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { skillEntry } from "@modelcontextprotocol/server/ext/skills";

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

/**
 * The skills of a folder as constants, in the order of their names, so that they are found without files at run time.
 *
 * @throws if a skill breaks a rule of the Agent Skills specification, or has more files than its SKILL.md
 */
export async function renderSkills(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const skills = await Promise.all(names.map((name) => readSkill(folder, name)));
  return `${TYPES}\nexport const skills: readonly Skill[] = ${JSON.stringify(skills, null, 2)};\n`;
}

async function readSkill(folder: string, name: string) {
  const files = await readdir(join(folder, name));
  if (files.join() !== FILE) throw new Error(`${join(folder, name)} has other files than ${FILE}`);
  const text = await readFile(join(folder, name, FILE), "utf8");
  return { entry: await skillEntry(name, { [FILE]: text }), text };
}
