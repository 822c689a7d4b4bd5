import type { SandboxSeed, SandboxWorklog } from "../../../src/sandbox/state.ts";
import { seed, worklog } from "../../helpers/seeds.ts";

/** An entry of a batch. */
export interface BatchEntry {
  issueKey: string;
  hours: number;
  date: string;
  description: string;
}

const ISSUES: Record<string, number> = { "PROJ-123": 10123, "PROJ-7": 10007, "PROJ-4": 10004 };

const entry = (issueKey: string, day: number, hours: number, description: string): BatchEntry => ({
  issueKey,
  hours,
  date: `2026-01-${String(day).padStart(2, "0")}`,
  description,
});

/**
 * Three requests on Cloud, two of them for several worklogs; seven on Data Center. Two entries are equal and both meant, two
 * differ by their comment alone, and one exists already.
 */
export const BATCH: readonly BatchEntry[] = [
  entry("PROJ-123", 5, 2, "Login flow"),
  entry("PROJ-123", 5, 2, "Review"),
  entry("PROJ-7", 6, 1.5, ""),
  entry("PROJ-7", 7, 1, "Call"),
  entry("PROJ-7", 7, 1, "Call"),
  entry("PROJ-123", 8, 4, "Login flow"),
  entry("PROJ-4", 9, 0.25, "Sprint planning"),
  entry("PROJ-7", 9, 3, "Exists already"),
];

/** The store before the batch. */
export function seedOfBatch(): SandboxSeed {
  return seed({ worklogs: BATCH.slice(-1).map(toWorklog) });
}

/** The same for an entry and a worklog with its content. */
export function contentOf(item: BatchEntry | Omit<SandboxWorklog, "id">): string {
  const it = "issueKey" in item ? toWorklog(item) : item;
  return JSON.stringify([it.issueId, it.startDate, it.timeSpentSeconds, it.billableSeconds, it.description]);
}

function toWorklog({ issueKey, hours, date, description }: BatchEntry): Omit<SandboxWorklog, "id"> {
  const issueId = ISSUES[issueKey] ?? 0;
  return worklog({ issueId, startDate: date, timeSpentSeconds: hours * 3600, description });
}
