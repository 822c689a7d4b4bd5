import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { listed } from "../../config/lists.ts";
import { NotFoundError } from "../../timesheet/errors.ts";
import type { Change } from "./change.ts";
import { checkUnchanged, removeFile, replaceFile } from "./files.ts";
import { type HostPlan, planEach } from "./host-plans.ts";
import { type Host, type Place, SKILL_HOSTS } from "./hosts.ts";
import { digestOf, type InstalledSkill, isInstalledText, readAll, readOurs } from "./installed-skills.ts";

/** The changes of skills, and sentences about those that stay as they are. */
export interface SkillPlans {
  plans: HostPlan[];
  kept: string[];
}

const READ_ANEW = "A new session knows the skills.";

/** The hosts in whose folders setup has installed skills. */
export function hostsWithSkills(place: Place): Host[] {
  return SKILL_HOSTS.filter((host) => readOurs(folderOf(host, place)).length > 0);
}

/** Installs skills that are not there, and updates those that the user has not changed. */
export function planSkills(hosts: readonly Host[], place: Place): SkillPlans {
  const shared = sharing(hosts, place);
  const missing = planEach(
    hosts.filter(({ skills }) => !skills),
    (host) => {
      throw new NotFoundError(
        `${host.title} keeps no skills as files, so none were installed for it. Those that do: ` +
          `${listed(SKILL_HOSTS.map(({ name }) => name))}.`,
      );
    },
  );
  const found = shared.flatMap((host) => readEach(host, place, readAll));
  const planned = found.map(({ host, skill, ...failed }) =>
    skill ? { host, change: planInstallation(host, skill) } : { host, ...failed },
  );
  const kept = found.flatMap(({ skill }) => (skill ? (keptBecause(skill) ?? []) : []));
  return { plans: [...missing, ...planned], kept };
}

/** Removes skills that setup installed and the user has not changed. */
export function planSkillRemovals(hosts: readonly Host[], place: Place): SkillPlans {
  const found = sharing(hosts, place).flatMap((host) => readEach(host, place, readOurs));
  const planned = found.map(({ host, skill, ...failed }) =>
    skill ? { host, change: planRemoval(host, skill) } : { host, ...failed },
  );
  const kept = found.flatMap(({ skill }) =>
    skill?.state === "changed" ? `${skill.path} stays, since it was changed after setup installed it.` : [],
  );
  return { plans: planned, kept };
}

interface FoundSkill extends Pick<HostPlan, "error"> {
  host: Host;
  skill?: InstalledSkill;
}

/** The skills in the folder of a host, or the error that keeps them from being read. */
function readEach(host: Host, place: Place, read: (folder: string) => InstalledSkill[]): FoundSkill[] {
  let skills: InstalledSkill[] = [];
  const [plan] = planEach([host], () => {
    skills = read(folderOf(host, place));
    return undefined;
  });
  return plan?.error ? [{ host, error: plan.error }] : skills.map((skill) => ({ host, skill }));
}

/** One host for each folder, with the titles of all that read it. */
function sharing(hosts: readonly Host[], place: Place): Host[] {
  const groups = new Map<string, Host[]>();
  for (const host of hosts) {
    if (!host.skills) continue;
    const folder = folderOf(host, place);
    groups.set(folder, [...(groups.get(folder) ?? []), host]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? { ...first, title: listed([first, ...others].map(({ title }) => title)), reload: READ_ANEW } : [],
  );
}

function folderOf(host: Host, place: Place): string {
  return host.skills?.(place) ?? "";
}

function planInstallation(host: Host, installed: InstalledSkill): Change | undefined {
  const { state, path, text: before, record, recordPath, skill } = installed;
  if (!skill || (state !== "absent" && state !== "outdated")) return undefined;
  const after = skill.text;
  return {
    title: `${host.title}, skill ${installed.name}`,
    path,
    effect: before === undefined ? "Created" : "Changed",
    lines: changedLines(before ?? "", after),
    apply() {
      // First, so that a text is never there without its digest, whatever ends the process.
      if (!isInstalledText(installed, after)) {
        replaceFile(recordPath, { before: record, after: `${record ?? ""}${digestOf(after)}\n` });
      }
      replaceFile(path, { before, after });
    },
  };
}

function planRemoval(host: Host, installed: InstalledSkill): Change | undefined {
  const { state, path, text: before = "", recordPath, folder } = installed;
  if (state === "changed" || !isInstalledText(installed, before)) return undefined;
  return {
    title: `${host.title}, skill ${installed.name}`,
    path,
    effect: "Deleted",
    lines: changedLines(before, ""),
    apply() {
      checkUnchanged(path, before);
      removeFile(path);
      removeFile(recordPath);
      if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
    },
  };
}

/** The lines that a text loses and gains; for a whole text, how many there are. */
function changedLines(before: string, after: string): string[] {
  const [old, now] = [before, after].map((text) => text.split("\n").filter((line) => line !== ""));
  if (before === "") return [`+ ${now?.length} lines`];
  if (after === "") return [`- ${old?.length} lines`];
  return [
    ...(old ?? []).filter((line) => !now?.includes(line)).map((line) => `- ${line}`),
    ...(now ?? []).filter((line) => !old?.includes(line)).map((line) => `+ ${line}`),
  ];
}

function keptBecause({ state, path, folder }: InstalledSkill): string | undefined {
  if (state === "current") return `${path} is up to date.`;
  if (state === "changed") {
    return `${path} was changed after setup installed it, so it stays as it is. Move it away to get this version's.`;
  }
  if (state === "foreign") return `${folder} was not made by setup, so it stays as it is.`;
  return undefined;
}
