import type { UncomparedPart } from "../../generated/outputs.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { FILLED_BY_TEMPO } from "../../tempo/work-attributes.ts";
import { lenientComment } from "../../timesheet/content.ts";
import { addDays, type DateRange, isWithin } from "../../timesheet/dates.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import type { Issue, WorkAttribute } from "../../timesheet/port.ts";
import { hasAttributes } from "../../timesheet/totals/read-cells.ts";
import { waitingLong } from "../say-waiting.ts";
import type { NamedValue, SiteWorklog } from "./match.ts";

/** One of the two sites that are compared. */
export interface Site {
  /** The name of its profile. */
  name: string;
  server: ServerContext;
}

export type Sites = readonly [first: Site, second: Site];

export interface Call {
  signal: AbortSignal;
  /** The name of the command. */
  name: string;
}

/** A worklog of the first site, on an issue that the other one knows. */
export interface MovedWorklog extends SiteWorklog {
  /** The key of its issue on the first site. */
  key: string;
  /** The key on the second site. */
  newKey: string;
}

export interface ReadSites {
  /** The worklogs of the first site. */
  moved: MovedWorklog[];
  /** The others of the range, whose issue one of the sites does not show. */
  hidden: SiteWorklog[];
  /** The worklogs of the second site. */
  there: SiteWorklog[];
  /** The reasons why some cannot be compared. */
  unknown: UncomparedPart[];
  /** The work attributes of the second site; empty if no worklog has any. */
  catalogue: readonly WorkAttribute[];
}

/** A site could not be read. */
export class UnreadSiteError extends Error {
  readonly reason: TimesheetError;

  constructor({ name }: Site, reason: TimesheetError) {
    super(`Nothing was compared, since ${name} could not be read: ${reason.text.shell}`);
    this.reason = reason;
  }
}

/** Waits for an answer of a site. @throws UnreadSiteError if it gives none */
export async function ask<Value>(site: Site, answer: Promise<Value>): Promise<Value> {
  return answer.catch((error: unknown) => {
    const isReason = error instanceof TimesheetError && error.code !== "cancelled";
    throw isReason ? new UnreadSiteError(site, error) : error;
  });
}

/**
 * The days that are read before and after the range: of worklogs that are equal on many days, each can be taken for its neighbour's, so
 * that a shift is only seen where the first or the last one is read.
 */
const DAYS_AROUND = 14;

/** Reads the user's own worklogs, and by which keys the second site knows their issues. It only reads. @throws UnreadSiteError */
export async function readSites(sites: Sites, range: DateRange, call: Call): Promise<ReadSites> {
  const [first, second] = sites;
  const read = {
    startDate: addDays(range.startDate, -DAYS_AROUND),
    endDate: addDays(range.endDate, DAYS_AROUND),
  };
  const [ours, theirs] = await Promise.all([
    ask(first, readSite(first, read, call)),
    ask(second, readSite(second, read, call)),
  ]);
  const issues = await ask(first, ours.issuesById(ours.worklogs.map(({ issueId }) => issueId)));
  const keys = [...issues.values()].filter(({ id, key }) => key !== id).map(({ key }) => key);
  const found = await ask(second, theirs.findIssues(keys));
  const moved: MovedWorklog[] = [];
  const hidden: (SiteWorklog & { key: string })[] = [];
  for (const worklog of ours.worklogs) {
    const key = issues.get(worklog.issueId)?.key ?? worklog.issueId;
    const issue = found.get(key);
    if (issue) moved.push({ ...worklog, issueId: issue.id, key, newKey: issue.key });
    else if (isWithin(range, worklog.date)) hidden.push({ ...worklog, key });
  }
  const unknown = [...groupBy(hidden, ({ key }) => key)].map(([key, { length }]) =>
    hiddenIssue(key, length, sites),
  );
  const hasAttributes = moved.some(({ attributes }) => attributes.size > 0);
  const catalogue = hasAttributes ? await ask(second, theirs.catalogue()) : [];
  return { moved, hidden, there: theirs.worklogs, unknown, catalogue };
}

/** @param key the key on the first site, or the issue's id if that site does not show it */
function hiddenIssue(issueKey: string, entryCount: number, [first, second]: Sites): UncomparedPart {
  const { name: profile } = /^\d+$/.test(issueKey) ? first : second;
  const reason = `The Jira of ${profile} does not show you issue ${issueKey}: it is not there, or you have no access to it.`;
  return { profile, issueKey, entryCount, reason };
}

/** The user's worklogs on a site, and questions to it. */
interface ReadSite {
  /** Their ids of issues are the site's own. */
  worklogs: SiteWorklog[];
  issuesById(ids: string[]): Promise<Map<string, Issue>>;
  /** Returns issues by the keys that they have or had. */
  findIssues(keys: string[]): Promise<Map<string, Issue>>;
  /** Returns the work attributes, which are read once. */
  catalogue(): Promise<WorkAttribute[]>;
}

/** Data Center lists the worklogs of a range in one response: each has those of so many days. */
const DAYS_AT_ONCE = 31;

async function readSite({ server }: Site, range: DateRange, call: Call): Promise<ReadSite> {
  const timesheet = await server.openTimesheet();
  const context = callContext(waitingLong(server), timesheet, call);
  let known: Promise<WorkAttribute[]> | undefined;
  const catalogue = () => (known ??= timesheet.workAttributes(context));
  const worklogs: SiteWorklog[] = [];
  let names: ReadonlyMap<string, WorkAttribute> = new Map();
  // Tens of thousands of worklogs have a few texts and attributes, each of which is kept once.
  const same = remembering((text) => text);
  const comments = remembering((comment) => ({ comment, text: lenientComment(comment) }));
  const values = remembering((attributes) => namedValues(JSON.parse(attributes), names));
  for (const part of partsOf(range))
    for await (const found of timesheet.worklogParts(part, undefined, context)) {
      if (names.size === 0 && found.some(hasAttributes))
        names = new Map((await catalogue()).map((attribute) => [attribute.key, attribute]));
      for (const { id, issueId, date, startTime, seconds, billableSeconds, comment, attributes } of found)
        worklogs.push({
          id,
          issueId: same(issueId),
          date: same(date),
          ...(startTime !== undefined && { startTime: same(startTime) }),
          seconds,
          billableSeconds,
          ...comments(comment),
          attributes: values(JSON.stringify([...attributes])),
        });
    }
  return {
    worklogs,
    issuesById: (ids) => timesheet.issuesById(ids, context),
    findIssues: (keys) => timesheet.findIssues(keys, context),
    catalogue,
  };
}

function remembering<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
}

function partsOf({ startDate, endDate }: DateRange): DateRange[] {
  const parts: DateRange[] = [];
  for (let start = startDate; start <= endDate; start = addDays(start, DAYS_AT_ONCE)) {
    const last = addDays(start, DAYS_AT_ONCE - 1);
    parts.push({ startDate: start, endDate: last < endDate ? last : endDate });
  }
  return parts;
}

function namedValues(
  attributes: readonly [key: string, value: string][],
  names: ReadonlyMap<string, WorkAttribute>,
): ReadonlyMap<string, NamedValue> {
  return new Map(
    attributes.flatMap(([key, value]): [string, NamedValue][] => {
      const { name = key, type, values = [] } = names.get(key) ?? {};
      if (value === "" || type === FILLED_BY_TEMPO) return [];
      const shown = values.find((it) => it.value === value)?.name ?? value;
      return [[name.toLowerCase(), { name, value, shown }]];
    }),
  );
}
