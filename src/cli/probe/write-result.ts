import type { ProbedWriting } from "../../generated/outputs.ts";
import type { TimesheetError } from "../../timesheet/errors.ts";
import { counted } from "../counted.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import type { Attempt } from "./attempt.ts";
import { deleteLine } from "./own-worklog.ts";

/** The result of a write test, for the report, for a script and for the user. */
export interface WriteResult {
  writing: ProbedWriting;
  exitCode: ExitCode;
  /** The sentence that says what is left. */
  left: string;
}

/** The observations of the worklog, up to its deletion; undefined where something could not be read. */
export interface Seen {
  posted: Attempt<unknown>;
  changed: Attempt<unknown>;
  /** The worklog as it was logged. */
  first: unknown;
  /** The worklog as it was changed. */
  second: unknown;
  listedAfter: ProbedWriting["listedAfter"];
  unlistedAfter: ProbedWriting["unlistedAfter"];
  /** The remaining estimate; "none" if it has none. */
  estimates: { before: string | undefined; logged: string | undefined; deleted: string | undefined };
}

interface Minute {
  id: string;
  date: string;
  comment: string;
}

/** @param error why no worklog of this run was found */
export function notLogged(
  posted: Attempt<unknown>,
  error: TimesheetError,
  {
    mayBeStored,
    isInterrupted,
    comment,
  }: { mayBeStored: boolean; isInterrupted: boolean; comment: Minute["comment"] },
): WriteResult {
  const writing = { logged: codeOf(posted), changed: "not tried", deleted: "not tried" } as const;
  if (!mayBeStored) {
    return {
      writing: { ...writing, left: "nothing" },
      exitCode: EXIT_CODE_BY_ERROR[error.code],
      left: `Nothing was logged: ${error.message}`,
    };
  }
  const why = isInterrupted ? "the probe was interrupted." : error.facts;
  return unknown(
    writing,
    `It is not known whether the minute was logged: ${why} If it appears, it has the comment '${comment}'; running this again names it.`,
  );
}

/** @param isOurs whether the worklog that has its id is the minute; undefined if none could be read */
export function notDeleted(
  seen: Seen,
  error: TimesheetError,
  { id, date, comment }: Minute,
  { isOurs, isOutOfTime }: { isOurs: boolean | undefined; isOutOfTime: boolean },
): WriteResult {
  const writing = writingOf(seen, error.code);
  if (isOurs === false) {
    return unknown(
      writing,
      `Worklog ${id} is no longer the minute that was logged, so it was not deleted. Look at it in Tempo; the minute had the ` +
        `comment '${comment}' on ${date}.`,
    );
  }
  const why = isOutOfTime ? "the time to delete it is over." : error.message;
  return {
    writing: { ...writing, left: isOurs ? "the worklog" : "unknown" },
    exitCode: EXIT_CODE_BY_ERROR[error.mayBeStored ? "outcome_unknown" : "partial_failure"],
    left:
      `Worklog ${id} on ${date} with the comment '${comment}' ${isOurs ? "is" : "may be"} left: ${why} ` +
      `Delete it: ${deleteLine(id)}`,
  };
}

/** @param mayAppear the number of worklogs that may still be stored */
export function deleted(
  seen: Seen,
  { id, date, comment }: Minute,
  { mayAppear, isInterrupted }: { mayAppear: number; isInterrupted: boolean },
): WriteResult {
  const writing = writingOf(seen, "yes");
  if (seen.unlistedAfter === undefined) {
    return unknown(
      writing,
      `Tempo says that worklog ${id} on ${date} with the comment '${comment}' was deleted, but no list without it could be read. Look for ` +
        `it later; if it is there, delete it: ${deleteLine(id)}`,
    );
  }
  if (mayAppear > 0) {
    return unknown(
      writing,
      `The worklog was deleted, but Tempo gave no usable answer to ${counted(mayAppear, "request")} that logged it. If it stores one late, ` +
        `that has the comment '${comment}' on ${date}; running this again names it.`,
    );
  }
  const { error } = seen.changed;
  const said = error && !isInterrupted ? ` It was not changed: ${error.message}` : "";
  return {
    writing: { ...writing, left: "nothing" },
    exitCode: error ? EXIT_CODE_BY_ERROR[error.code] : 0,
    left: `The worklog was deleted; nothing is left.${said}`,
  };
}

function unknown(writing: Omit<ProbedWriting, "left">, left: string): WriteResult {
  return { writing: { ...writing, left: "unknown" }, exitCode: EXIT_CODE_BY_ERROR.outcome_unknown, left };
}

function writingOf(
  { posted, changed, first, second, listedAfter, unlistedAfter, estimates }: Seen,
  isDeleted: ProbedWriting["deleted"],
): Omit<ProbedWriting, "left"> {
  const remainingEstimate = estimateChange(estimates);
  return {
    logged: codeOf(posted),
    changed: codeOf(changed),
    deleted: isDeleted,
    ...(listedAfter !== undefined && { listedAfter }),
    ...(unlistedAfter !== undefined && { unlistedAfter }),
    ...(first !== undefined && { startTime: startTimeOf(first) }),
    ...(first !== undefined &&
      second !== undefined && {
        createdAt: compared(first, second, CREATED),
        updatedAt: compared(first, second, UPDATED),
      }),
    ...(remainingEstimate && { remainingEstimate }),
  };
}

function codeOf({ error }: Attempt<unknown>): ProbedWriting["logged"] {
  return error ? error.code : "yes";
}

const CREATED = ["createdAt", "dateCreated"];
const UPDATED = ["updatedAt", "dateUpdated"];

function compared(
  first: unknown,
  second: unknown,
  keys: readonly string[],
): NonNullable<ProbedWriting["createdAt"]> {
  const [before, after] = [first, second].map((body) => textAt(body, keys));
  if (before === undefined || after === undefined) return "none";
  return before === after ? "kept" : "changed";
}

function textAt(body: unknown, keys: readonly string[]): string | undefined {
  const found = Object.entries(body ?? {}).find(([key]) => keys.includes(key));
  return found && String(found[1]);
}

/** Cloud has it by itself, Data Center within `started`. */
function startTimeOf(body: unknown): NonNullable<ProbedWriting["startTime"]> {
  const time = textAt(body, ["startTime"]) ?? textAt(body, ["started"])?.slice(11, 19) ?? "";
  if (time === "") return "none";
  if (time === "00:00:00") return "midnight";
  return time === "08:00:00" ? "08:00" : "another";
}

function estimateChange({ before, logged, deleted }: Seen["estimates"]): ProbedWriting["remainingEstimate"] {
  if (before === undefined || logged === undefined || deleted === undefined) return undefined;
  if (before === "none") return "none";
  if (logged === before && deleted === before) return "never changed";
  return deleted === before ? "changed and came back" : "changed";
}
