import { callContext, type ServerContext } from "../../server/context.ts";
import { updateOwnWorklog } from "../../timesheet/editing/update-worklog.ts";
import type { ExistingWorklog, Timesheet } from "../../timesheet/port.ts";
import { postRange } from "../../timesheet/posting/entries.ts";
import { attempt } from "./attempt.ts";
import { type Exchange, successOf } from "./exchange.ts";
import { timeOf } from "./forms.ts";
import { notOurs, type OwnWorklog, ownWorklog } from "./own-worklog.ts";
import type { RecordedWrites } from "./record-writes.ts";
import { type Asked, factAt } from "./requests.ts";
import type { Sender } from "./send-requests.ts";
import { deleted, notDeleted, notLogged, type WriteResult } from "./write-result.ts";

export interface WriteTest {
  issueKey: string;
  date: string;
  /** A text that no other run has. */
  nonce: string;
}

export interface Written extends WriteResult {
  /** The requests that read the worklog and its issue. */
  exchanges: Exchange[];
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
    const error = posted.error ?? notOurs(named ?? "");
    const mayBeStored = error.mayBeStored || writes.mostStored() > 0;
    const isInterrupted = signal.aborted;
    return { ...notLogged(posted, error, { mayBeStored, isInterrupted, comment }), exchanges };
  }

  const first = await readWorklog("logged worklog", id);
  const isListed = (worklogs: readonly ExistingWorklog[]) => worklogs.some((worklog) => worklog.id === id);
  const listedAfter = await waitForList(postedAt, isListed, signal);
  const estimateLogged = await readEstimate("estimate after logging");
  const changed = await attempt(() =>
    updateOwnWorklog(id, { hours: 2 * MINUTE_IN_HOURS }, context(signal), (now) => {
      own.requireOurs(now);
      own.mayTake(2 * 60);
    }),
  );
  if (changed.value) own.mayTake(changed.value.now.seconds);
  const second = changed.error ? undefined : await readWorklog("changed worklog", id);
  const { failed, mayAppear, deletedAt } = await own.delete(id);
  const isUnlisted = (worklogs: readonly ExistingWorklog[]) => own.ofThisRun(worklogs).length === 0;
  const unlistedAfter = failed ? undefined : await waitForList(deletedAt, isUnlisted, deletion);
  const estimateDeleted = await readEstimate("estimate after deleting");
  const estimates = { before: estimateBefore, logged: estimateLogged, deleted: estimateDeleted };
  const seen = { posted, changed, first, second, listedAfter, unlistedAfter, estimates };
  if (failed) {
    const { value } = await attempt(() => timesheet.readWorklog(failed.id, context(deletion)));
    const isOurs = value && own.isOfThisRun(failed.id, value);
    const isOutOfTime = deletion.aborted;
    const minute = { id: failed.id, date, comment };
    return { ...notDeleted(seen, failed.error, minute, { isOurs, isOutOfTime }), exchanges };
  }
  const isInterrupted = signal.aborted;
  return { ...deleted(seen, { id, date, comment }, { mayAppear, isInterrupted }), exchanges };

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
