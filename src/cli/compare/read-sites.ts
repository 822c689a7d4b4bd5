import type { UncomparedPart } from "../../generated/outputs.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { FILLED_BY_TEMPO } from "../../tempo/work-attributes.ts";
import type { CallContext } from "../../timesheet/call-context.ts";
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
  /** The dates whose worklogs were read: those of the range, and those around it. */
  read: DateRange;
  /** The worklogs of the first site. */
  moved: MovedWorklog[];
  /** The others of the range, whose issue one of the sites does not show. */
  hidden: SiteWorklog[];
  /** The worklogs of the second site. */
  there: SiteWorklog[];
  /** The number of those of the range on issues that the second site does not show; 0 if none is hidden on the first. */
  hiddenThere: number;
  /** The reasons why something cannot be compared. */
  unknown: UncomparedPart[];
  /** Why work attributes cannot be compared. */
  unnamed: TimesheetError | undefined;
}

/** A site could not be read. */
export class UnreadSiteError extends Error {
  readonly site: Site;
  readonly reason: TimesheetError;

  constructor(site: Site, reason: TimesheetError) {
    super(`Nothing was compared, since ${site.name} could not be read: ${reason.text.shell}`);
    this.site = site;
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
  const issues = await ask(first, ours.issuesById(idsOf(ours.worklogs)));
  const keys = [...issues.values()].filter(({ id, key }) => key !== id).map(({ key }) => key);
  const found = await ask(second, theirs.findIssues(keys));
  const unnamed = ours.unnamed ?? theirs.unnamed;
  const moved: MovedWorklog[] = [];
  const hidden: (SiteWorklog & { key: string })[] = [];
  for (const worklog of ours.worklogs) {
    const key = issues.get(worklog.issueId)?.key ?? worklog.issueId;
    const issue = found.get(key);
    const { attributes } = unnamed ? { attributes: NONE } : worklog;
    if (issue) moved.push({ ...worklog, attributes, issueId: issue.id, key, newKey: issue.key });
    else if (isWithin(range, worklog.date)) hidden.push({ ...worklog, key });
  }
  const unknown = [...groupBy(hidden, ({ key }) => key)].map(([key, { length }]) =>
    hiddenIssue(key, length, sites),
  );
  if (unnamed) {
    const { name } = ours.unnamed ? first : second;
    unknown.push({ profile: name, reason: `Work attributes were not compared: ${unnamed.text.shell}` });
  }
  const known = new Set([...found.values()].map(({ id }) => id));
  const others = theirs.worklogs.filter(({ issueId, date }) => !known.has(issueId) && isWithin(range, date));
  const visible = hidden.length > 0 ? await ask(second, theirs.issuesById(idsOf(others))) : undefined;
  const hiddenThere = others.filter(({ issueId }) => visible?.get(issueId)?.key === issueId).length;
  if (hiddenThere > 0) {
    const reason = `${second.name} has these on issues that its Jira does not show you: they may be those that could not be compared.`;
    unknown.push({ profile: second.name, entryCount: hiddenThere, reason });
  }
  return { read, moved, hidden, there: theirs.worklogs, hiddenThere, unknown, unnamed };
}

function idsOf(worklogs: readonly SiteWorklog[]): string[] {
  return worklogs.map(({ issueId }) => issueId);
}

/** @param key the key on the first site, or the issue's id if that site does not show it */
function hiddenIssue(key: string, entryCount: number, [first, second]: Sites): UncomparedPart {
  const { name } = /^\d+$/.test(key) ? first : second;
  const reason = `The Jira of ${name} does not show you issue ${key}: it is not there, or you have no access to it.`;
  return { profile: name, issueKey: key, entryCount, reason };
}

/** The user's worklogs on a site. */
interface ReadSite {
  /** Their ids of issues are the site's own. */
  worklogs: SiteWorklog[];
  /** Why the names of work attributes could not be read, if there are any. */
  unnamed?: TimesheetError;
  issuesById(ids: string[]): Promise<Map<string, Issue>>;
  /** Issues by the keys that they have or had. */
  findIssues(keys: string[]): Promise<Map<string, Issue>>;
}

/** Data Center lists the worklogs of a range in one response: each has those of so many days. */
const DAYS_AT_ONCE = 31;

async function readSite({ server }: Site, range: DateRange, call: Call): Promise<ReadSite> {
  const timesheet = await server.openTimesheet();
  const context = callContext(waitingLong(server), timesheet, call);
  const worklogs: SiteWorklog[] = [];
  let catalogue: Catalogue | undefined;
  // Tens of thousands of worklogs have a few texts and attributes, each of which is kept once.
  const same = remembering((text) => text);
  const comments = remembering((comment) => ({ comment, text: lenientComment(comment) }));
  const values = remembering((attributes) => namedValues(JSON.parse(attributes), catalogue?.names));
  for (const part of partsOf(range))
    for await (const found of timesheet.worklogParts(part, undefined, context)) {
      if (found.some(hasAttributes)) catalogue ??= await readCatalogue(context);
      for (const { id, issueId, date, startTime, seconds, billableSeconds, comment, attributes } of found)
        worklogs.push({
          id,
          issueId: same(issueId),
          date: same(date),
          ...(startTime !== undefined && { startTime: same(startTime) }),
          seconds,
          billableSeconds,
          ...comments(comment),
          attributes: attributes.size === 0 ? NONE : values(JSON.stringify([...attributes])),
        });
    }
  return {
    worklogs,
    ...(catalogue?.unnamed && { unnamed: catalogue.unnamed }),
    issuesById: (ids) => timesheet.issuesById(ids, context),
    findIssues: (keys) => timesheet.findIssues(keys, context),
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

interface Catalogue {
  /** Work attributes by their keys. */
  names: ReadonlyMap<string, WorkAttribute>;
  /** Why they could not be read. */
  unnamed?: TimesheetError;
}

async function readCatalogue(context: CallContext): Promise<Catalogue> {
  try {
    const known = await context.timesheet.workAttributes(context);
    return { names: new Map(known.map((attribute) => [attribute.key, attribute])) };
  } catch (error) {
    if (!(error instanceof TimesheetError) || context.signal.aborted) throw error;
    return { names: new Map(), unnamed: error };
  }
}

const NONE: ReadonlyMap<string, NamedValue> = new Map();

function namedValues(
  attributes: readonly [key: string, value: string][],
  names: Catalogue["names"] = new Map(),
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
