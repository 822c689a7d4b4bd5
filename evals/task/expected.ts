import type { Fact, Task, Worklog } from "../generated/task.ts";
import {
  billableSeconds,
  issueIdOf,
  type ReadSeed,
  readWorklog,
  type SeedWorklog,
  secondsOf,
} from "./seed.ts";

/** A worklog that must exist at the end. What is undefined may be anything. */
export interface ExpectedWorklog {
  /** Why it must exist: it was there before and stays, was changed, or is new. */
  origin: "kept" | "changed" | "added";
  accountId: string;
  issueId: number;
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string | undefined;
  commentHas: readonly Fact[];
  startTime: string | undefined;
  attributes: Record<string, string> | undefined;
  /** The worklog of the seed that was changed into it. */
  before?: ExpectedWorklog;
}

export interface ExpectedWorklogs {
  all: ExpectedWorklog[];
  /** Worklogs that were right at some time, and are not any more: removed or changed ones of the seed, and those of `interim`. */
  outdated: ExpectedWorklog[];
}

/** @throws if the task names a worklog that its seed does not have */
export function expectedWorklogs(task: Task, { seed, worklogs }: ReadSeed): ExpectedWorklogs {
  const { added = [], removed = [], changed = {} } = task.check.worklogs ?? {};
  const refs = new Set(worklogs.flatMap(({ ref }) => ref ?? []));
  for (const ref of [...removed, ...Object.keys(changed)])
    if (!refs.has(ref)) throw new Error(`${task.id}: no worklog of the seed has the ref ${ref}`);

  const all: ExpectedWorklog[] = [];
  const outdated: ExpectedWorklog[] = [];
  for (const worklog of worklogs) {
    const { ref } = worklog;
    const change = ref === undefined ? undefined : changed[ref];
    const before = asBefore(worklog);
    if (ref !== undefined && removed.includes(ref)) outdated.push(before);
    else if (!change) all.push(before);
    else {
      outdated.push(before);
      const hasTime = change.hours !== undefined || change.time !== undefined;
      const seconds = hasTime ? secondsOf(task, change) : before.seconds;
      const share = before.billableSeconds / before.seconds;
      all.push({
        ...before,
        origin: "changed",
        before,
        ...(change.issue !== undefined && { issueId: issueIdOf(task, seed, change.issue) }),
        ...(change.date !== undefined && { date: change.date }),
        seconds,
        billableSeconds:
          change.billable === undefined
            ? Math.round(seconds * share)
            : billableSeconds(change.billable, seconds),
        ...(change.comment !== undefined && { comment: change.comment }),
        ...(change.commentHas && { comment: undefined, commentHas: change.commentHas }),
        // Deleting it and logging it anew may lose these; a task that minds names them.
        startTime: change.start === undefined ? undefined : `${change.start}:00`,
        attributes: change.attributes,
      });
    }
  }
  const described = (list: readonly Worklog[]) =>
    list.flatMap((worklog) =>
      readWorklog(task, seed, worklog, seed.me.accountId).map((it) => asNew(it, worklog)),
    );
  return {
    all: [...all, ...described(added)],
    outdated: [...outdated, ...described(task.check.interim ?? [])],
  };
}

function asBefore(worklog: SeedWorklog): ExpectedWorklog {
  const { accountId, issueId, startDate, timeSpentSeconds, description, startTime, attributes } = worklog;
  return {
    origin: "kept",
    accountId,
    issueId,
    date: startDate,
    seconds: timeSpentSeconds,
    billableSeconds: worklog.billableSeconds,
    comment: description,
    commentHas: [],
    startTime,
    attributes,
  };
}

function asNew(stored: SeedWorklog, { comment, commentHas = [] }: Worklog): ExpectedWorklog {
  return { ...asBefore(stored), origin: "added", comment, commentHas };
}
