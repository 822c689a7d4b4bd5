import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import { type BatchEntry, contentOf, type Results, seedWorklog } from "../../faults/upstream/tally.ts";
import type { Report } from "./client.ts";

/** The outcomes of a batch that several processes posted. `twice`, `lost` and `falseReports` must be 0. */
export interface Tally {
  runs: number;
  entries: number;
  /** Worklogs beyond what was asked for that no reply names as a possible duplicate. */
  twice: number;
  /** Entries that a reply reports as stored, and that are not. */
  lost: number;
  /** Rows that say something else than the store. */
  falseReports: number;
  /** Worklogs beyond what was asked for that a reply names. */
  reportedDuplicates: number;
  /** Rows of the last reply; all of them failed if there was none. */
  unknown: number;
  failed: number;
  /** The slowest process until its reply, in milliseconds. */
  slowest: number;
}

type Row = Results[number];

/**
 * Compares what is stored with what all processes reported.
 *
 * @param batch what each process posted
 * @param reports in the order in which the processes were started; the last one was not interrupted
 * @param existing how many worklogs the store had before, which are its first ones
 */
export function tallyOf(
  batch: readonly BatchEntry[],
  reports: readonly Pick<Report, "results" | "milliseconds">[],
  stored: readonly SandboxWorklog[],
  existing: number,
): Tally {
  const wanted = batch.map((entry) => contentOf(seedWorklog(entry)));
  const storedContents = stored.map(contentOf);
  const contents = [...new Set([...wanted, ...storedContents])];
  const replies = reports.flatMap(({ results }) => (results ? [results] : []));
  const last = reports.at(-1)?.results ?? [];
  const rowsOf = (results: Results, content: string, is: (row: Row) => boolean) =>
    results.filter((row, index) => wanted[index] === content && is(row)).length;

  const excess = sum(contents.map((it) => countOf(it, storedContents) - countOf(it, wanted)));
  const ids = new Set(stored.map(({ id }) => String(id)));
  const copies = new Set(replies.flat().flatMap(({ possibleDuplicateId }) => possibleDuplicateId ?? []));
  const named = Math.min(excess, [...copies].filter((id) => ids.has(id)).length);

  const lost = replies.map((results) =>
    sum(contents.map((it) => rowsOf(results, it, isStored) - countOf(it, storedContents))),
  );
  const created = replies.flat().flatMap((row) => (isNew(row) ? [row.worklogId] : []));
  const saidNew = new Set(created).size;
  // Rows of the last reply that say "not stored" of what is stored.
  const falseFailures = contents.map((it) => {
    const explained = rowsOf(last, it, (row) => isStored(row) || isUnknown(row));
    return Math.min(
      rowsOf(last, it, (row) => !isStored(row)),
      countOf(it, storedContents) - explained,
    );
  });
  // Worklogs that were stored although every process reports them as not stored.
  const added = storedContents.slice(existing);
  const unreported = contents.map((it) => {
    const reported = replies.map((results) => rowsOf(results, it, (row) => isNew(row) || isUnknown(row)));
    return Math.min(countOf(it, added), countOf(it, wanted)) - sum(reported);
  });
  const falseReports =
    sum(replies.map((results) => falseSuccesses(results, wanted, stored))) +
    // Each worklog is new in one reply at most.
    (created.length - saidNew) +
    sum(falseFailures) +
    (replies.length === reports.length ? sum(unreported) : 0);

  const unknown = last.filter(isUnknown).length;
  return {
    runs: 1,
    entries: batch.length,
    twice: excess - named,
    lost: Math.max(0, ...lost),
    falseReports,
    reportedDuplicates: named,
    unknown,
    failed: batch.length - unknown - last.filter(isStored).length,
    slowest: Math.max(...reports.map(({ milliseconds }) => milliseconds)),
  };
}

/** Rows of a reply whose id is none, or another entry's. */
function falseSuccesses(
  results: Results,
  wanted: readonly string[],
  stored: readonly SandboxWorklog[],
): number {
  const byId = new Map(stored.map((worklog) => [String(worklog.id), contentOf(worklog)]));
  const ids = new Set<string>();
  return results.filter(({ success, worklogId = "" }, index) => {
    const isRepeated = ids.has(worklogId);
    ids.add(worklogId);
    return success && (isRepeated || byId.get(worklogId) !== wanted[index]);
  }).length;
}

const isStored = ({ success }: Row) => success;
const isNew = ({ success, alreadyLogged }: Row) => success && !alreadyLogged;
const isUnknown = ({ error = "" }: Row) => /unknown|may be the same entry/.test(error);

function countOf(content: string, contents: readonly string[]): number {
  return contents.filter((it) => it === content).length;
}

/** The sum of what is above 0. */
function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + Math.max(0, number), 0);
}

export function addTally(total: Tally | undefined, part: Tally): Tally {
  if (!total) return part;
  const added = { ...total };
  for (const key of Object.keys(part) as (keyof Tally)[]) added[key] += part[key];
  return { ...added, slowest: Math.max(total.slowest, part.slowest) };
}
