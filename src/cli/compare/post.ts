import type { DetailedWorklogEntry } from "../../generated/inputs.ts";
import type { ComparePost } from "../../generated/outputs.ts";
import { lenientKey } from "../../timesheet/content.ts";
import { InvalidInputError, type TimesheetError } from "../../timesheet/errors.ts";
import { sayFarDates } from "../../timesheet/far-dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import type { WorkAttribute } from "../../timesheet/port.ts";
import type { RowOutcome } from "../../timesheet/posting/batch.ts";
import { totalHours } from "../../timesheet/totals.ts";
import { storedStart } from "../../timesheet/worklogs.ts";
import { logRows, planRows, refusalOf } from "../log/log-rows.ts";
import type { Pair, SiteWorklog } from "./match.ts";
import type { Call, MovedWorklog, Site } from "./read-sites.ts";

/** The attributes that a worklog can have on the second site, and the names of those that it cannot. */
function attributesOf({ attributes }: MovedWorklog, catalogue: readonly WorkAttribute[]) {
  const given: Record<string, string> = {};
  const lost: string[] = [];
  for (const [key, { name, value, shown }] of attributes) {
    const attribute = catalogue.find((it) => it.name.toLowerCase() === key);
    const { values = [] } = attribute ?? {};
    const known = values.find((it) => it.name === shown) ?? values.find((it) => it.value === value);
    if (!attribute || (values.length > 0 && !known)) lost.push(values.length > 0 ? `${name} ${shown}` : name);
    else given[attribute.key] = known?.value ?? value;
  }
  return { given, lost };
}

/** Sentences for the work attributes that missing worklogs would be logged without, and for dates that are far from today. */
export function warningsOf(
  missing: readonly MovedWorklog[],
  catalogue: readonly WorkAttribute[],
  { name: profile, server }: Site,
): string[] {
  const far = sayFarDates(
    missing.map(({ date }) => date),
    server.today(),
  );
  const lost = missing.flatMap((worklog) => attributesOf(worklog, catalogue).lost);
  const leftOut = [...groupBy(lost, (name) => name)].map(
    ([name, { length }]) =>
      `${profile} has no work attribute ${name}, so ${length} of the missing are logged without it.`,
  );
  return far === undefined ? leftOut : [...leftOut, far];
}

/** @param given values of attributes by their keys */
function entryOf(
  worklog: SiteWorklog,
  issueKey: string,
  given: Record<string, string>,
): DetailedWorklogEntry {
  const { date, seconds, billableSeconds, comment, startTime = "" } = worklog;
  const start = storedStart(startTime).startTime?.padStart("00:00:00".length, "0").slice(0, "00:00".length);
  return {
    issueKey,
    date,
    hours: seconds / 3600,
    billable: billableSeconds > 0,
    description: comment,
    ...(start && { startTime: start }),
    ...(Object.keys(given).length > 0 && { attributes: given }),
  };
}

/** The result of logging, and why some was not logged. */
interface PostedMissing extends ComparePost {
  errors: TimesheetError[];
}

/**
 * Logs missing worklogs on the second site. The engine counts equal entries of a date against what exists, so those that are there go
 * first in the same call, as they are on the first site: two are wanted where one exists, even if storing has changed that one.
 *
 * @param pairs those that are there
 * @param catalogue its work attributes; empty if no missing worklog has any
 */
export async function postMissing(
  missing: readonly MovedWorklog[],
  pairs: readonly Pair<MovedWorklog>[],
  catalogue: readonly WorkAttribute[],
  { server }: Site,
  call: Call,
): Promise<PostedMissing> {
  const outcomeOf = new Map<MovedWorklog, RowOutcome>();
  for (const worklog of missing) {
    const reason = refusalOf(worklog, server.today());
    if (reason !== undefined)
      outcomeOf.set(worklog, { failure: new InvalidInputError(`Not sent: ${reason}. Log it in Tempo.`) });
  }
  const sent = missing.filter((worklog) => !outcomeOf.has(worklog));
  const rows = sent.map((worklog) =>
    entryOf(worklog, worklog.newKey, attributesOf(worklog, catalogue).given),
  );
  const byContent = groupBy(sent, (worklog) => lenientKey(worklog.issueId, worklog));
  const alike = pairs.flatMap(({ one, other }) => {
    const equal = byContent.get(lenientKey(one.issueId, one)) ?? [];
    // The engine takes entries with more attributes first, so each gives the same ones.
    const given = catalogue
      .map(({ key, name }) => ({ key, name: name.toLowerCase() }))
      .filter(({ name }) => equal.some(({ attributes }) => attributes.has(name)))
      .map(({ key, name }) => [key, other.attributes.get(name)?.value ?? ""]);
    return equal.length > 0 ? [entryOf(one, one.newKey, Object.fromEntries(given))] : [];
  });
  // One that the engine does not know is none that it would take for a missing one.
  const planned = alike.length === 0 ? [] : await planRows(alike, server, call);
  const existing = alike.filter((_, index) => {
    const outcome = planned[index];
    return outcome && "stored" in outcome;
  });
  const { outcomes, batch } = await logRows([...existing, ...rows], server, call);
  for (const [index, worklog] of sent.entries())
    outcomeOf.set(worklog, outcomes[existing.length + index] as RowOutcome);
  const stored = [...outcomeOf.values()].flatMap((outcome) => ("stored" in outcome ? [outcome] : []));
  const fresh = stored.filter(({ alreadyLogged }) => !alreadyLogged);
  const failed = missing.flatMap((worklog) => {
    const outcome = outcomeOf.get(worklog);
    return outcome && "failure" in outcome ? [{ worklog, error: outcome.failure }] : [];
  });
  return {
    logged: fresh.length,
    totalHours: totalHours(fresh.map((it) => it.stored)),
    ...(fresh.length < stored.length && { alreadyLogged: stored.length - fresh.length }),
    ...(batch !== undefined && { batch: String(batch) }),
    failures: failed.map(({ worklog: { date, key }, error }) => ({
      date,
      issueKey: key,
      error: error.text.shell,
    })),
    errors: failed.map(({ error }) => error),
  };
}
