import pLimit from "p-limit";
import type { components as JiraComponents } from "../../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../../generated/tempo-api.ts";
import { dateInZone } from "../../timesheet/date-in-zone.ts";
import { type DateRange, isWithin } from "../../timesheet/dates.ts";
import { NotFoundError } from "../../timesheet/errors.ts";
import type { CallScope, JiraHours } from "../../timesheet/port.ts";
import { hoursQuery } from "../activity/queries.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectInteger, expectString, InvalidResponseError } from "../http/parse.ts";
import { CLOUD_CONCURRENCY } from "../http/rate-limit.ts";
import type { CloudJira } from "./jira.ts";
import { allPages, parsePage } from "./pages.ts";

/** The most issues whose worklogs are read: Jira returns no more of a search at once. */
const MAX_ISSUES = 100;

const DAY_MS = 86_400_000;

type JiraWorklog = JiraComponents["schemas"]["IssueWorklog"];

/** Hours of the user in Jira, with the id that they have there. */
interface Logged extends JiraHours {
  id: number;
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
): Promise<JiraHours[]> {
  const issues = await findIssues(jira, of, scope);
  const limit = pLimit(CLOUD_CONCURRENCY);
  const logged = (await limit.map(issues, (issue) => readWorklogs(jira, issue, of, scope))).flat();
  if (logged.length === 0) return [];
  const known = await knownToTempo(
    tempo,
    logged.map(({ id }) => id),
    scope,
  );
  return logged.flatMap(({ id, ...hours }) => (known.has(id) ? [] : [hours]));
}

/** Issues on which the user has logged hours through Jira: those that came through Tempo are its app's there. */
function findIssues(
  jira: CloudJira,
  { range, zone, jiraZone }: Of,
  scope: CallScope,
): Promise<{ id: string; key: string }[]> {
  const body = { jql: hoursQuery(range, { zone, jiraZone }), fields: ["summary"], maxResults: MAX_ISSUES };
  return jira.read(
    scope,
    (client, signal) => client.POST("/rest/api/3/search/jql", { body, signal }),
    ({ issues }) =>
      expectArray(issues, "its issues").map(({ id, key }) => ({
        id: expectString(id, "an issue's id"),
        key: expectString(key, "an issue's key"),
      })),
  );
}

/** An issue has more than one page of worklogs on a few dates only if they are of thousands: the first page is read. */
async function readWorklogs(
  jira: CloudJira,
  { id, key }: { id: string; key: string },
  { accountId, range, zone }: Of,
  scope: CallScope,
): Promise<Logged[]> {
  const startedAfter = Date.parse(`${range.startDate}T00:00:00Z`) - DAY_MS;
  const startedBefore = Date.parse(`${range.endDate}T00:00:00Z`) + 2 * DAY_MS;
  const params = { path: { issueIdOrKey: id }, query: { startedAfter, startedBefore } };
  const read = jira.read(
    scope,
    (client, signal) => client.GET("/rest/api/3/issue/{issueIdOrKey}/worklog", { params, signal }),
    ({ worklogs }) =>
      expectArray(worklogs, "its worklogs")
        .filter(({ author }) => author?.accountId === accountId)
        .map((worklog) => toLogged(worklog, key, zone)),
    `Issue ${key}`,
  );
  const found = await read.catch(whenGone);
  return found.filter(({ date }) => isWithin(range, date));
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
function whenGone(error: unknown): [] {
  if (error instanceof NotFoundError) return [];
  throw error;
}

async function knownToTempo(
  tempo: ApiClient<TempoPaths>,
  jiraWorklogIds: number[],
  scope: CallScope,
): Promise<Set<number>> {
  const body = { jiraWorklogIds };
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
