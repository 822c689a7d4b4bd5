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
  /** The text of each file, by its path in the skill's folder. */
  files: Record<string, string>;
}
`;

/**
 * The skills of a folder as constants, in the order of their names, so that they are found without files at run time.
 *
 * @throws if a skill breaks a rule of the Agent Skills specification, or has a file that is no Markdown
 */
export async function renderSkills(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const skills = await Promise.all(names.map((name) => readSkill(folder, name)));
  return `${TYPES}\nexport const skills: readonly Skill[] = ${JSON.stringify(skills, null, 2)};\n`;
}

async function readSkill(folder: string, name: string) {
  const found = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  const paths = found.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  const files: Record<string, string> = {};
  for (const path of paths.sort()) {
    if (!path.endsWith(".md")) throw new Error(`${path} is not Markdown, and skills are served as that.`);
    const inSkill = path.slice(join(folder, name).length + 1).replaceAll("\\", "/");
    files[inSkill] = await readFile(path, "utf8");
  }
  return { entry: await skillEntry(name, files), files };
}
