import pLimit from "p-limit";
import type { components as JiraComponents } from "../../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../../generated/tempo-api.ts";
import { type DateRange, isWithin } from "../../timesheet/dates.ts";
import { NotFoundError } from "../../timesheet/errors.ts";
import type { CallScope, HoursOnlyInJira, JiraHours } from "../../timesheet/port.ts";
import { dateInZone } from "../../timesheet/zones.ts";
import { eachOnce } from "../fields.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectInteger, expectString, InvalidResponseError } from "../http/parse.ts";
import { CLOUD_CONCURRENCY } from "../http/rate-limit.ts";
import { hoursQuery } from "../jql.ts";
import { findIssues } from "./issues.ts";
import type { CloudJira } from "./jira.ts";
import { allPages, parsePage } from "./pages.ts";

/** The most issues whose worklogs are read: each takes a request of its own. */
const MAX_ISSUES = 100;

const DAY_MS = 86_400_000;

type JiraWorklog = JiraComponents["schemas"]["IssueWorklog"];

/** Hours of the user in Jira, with the id that they have there. */
interface Logged extends JiraHours {
  id: number;
}

/** An issue by its id and key. */
interface LoggedIssue {
  id: string;
  key: string;
}

interface Of {
  accountId: string;
  range: DateRange;
  zone: string;
  /** The zone of the user's profile, which Jira takes dates in; undefined if it is not known. */
  jiraZone: string | undefined;
}

/** The user's hours in Jira that Tempo does not have yet: it learns of them from Jira within moments, or a day. */
export async function hoursOnlyInJira(
  jira: CloudJira,
  tempo: ApiClient<TempoPaths>,
  of: Of,
  scope: CallScope,
): Promise<HoursOnlyInJira> {
  const issues = await findLogged(jira, of, scope);
  const limit = pLimit(CLOUD_CONCURRENCY);
  const read = await limit.map(issues.slice(0, MAX_ISSUES), (issue) => readWorklogs(jira, issue, of, scope));
  const logged = read.flat();
  const known = logged.length === 0 ? new Set() : await knownToTempo(tempo, logged, scope);
  return {
    hours: logged.flatMap(({ id, ...hours }) => (known.has(id) ? [] : [hours])),
    ...(issues.length > MAX_ISSUES && { limit: MAX_ISSUES }),
  };
}

/** Issues on which the user has logged hours through Jira: those that came through Tempo are its app's there. */
function findLogged(
  jira: CloudJira,
  { range, zone, jiraZone }: Of,
  scope: CallScope,
): Promise<LoggedIssue[]> {
  const jql = hoursQuery(range, { zone, jiraZone });
  const parse = ({ id, key }: JiraComponents["schemas"]["Issue"]) => ({
    id: expectString(id, "an issue's id"),
    key: expectString(key, "an issue's key"),
  });
  return findIssues(jira, { jql, fields: ["summary"], most: MAX_ISSUES, parse }, scope);
}

/** The user's worklogs of an issue, from all of its pages. If the issue is deleted meanwhile, those of the pages before. */
async function readWorklogs(
  jira: CloudJira,
  { id, key }: LoggedIssue,
  { accountId, range, zone }: Of,
  scope: CallScope,
): Promise<Logged[]> {
  const startedAfter = Date.parse(`${range.startDate}T00:00:00Z`) - DAY_MS;
  const startedBefore = Date.parse(`${range.endDate}T00:00:00Z`) + 2 * DAY_MS;
  const found: Logged[] = [];
  let [startAt, isLast] = [0, false];
  while (!isLast) {
    const params = { path: { issueIdOrKey: id }, query: { startAt, startedAfter, startedBefore } };
    const read = jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/3/issue/{issueIdOrKey}/worklog", { params, signal }),
      ({ worklogs, total = 0 }) => {
        const page = expectArray(worklogs, "its worklogs");
        const own = page.filter(({ author }) => author?.accountId === accountId);
        return { own: own.map((worklog) => toLogged(worklog, key, zone)), count: page.length, total };
      },
      `Issue ${key}`,
    );
    const { own, count, total } = await read.catch(whenGone);
    found.push(...own);
    startAt += count;
    isLast = count === 0 || startAt >= total;
  }
  return eachOnce(found, ({ id }) => id).filter(({ date }) => isWithin(range, date));
}

function toLogged({ id, started, timeSpentSeconds }: JiraWorklog, issueKey: string, zone: string): Logged {
  const at = Date.parse(expectString(started, "a worklog's start"));
  if (Number.isNaN(at)) throw new InvalidResponseError("a worklog's start is not valid");
  return {
    id: Number(expectString(id, "a worklog's id")),
    issueKey,
    date: dateInZone(zone)(at),
    seconds: expectInteger(timeSpentSeconds, "a worklog's duration"),
  };
}

/** An issue may be deleted, or become invisible, between two requests. */
function whenGone(error: unknown): { own: []; count: number; total: number } {
  if (error instanceof NotFoundError) return { own: [], count: 0, total: 0 };
  throw error;
}

async function knownToTempo(
  tempo: ApiClient<TempoPaths>,
  logged: readonly Logged[],
  scope: CallScope,
): Promise<Set<number>> {
  const body = { jiraWorklogIds: logged.map(({ id }) => id) };
  const ids = await allPages(
    (query) =>
      tempo.read(
        scope,
        (client, signal) => client.POST("/4/worklogs/jira-to-tempo", { params: { query }, body, signal }),
        parsePage(({ jiraWorklogId }: components["schemas"]["WorklogIds"]) =>
          expectInteger(jiraWorklogId, "a worklog's id in Jira"),
        ),
      ),
    String,
  );
  return new Set(ids);
}
