import type { paths as JiraPaths } from "../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../generated/tempo-api.ts";
import type { DateRange } from "../timesheet/calendar.ts";
import { NotFound, UnexpectedReply } from "../timesheet/errors.ts";
import type {
  Issue,
  LoggedWorklog,
  NewWorklog,
  ScheduledDay,
  StoredWorklog,
  Timesheet,
} from "../timesheet/timesheet.ts";
import { JiraIssues } from "./jira-issues.ts";
import { createUpstream, type Upstream, type UpstreamOptions } from "./upstream.ts";
import type { Service } from "./upstream-errors.ts";

type CloudWorklog = components["schemas"]["Worklog"];
type Page = components["schemas"]["PageableWorklog"];

/** Where Tempo Cloud and its Jira are, and the credentials for them. */
export interface CloudDeployment {
  /** Origin of the Tempo REST API; paths start with `/4`. */
  tempoUrl: string;
  tempoToken: string;
  /** Base of the Jira site. */
  jiraUrl: string;
  jiraEmail: string;
  jiraToken: string;
}

/** Tempo takes pages of up to 5000; 1000 keeps a page under half a megabyte. */
const PAGE_SIZE = 1000;

const TEMPO: Service = {
  api: "tempo",
  name: "Tempo",
  renewToken:
    "Set TEMPO_API_TOKEN to a valid token (Tempo, Settings, API integration). " +
    "Tokens expire, and each works in one region only: check TEMPO_API_URL too.",
  addressSetting: "TEMPO_API_URL",
  permission:
    "Give the token of TEMPO_API_TOKEN the scopes Worklogs (manage) and Schemes (view) in Tempo, Settings, API integration.",
};

const JIRA: Service = {
  api: "jira",
  name: "Jira",
  renewToken:
    "Set JIRA_EMAIL and JIRA_API_TOKEN to the e-mail address of your Atlassian account and a valid API token of it. " +
    "Check JIRA_BASE_URL too.",
  addressSetting: "JIRA_BASE_URL",
  permission: "Check that the account of JIRA_EMAIL may use this Jira site and see the issue.",
};

/** The timesheet on Tempo Cloud. The worker is the owner of the Jira token. */
export class CloudTimesheet implements Timesheet {
  /** Tempo's bulk create takes 50; its gateway wants at most 3 requests at a time. */
  readonly posting = { batchSize: 50, concurrency: 3 };

  readonly #tempo: Upstream<TempoPaths>;
  readonly #jira: Upstream<JiraPaths>;
  readonly #issues: JiraIssues;
  #accountId: Promise<string> | undefined;

  constructor(deployment: CloudDeployment, options: UpstreamOptions) {
    const { tempoUrl, tempoToken, jiraUrl, jiraEmail, jiraToken } = deployment;
    const basic = Buffer.from(`${jiraEmail}:${jiraToken}`).toString("base64");
    this.#tempo = createUpstream(TEMPO, tempoUrl, `Bearer ${tempoToken}`, options);
    this.#jira = createUpstream(JIRA, jiraUrl, `Basic ${basic}`, options);
    this.#issues = new JiraIssues(this.#jira, options.now);
  }

  async getSchedule({ startDate, endDate }: DateRange, signal: AbortSignal): Promise<ScheduledDay[]> {
    const params = { path: { accountId: await this.#worker() }, query: { from: startDate, to: endDate } };
    const { results } = await this.#tempo.answer(
      "read",
      this.#tempo.client.GET("/4/user-schedule/{accountId}", { params, signal }),
    );
    return results.map((day) => ({
      date: day.date,
      requiredSeconds: day.requiredSeconds,
      isWorkingDayType: day.type === "WORKING_DAY",
      ...(day.holiday && { holiday: day.holiday.name }),
    }));
  }

  async getWorklogs(
    range: DateRange,
    issueKey: string | undefined,
    signal: AbortSignal,
  ): Promise<LoggedWorklog[]> {
    const worklogs =
      issueKey === undefined
        ? await this.#worklogsByUser(range, signal)
        : await this.#search(range, issueKey, signal);
    const issues = await this.#issues.byIds(
      worklogs.map(({ issue }) => String(issue.id)),
      signal,
    );
    return worklogs.map((worklog) => toLoggedWorklog(worklog, issues));
  }

  findIssues(keys: string[], signal: AbortSignal): Promise<Map<string, Issue>> {
    return this.#issues.byKeys(keys, signal);
  }

  async createWorklogs(worklogs: NewWorklog[]): Promise<StoredWorklog[]> {
    const authorAccountId = await this.#worker();
    const [first] = worklogs;
    if (!first) return [];
    const bodies = worklogs.map((worklog) => ({
      authorAccountId,
      startDate: worklog.date,
      timeSpentSeconds: worklog.seconds,
      billableSeconds: worklog.billableSeconds,
      ...(worklog.comment !== "" && { description: worklog.comment }),
    }));
    const issueId = Number(first.issue.id);
    const [single, ...others] = bodies;
    const stored =
      single && others.length === 0
        ? [
            await this.#tempo.answer(
              "write",
              this.#tempo.client.POST("/4/worklogs", { body: { issueId, ...single } }),
            ),
          ]
        : await this.#tempo.answer(
            "write",
            this.#tempo.client.POST("/4/worklogs/issue/{issueId}/bulk", {
              params: { path: { issueId } },
              body: bodies,
            }),
          );
    return stored.map((worklog) => ({
      id: String(worklog.tempoWorklogId),
      date: worklog.startDate,
      seconds: worklog.timeSpentSeconds,
      billableSeconds: worklog.billableSeconds ?? worklog.timeSpentSeconds,
      comment: worklog.description ?? "",
      isOwn: worklog.author.accountId === authorAccountId,
    }));
  }

  async findWorklog(id: string, signal: AbortSignal): Promise<{ id: string; isOwn: boolean } | undefined> {
    const accountId = await this.#worker();
    try {
      const worklog = await this.#tempo.answer(
        "read",
        this.#tempo.client.GET("/4/worklogs/{id}", { params: { path: { id } }, signal }),
      );
      return { id: String(worklog.tempoWorklogId), isOwn: worklog.author.accountId === accountId };
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  async deleteWorklog(id: string): Promise<void> {
    await this.#tempo.answer(
      "write",
      this.#tempo.client.DELETE("/4/worklogs/{id}", { params: { path: { id } } }),
    );
  }

  /** The worker's account id, asked once; a failure is not remembered. */
  #worker(): Promise<string> {
    this.#accountId ??= this.#jira
      .answer("read", this.#jira.client.GET("/rest/api/3/myself"))
      .then(({ accountId }) => asPathSegment(accountId))
      .catch((error: unknown) => {
        this.#accountId = undefined;
        throw error;
      });
    return this.#accountId;
  }

  async #worklogsByUser({ startDate, endDate }: DateRange, signal: AbortSignal): Promise<CloudWorklog[]> {
    const accountId = await this.#worker();
    return allPages((offset) => {
      const query = { from: startDate, to: endDate, offset, limit: PAGE_SIZE };
      const params = { path: { accountId }, query };
      return this.#tempo.answer(
        "read",
        this.#tempo.client.GET("/4/worklogs/user/{accountId}", { params, signal }),
      );
    });
  }

  async #search(
    { startDate, endDate }: DateRange,
    issueKey: string,
    signal: AbortSignal,
  ): Promise<CloudWorklog[]> {
    const accountId = await this.#worker();
    const issue = (await this.#issues.byKeys([issueKey], signal)).get(issueKey);
    if (!issue) {
      throw new NotFound(
        `Jira has no issue ${issueKey}, or you may not see it. Check the key, or leave issueKey out to read all worklogs.`,
      );
    }
    const body = { authorIds: [accountId], issueIds: [Number(issue.id)], from: startDate, to: endDate };
    return allPages((offset) => {
      const params = { query: { offset, limit: PAGE_SIZE } };
      return this.#tempo.answer(
        "read",
        this.#tempo.client.POST("/4/worklogs/search", { params, body, signal }),
      );
    });
  }
}

/** Every worklog of a paged answer, once: a worklog booked meanwhile shifts the pages, and then one comes twice. */
async function allPages(fetchPage: (offset: number) => Promise<Page>): Promise<CloudWorklog[]> {
  const byId = new Map<number, CloudWorklog>();
  let offset = 0;
  for (;;) {
    const { results, metadata } = await fetchPage(offset);
    for (const worklog of results) byId.set(worklog.tempoWorklogId, worklog);
    if (metadata.next === undefined) return [...byId.values()];
    if (results.length === 0) {
      throw new UnexpectedReply(
        `Tempo names a further page of worklogs and then answers it empty, after ${byId.size}. ` +
          "The list would be incomplete, so none is shown; ask for a shorter range.",
      );
    }
    offset += results.length;
  }
}

function toLoggedWorklog(worklog: CloudWorklog, issues: Map<string, Issue>): LoggedWorklog {
  const issueId = String(worklog.issue.id);
  return {
    id: String(worklog.tempoWorklogId),
    issue: issues.get(issueId) ?? { id: issueId, key: issueId, summary: "" },
    date: worklog.startDate,
    ...(worklog.startTime !== undefined && { startTime: worklog.startTime }),
    seconds: worklog.timeSpentSeconds,
    comment: worklog.description ?? "",
  };
}

/** An id that goes into a path must not be able to lead elsewhere. */
function asPathSegment(accountId: string): string {
  if (/^[\w:.-]+$/.test(accountId) && !/^\.+$/.test(accountId)) return accountId;
  throw new UnexpectedReply(
    "Jira's answer cannot be used: it names an account id that is none. Check JIRA_BASE_URL.",
  );
}
