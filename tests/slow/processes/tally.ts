import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import { BATCH, contentOf } from "./batch.ts";
import type { Report, Result } from "./client.ts";

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

type Counts = Map<string, number>;

/**
 * Compares what is stored with what all processes reported.
 *
 * @param reports in the order in which the processes were started; the last one was not interrupted
 * @param existing how many worklogs the store had before, which are its first ones
 */
export function tallyOf(
  reports: readonly Report[],
  stored: readonly SandboxWorklog[],
  existing: number,
): Tally {
  const replies = reports.flatMap(({ results }) => (results ? [results] : []));
  const rows = replies.flat();
  const last = reports.at(-1)?.results ?? [];
  const unknown = last.filter(isUnknown).length;
  const byId = new Map(stored.map((worklog) => [String(worklog.id), worklog]));
  const storedCounts = countBy(stored.map(contentOf));
  const wanted = countBy(BATCH.map(contentOf));
  const copies = new Set(rows.flatMap(({ possibleDuplicateId }) => possibleDuplicateId ?? []));
  const excess = sum([...storedCounts].map(([content, count]) => count - (wanted.get(content) ?? 0)));
  const named = Math.min(excess, [...copies].filter((id) => byId.has(id)).length);

  const lost = replies.map((results) => {
    const counts = countBy(BATCH.filter((_, index) => results[index]?.success).map(contentOf));
    return sum([...counts].map(([content, count]) => count - (storedCounts.get(content) ?? 0)));
  });
  const created = rows.flatMap(({ worklogId, alreadyLogged }) =>
    worklogId && !alreadyLogged ? [worklogId] : [],
  );
  const falseReports =
    sum(replies.map((results) => falseSuccesses(results, byId))) +
    // Each worklog is new in one reply at most.
    (created.length - new Set(created).size) +
    falseFailures(last, storedCounts) +
    (replies.length === reports.length ? unreported(replies, stored.slice(existing)) : 0);
  return {
    runs: 1,
    entries: BATCH.length,
    twice: excess - named,
    lost: Math.max(0, ...lost),
    falseReports,
    reportedDuplicates: named,
    unknown,
    failed: BATCH.length - unknown - last.filter(({ success }) => success).length,
    slowest: Math.max(...reports.map(({ milliseconds }) => milliseconds)),
  };
}

/** Rows of a reply whose id is none, or another entry's. */
function falseSuccesses(results: readonly Result[], byId: ReadonlyMap<string, SandboxWorklog>): number {
  const ids = new Set<string>();
  return BATCH.filter((entry, index) => {
    const { success = false, worklogId = "" } = results[index] ?? {};
    const worklog = byId.get(worklogId);
    const isRepeated = ids.has(worklogId);
    ids.add(worklogId);
    return success && (isRepeated || !worklog || contentOf(worklog) !== contentOf(entry));
  }).length;
}

/** Rows of the last reply that say "not stored" of what is stored. */
function falseFailures(results: readonly Result[], storedCounts: Counts): number {
  const explained = countBy(
    BATCH.filter((_, index) => {
      const row = results[index];
      return row && (row.success || isUnknown(row));
    }).map(contentOf),
  );
  const failed = countBy(
    BATCH.filter((_, index) => results[index] && !results[index].success).map(contentOf),
  );
  return sum(
    [...failed].map(([content, count]) =>
      Math.min(count, (storedCounts.get(content) ?? 0) - (explained.get(content) ?? 0)),
    ),
  );
}

/** Worklogs that were stored although every process reports them as not stored. */
function unreported(replies: readonly Result[][], added: readonly SandboxWorklog[]): number {
  const reported = countBy(
    replies.flatMap((results) =>
      BATCH.filter((_, index) => {
        const row = results[index];
        return row && ((row.success && !row.alreadyLogged) || isUnknown(row));
      }).map(contentOf),
    ),
  );
  const wanted = countBy(BATCH.map(contentOf));
  return sum(
    [...countBy(added.map(contentOf))].map(
      ([content, count]) => Math.min(count, wanted.get(content) ?? 0) - (reported.get(content) ?? 0),
    ),
  );
}

function isUnknown({ error }: Result): boolean {
  return /unknown|may be the same entry/.test(error ?? "");
}

function countBy(contents: readonly string[]): Counts {
  const counts: Counts = new Map();
  for (const content of contents) counts.set(content, (counts.get(content) ?? 0) + 1);
  return counts;
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

/** One line of a summary. */
export function describeTally(name: string, tally: Tally): string {
  const { runs, entries, twice, lost, falseReports, reportedDuplicates, unknown, failed, slowest } = tally;
  return (
    `${name}: ${runs} runs, ${entries} entries: ${twice} twice, ${lost} lost, ${falseReports} false reports; ` +
    `${unknown} unknown, ${failed} failed, ${reportedDuplicates} possible duplicates reported; ` +
    `slowest answer ${(slowest / 1000).toFixed(1)} s`
  );
}
