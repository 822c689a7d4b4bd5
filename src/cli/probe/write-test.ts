import type { ProbedWriting } from "../../generated/outputs.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { updateOwnWorklog } from "../../timesheet/editing/update-worklog.ts";
import type { ExistingWorklog, Timesheet } from "../../timesheet/port.ts";
import { postRange } from "../../timesheet/posting/range.ts";
import { counted } from "../counted.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { type Attempt, attempt } from "./attempt.ts";
import { type Exchange, successOf } from "./exchange.ts";
import { timeOf } from "./forms.ts";
import { deleteLine, notOurs, type OwnWorklog, ownWorklog } from "./own-worklog.ts";
import type { RecordedWrites } from "./record-writes.ts";
import { type Asked, factAt } from "./requests.ts";
import type { Sender } from "./send-requests.ts";

export interface WriteTest {
  issueKey: string;
  date: string;
  /** A text that no other run has. */
  nonce: string;
}

export interface Written {
  writing: ProbedWriting;
  /** The requests that read the worklog and its issue. */
  exchanges: Exchange[];
  exitCode: ExitCode;
  /** The sentence that says what is left. */
  left: string;
}

const MINUTE_IN_HOURS = 1 / 60;

/**
 * Logs one minute by the engine of all tools, changes it to two, and deletes it. The worklog is known by its comment, which no other has;
 * nothing else is ever deleted. An interruption ends it once the worklog is deleted.
 *
 * @throws InvalidInputError if one of an earlier run is left; TimesheetError if the worklogs of the date cannot be read; nothing was logged then
 */
export async function testWriting(
  { issueKey, date, nonce }: WriteTest,
  {
    server,
    timesheet,
    writes,
    sender,
    signal,
    deletion,
    print,
  }: {
    server: ServerContext;
    timesheet: Timesheet;
    writes: RecordedWrites;
    sender: Sender;
    /** An interruption: nothing but deleting the worklog is done after it. */
    signal: AbortSignal;
    /** Ends that too. */
    deletion: AbortSignal;
    print(text: string): void;
  },
): Promise<Written> {
  const settings = { ...server.settings, startTime: undefined };
  const context = (until: AbortSignal) =>
    callContext({ ...server, settings }, timesheet, { signal: until, name: "probe" });
  const { clock } = server;
  const exchanges: Exchange[] = [];

  const range = { startDate: date, endDate: date };
  const earlier = await timesheet.getExistingWorklogs(range, context(signal));
  const issues = await attempt(() => timesheet.findIssues([issueKey], context(signal)));
  const issueId = issues.value?.get(issueKey)?.id;
  const own = ownWorklog({ issueId, date, nonce, earlier }, context, writes, deletion);
  const { comment } = own;
  signal.throwIfAborted();
  print(
    `Logging one minute on ${issueKey} on ${date} with the comment '${comment}'. If this ends before it says what is left, look for that ` +
      "comment, or run it again: it names what is left.\n",
  );

  const estimateBefore = await readEstimate("estimate before");
  const posted = await attempt(() =>
    postRange({ issueKey, hours: MINUTE_IN_HOURS, startDate: date, description: comment }, context(signal)),
  );
  const postedAt = clock.now();
  const [day] = posted.value?.days ?? [];
  if (day) own.mayTake(day.stored.seconds);
  const named = day?.stored.id;
  const id = named !== undefined && (await own.isOurs(named)) ? named : await own.find();
  if (id === undefined) {
    const writing = { logged: codeOf(posted), changed: "not tried", deleted: "not tried" } as const;
    const error = posted.error ?? notOurs(named ?? "");
    if (!error.mayBeStored && writes.mostStored() === 0)
      return ended(
        { ...writing, left: "nothing" },
        EXIT_CODE_BY_ERROR[error.code],
        `Nothing was logged: ${error.message}`,
      );
    const why = signal.aborted ? "the probe was interrupted." : error.facts;
    const left = `It is not known whether the minute was logged: ${why} If it appears, it has the comment '${comment}'; running this again names it.`;
    return ended({ ...writing, left: "unknown" }, EXIT_CODE_BY_ERROR.outcome_unknown, left);
  }

  const first = await readWorklog("logged worklog", id);
  const isListed = (worklogs: readonly ExistingWorklog[]) => worklogs.some((worklog) => worklog.id === id);
  const listedAfter = await waitForList(postedAt, isListed, signal);
  const estimateLogged = await readEstimate("estimate after logging");
  const changed = await attempt(async () => {
    await own.requireOurs(id);
    own.mayTake(2 * 60);
    return updateOwnWorklog(id, { hours: 2 * MINUTE_IN_HOURS }, context(signal));
  });
  if (changed.value) own.mayTake(changed.value.now.seconds);
  const second = changed.error ? undefined : await readWorklog("changed worklog", id);
  const { failed, mayAppear, deletedAt } = await own.delete(id);
  const isUnlisted = (worklogs: readonly ExistingWorklog[]) => own.ofThisRun(worklogs).length === 0;
  const unlistedAfter = failed ? undefined : await waitForList(deletedAt, isUnlisted, deletion);
  const mayBeThere = !failed && unlistedAfter === undefined;
  const estimateDeleted = await readEstimate("estimate after deleting");
  const remainingEstimate = estimateChange(estimateBefore, estimateLogged, estimateDeleted);
  const writing: Omit<ProbedWriting, "left"> = {
    logged: codeOf(posted),
    changed: codeOf(changed),
    deleted: failed ? failed.error.code : "yes",
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
  if (failed) {
    const { value, error } = await attempt(() => timesheet.readWorklog(failed.id, context(deletion)));
    const isThere = !error && value !== undefined;
    if (value && !own.isOfThisRun(failed.id, value)) {
      return ended(
        { ...writing, left: "unknown" },
        EXIT_CODE_BY_ERROR.outcome_unknown,
        `Worklog ${failed.id} is no longer the minute that was logged, so it was not deleted. Look at it in Tempo; the minute had the ` +
          `comment '${comment}' on ${date}.`,
      );
    }
    const why = deletion.aborted ? "the time to delete it is over." : failed.error.message;
    return ended(
      { ...writing, left: isThere ? "the worklog" : "unknown" },
      EXIT_CODE_BY_ERROR[failed.error.mayBeStored ? "outcome_unknown" : "partial_failure"],
      `Worklog ${failed.id} on ${date} with the comment '${comment}' ${isThere ? "is" : "may be"} left: ${why} ` +
        `Delete it: ${deleteLine(failed.id)}`,
    );
  }
  if (mayBeThere) {
    return ended(
      { ...writing, left: "unknown" },
      EXIT_CODE_BY_ERROR.outcome_unknown,
      `Tempo says that worklog ${id} on ${date} with the comment '${comment}' was deleted, but no list without it could be read. Look for ` +
        `it later; if it is there, delete it: ${deleteLine(id)}`,
    );
  }
  if (mayAppear > 0) {
    return ended(
      { ...writing, left: "unknown" },
      EXIT_CODE_BY_ERROR.outcome_unknown,
      `The worklog was deleted, but Tempo gave no usable answer to ${counted(mayAppear, "request")} that logged it. If it stores one late, ` +
        `that has the comment '${comment}' on ${date}; running this again names it.`,
    );
  }
  const said = changed.error && !signal.aborted ? ` It was not changed: ${changed.error.message}` : "";
  return ended(
    { ...writing, left: "nothing" },
    changed.error ? EXIT_CODE_BY_ERROR[changed.error.code] : 0,
    `The worklog was deleted; nothing is left.${said}`,
  );

  function ended(result: ProbedWriting, exitCode: ExitCode, left: string): Written {
    return { writing: result, exchanges, exitCode, left };
  }

  async function readWorklog(name: Asked["name"], worklog: string): Promise<unknown> {
    sender.facts.set("worklog", worklog);
    return read(
      name,
      "tempo",
      sender.isCloud ? "/4/worklogs/{worklog}" : "/rest/tempo-timesheets/4/worklogs/{worklog}",
    );
  }

  async function readEstimate(name: Asked["name"]): Promise<string | undefined> {
    sender.facts.set("issueKey", issueKey);
    const path = `/rest/api/${sender.isCloud ? 3 : 2}/issue/{issueKey}?fields=timetracking`;
    const body = await read(name, "jira", path);
    if (body === undefined) return undefined;
    return factAt(body, ["fields", "timetracking", "remainingEstimateSeconds"]) ?? "none";
  }

  async function read(name: Asked["name"], service: Asked["service"], path: string): Promise<unknown> {
    const exchange = await sender.send({ name, service, method: "GET", path }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!exchange) return undefined;
    exchanges.push(exchange);
    return successOf(exchange);
  }

  /** The time from a moment until a list was asked for that is as it should be; undefined if that takes too long. */
  async function waitForList(since: number, isSo: Parameters<OwnWorklog["isListed"]>[0], until: AbortSignal) {
    return (await own.isListed(isSo, until)) ? timeOf(Math.max(0, writes.lastSentAt() - since)) : undefined;
  }
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

function estimateChange(
  before: string | undefined,
  logged: string | undefined,
  deleted: string | undefined,
): ProbedWriting["remainingEstimate"] {
  if (before === undefined || logged === undefined || deleted === undefined) return undefined;
  if (before === "none") return "none";
  if (logged === before && deleted === before) return "never changed";
  return deleted === before ? "changed and came back" : "changed";
}
