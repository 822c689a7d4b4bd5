import type { SandboxIssue, SandboxSeed } from "./state.ts";

const FIRST_PROJECT_ID = 20_000;

/** The project of an issue, as Jira names it. */
export function projectOf(seed: SandboxSeed, issue: SandboxIssue): { id: string; key: string } {
  const key = prefixOf(issue);
  return { id: String(FIRST_PROJECT_ID + projectKeys(seed).indexOf(key)), key };
}

/** Undefined if there is no such project. */
export function projectKeyOf(seed: SandboxSeed, id: number): string | undefined {
  return projectKeys(seed)[id - FIRST_PROJECT_ID];
}

function projectKeys({ issues }: SandboxSeed): string[] {
  return [...new Set(issues.map(prefixOf))];
}

function prefixOf({ key }: SandboxIssue): string {
  return key.slice(0, key.lastIndexOf("-"));
}
