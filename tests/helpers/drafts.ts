import type { DraftEntry, DraftTimesheetResponse, UnmappedEvidence } from "../../src/generated/responses.ts";

type Draft = Pick<DraftTimesheetResponse, "days">;

/** The entries of a reply with their dates. */
export function entriesOf({ days }: Draft): (DraftEntry & { date: string })[] {
  return days.flatMap(({ date, entries = [] }) => entries.map((entry) => ({ date, ...entry })));
}

/** The evidence without an issue in a reply, with its dates. */
export function unmappedOf({ days }: Draft): (UnmappedEvidence & { date: string })[] {
  return days.flatMap(({ date, unmapped = [] }) => unmapped.map((it) => ({ date, ...it })));
}

/** The refs of the evidence in the entries of a reply. */
export function refsOf(draft: Draft): string[] {
  return entriesOf(draft).flatMap(({ evidence }) => evidence.map((phrase) => phrase.split(":")[0] ?? ""));
}
