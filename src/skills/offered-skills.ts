import { type Skill, skills } from "../generated/skills.ts";

/** The field of `metadata` in the front matter with the tools without which a skill is of no use, between spaces. */
export const NEEDED_TOOLS = "tempofiller-tools";

export interface OfferedSkill extends Skill {
  /** The tools that it needs and a server does not offer. */
  lacks: string[];
}

/** Every skill. @param toolNames the tools that a server offers */
export function skillsFor(toolNames: ReadonlySet<string>): OfferedSkill[] {
  return skills.map((skill) => ({
    ...skill,
    lacks: neededTools(skill).filter((name) => !toolNames.has(name)),
  }));
}

export function neededTools({ entry }: Skill): string[] {
  const { metadata } = entry.frontmatter as { metadata?: Record<string, string> };
  return metadata?.[NEEDED_TOOLS]?.split(" ") ?? [];
}
