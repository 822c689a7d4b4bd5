import { listed } from "../../config/lists.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { type Place, SKILL_HOSTS } from "../setup/hosts.ts";
import { type InstalledSkill, isInstalledText, readOurs } from "../setup/installed-skills.ts";
import { type Finding, ok, unknown } from "./report.ts";

const UPDATE = "tempofiller setup --skills";

/** Whether the skills that setup has installed are those of this version; undefined if it has installed none. */
export function checkSkills(place: Place): Finding | undefined {
  try {
    const folders = new Set(SKILL_HOSTS.map((host) => host.skills?.(place) ?? ""));
    const installed = [...folders].flatMap((folder) => readOurs(folder));
    if (installed.length === 0) return undefined;
    const problems = installed.flatMap((skill) => problemOf(skill) ?? []);
    if (problems.length > 0) return unknown(problems.join(" "));
    const current = installed.flatMap(({ state, path }) => (state === "current" ? path : []));
    if (current.length === 0)
      return ok("The user has changed all installed skills, and this version has no other text.");
    return ok(`${listed(current)} ${current.length === 1 ? "is" : "are"} up to date.`);
  } catch (error) {
    if (error instanceof SettingsError) return unknown(error.message);
    throw error;
  }
}

function problemOf(installed: InstalledSkill): string | undefined {
  const { state, path, skill } = installed;
  if (!skill) return `${path} is of a skill that this version no longer has: delete it.`;
  if (state === "outdated") return `${path} is of another version: ${UPDATE} updates it.`;
  // Whoever has changed the text of this version misses nothing.
  if (state === "changed" && !isInstalledText(installed, skill.text))
    return `${path} was changed after setup installed it, and this version has another text: move it away and run ${UPDATE} to get that.`;
  return undefined;
}
