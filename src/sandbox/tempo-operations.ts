import type { components, operations } from "../generated/tempo-api.ts";
import { isCalendarDate } from "../timesheet/dates.ts";
import { compareText } from "../timesheet/totals.ts";
import { accountHandlers } from "./accounts.ts";
import { lockedReply } from "./approvals.ts";
import type { OperationCall, OperationHandlers } from "./operation.ts";
import { pageOf } from "./pages.ts";
import { type ScheduledDate, scheduleOf } from "./schedule.ts";
import {
  remove,
  replace,
  type SandboxState,
  type SandboxWorkAttribute,
  type SandboxWorklog,
  shownAlone,
  store,
  withStartTime,
} from "./state.ts";
import { userOf } from "./teams.ts";
import { tempoApprovalHandlers } from "./tempo-approvals.ts";
import { tempoTeamHandlers } from "./tempo-teams.ts";
import { checkWorklog } from "./worklog-rules.ts";

type Schemas = components["schemas"];

export const tempoHandlers: OperationHandlers<operations> = {
  ...accountHandlers,
  getUserSchedule(state, { parameters, url }) {
    const { accountId, from, to } = parameters;
    const violations = dateViolations({ from, to });
    if (violations.length > 0) return rejected(violations);
    const user = userOf(state, String(accountId));
    if (!user) return notFound(`User '${accountId}' not found`);
    const range = { startDate: String(from), endDate: String(to) };
    const results = scheduleOf(state, range, user).map((day) => toDaySchedule(day, url));
    return { status: 200, body: { self: url.href, metadata: { count: results.length }, results } };
  },

  getWorklogsByUser(state, call) {
    const { accountId, from, to } = call.parameters;
    const violations = dateViolations({ from, to });
    if (violations.length > 0) return rejected(violations);
    if (!isUser(state, accountId)) return notFound(`User '${accountId}' not found`);
    const worklogs = state.behaviour
      .listed([...state.worklogs.values()])
      .filter((worklog) => worklog.accountId === accountId && isBetween(worklog.startDate, from, to));
    return { status: 200, body: pageOfWorklogs(state, worklogs, call) };
  },

  searchWorklogs(state, call) {
    const { authorIds, issueIds, from, to } = (call.body ?? {}) as Schemas["WorklogSearchInput"];
    const violations = dateViolations({ from, to });
    if (authorIds?.some((id) => !isAccountId(state, id))) violations.push("User is invalid");
    if (violations.length > 0) return rejected(violations);
    const worklogs = state.behaviour
      .listed([...state.worklogs.values()])
      .filter(
        ({ accountId, issueId, startDate }) =>
          (authorIds?.includes(accountId) ?? true) &&
          (issueIds?.includes(issueId) ?? true) &&
          isBetween(startDate, from, to),
      );
    return { status: 200, body: pageOfWorklogs(state, worklogs, call) };
  },

  findWorklogsOfJira(state, call) {
    const { jiraWorklogIds = [] } = (call.body ?? {}) as Partial<Schemas["JiraWorklogIds"]>;
    const known = (state.seed.jiraWorklogs ?? []).flatMap(({ id, tempoWorklogId }) =>
      tempoWorklogId !== undefined && jiraWorklogIds.includes(id)
        ? [{ jiraWorklogId: id, tempoWorklogId }]
        : [],
    );
    return { status: 200, body: pageOf(state, known, call) };
  },

  createWorklog(state, { body, url }) {
    const locked = lockedReply(state, [(body as { startDate?: unknown } | undefined)?.startDate]);
    if (locked) return refused(locked);
    const checked = checkWorklog(state, body, (body as { issueId?: unknown } | undefined)?.issueId);
    if ("violations" in checked) return rejected(checked.violations);
    if (checked.worklog.accountId !== state.seed.me.accountId) return { status: 403 };
    return { status: 200, body: toReply(state, store(state, withStartTime(state, checked.worklog)), url) };
  },

  createWorklogsForIssue(state, { parameters, body, url }) {
    const items = Array.isArray(body) ? body : [];
    if (items.length < 1 || items.length > 50)
      return rejected(["Please provide at least 1 and at most 50 worklogs"]);
    const locked = lockedReply(
      state,
      items.map(({ startDate }) => startDate),
    );
    if (locked) return refused(locked);
    const checked = items.map((item) => checkWorklog(state, item, parameters.issueId));
    const violations = checked.flatMap((result) => ("violations" in result ? result.violations : []));
    if (violations.length > 0) return rejected([...new Set(violations)]);
    const worklogs = checked.flatMap((result) => ("worklog" in result ? [result.worklog] : []));
    if (worklogs.some(({ accountId }) => accountId !== state.seed.me.accountId)) return { status: 403 };
    return {
      status: 200,
      body: worklogs.map((worklog) => toReply(state, store(state, withStartTime(state, worklog)), url)),
    };
  },

  getWorklog(state, { parameters, url }) {
    const worklog = state.worklogs.get(Number(parameters.id));
    if (!worklog) return worklogNotFound(state);
    return { status: 200, body: toReply(state, shownAlone(state, worklog), url) };
  },

  updateWorklog(state, { parameters, body, url }) {
    const worklog = state.worklogs.get(Number(parameters.id));
    if (!worklog) return worklogNotFound(state);
    if (worklog.accountId !== state.seed.me.accountId) return { status: 403 };
    const { startDate } = (body ?? {}) as { startDate?: unknown };
    const locked = lockedReply(state, [worklog.startDate, startDate]);
    if (locked) return refused(locked);
    const checked = checkWorklog(state, body, worklog.issueId);
    if ("violations" in checked) return rejected(checked.violations);
    if (checked.worklog.accountId !== worklog.accountId) return { status: 403 };
    return {
      status: 200,
      body: toReply(state, replace(state, worklog, withStartTime(state, checked.worklog)), url),
    };
  },

  deleteWorklog(state, { parameters }) {
    const worklog = state.worklogs.get(Number(parameters.id));
    if (!worklog) return worklogNotFound(state);
    if (worklog.accountId !== state.seed.me.accountId) return { status: 403 };
    const locked = lockedReply(state, [worklog.startDate]);
    if (locked) return refused(locked);
    remove(state, worklog);
    return { status: 204 };
  },

  ...tempoApprovalHandlers,
  ...tempoTeamHandlers,

  getWorkAttributes(state, call) {
    const { results, ...page } = pageOf(state, state.seed.workAttributes, call);
    const { origin } = call.url;
    return {
      status: 200,
      body: { ...page, results: results.map((attribute) => toWorkAttribute(attribute, origin)) },
    };
  },
};

function toWorkAttribute(
  { key, name, required, values, type }: SandboxWorkAttribute,
  origin: string,
): Schemas["WorkAttribute"] {
  const self = `${origin}/4/work-attributes/${key}`;
  if (!values) return { key, name, required, self, type: type ?? "INPUT_FIELD" };
  return {
    key,
    name,
    required,
    self,
    type: "STATIC_LIST",
    values: values.map(({ value }) => value),
    names: Object.fromEntries(values.map((item) => [item.value, item.name])),
  };
}

/** Violations come as an array, as on the wire; Tempo's own documentation shows an object. */
function rejected(messages: string[]): { status: 400; body: Schemas["Errors"] } {
  return { status: 400, body: { errors: messages.map((message) => ({ message })) } };
}

function notFound(message: string): { status: 404; body: Schemas["Errors"] } {
  return { status: 404, body: { errors: [{ message }] } };
}

function refused(locked: NonNullable<ReturnType<typeof lockedReply>>) {
  return locked.status === 400 ? rejected([locked.violation]) : locked;
}

function worklogNotFound({ behaviour }: SandboxState): { status: 404; body: Schemas["Errors"] } {
  return behaviour.notFoundBody
    ? { status: 404, body: behaviour.notFoundBody as Schemas["Errors"] }
    : notFound("Worklog not found");
}

function dateViolations(dates: Record<string, unknown>): string[] {
  return Object.entries(dates)
    .filter(([, date]) => date !== undefined && !isCalendarDate(String(date)))
    .map(([name]) => `'${name}' must be valid on the format: 'yyyy-MM-dd'`);
}

function isUser({ seed }: SandboxState, accountId: unknown): boolean {
  return [seed.me, ...seed.colleagues].some((user) => user.accountId === accountId);
}

/** Members of teams have ids too if Jira no longer shows them. */
function isAccountId(state: SandboxState, accountId: string): boolean {
  const members = (state.seed.teams ?? []).flatMap((team) => team.members);
  return isUser(state, accountId) || members.some((member) => member.accountId === accountId);
}

function isBetween(date: string, from: unknown, to: unknown): boolean {
  return (from === undefined || date >= String(from)) && (to === undefined || date <= String(to));
}

function toDaySchedule({ holiday, ...day }: ScheduledDate, { origin }: URL): Schemas["DaySchedule"] {
  if (!holiday) return day;
  const { date, name, durationSeconds } = holiday;
  const self = `${origin}/4/holiday-schemes/1/holidays`;
  return { ...day, holiday: { id: 1, name, date, durationSeconds, schemeId: 1, self, type: "FIXED" } };
}

function pageOfWorklogs(
  state: SandboxState,
  worklogs: SandboxWorklog[],
  call: OperationCall,
): Schemas["PageableWorklog"] {
  const ordered = worklogs.toSorted(
    (a, b) =>
      compareText(a.startDate, b.startDate) ||
      compareText(a.startTime ?? "", b.startTime ?? "") ||
      a.id - b.id,
  );
  const { results, ...page } = pageOf(state, ordered, call);
  return { ...page, results: results.map((worklog) => toReply(state, worklog, call.url)) };
}

function toReply({ seed }: SandboxState, worklog: SandboxWorklog, { origin }: URL): Schemas["Worklog"] {
  const self = `${origin}/4/worklogs/${worklog.id}`;
  const stamp = `${seed.today}T09:00:00Z`;
  return {
    self,
    tempoWorklogId: worklog.id,
    issue: { self: `${origin}/rest/api/2/issue/${worklog.issueId}`, id: worklog.issueId },
    timeSpentSeconds: worklog.timeSpentSeconds,
    billableSeconds: worklog.billableSeconds,
    startDate: worklog.startDate,
    ...(worklog.startTime !== undefined && { startTime: worklog.startTime }),
    description: worklog.description,
    createdAt: worklog.createdAt === undefined ? stamp : `${worklog.createdAt}Z`,
    updatedAt: stamp,
    author: {
      self: `${origin}/rest/api/2/user?accountId=${worklog.accountId}`,
      accountId: worklog.accountId,
    },
    attributes: {
      self: `${self}/work-attribute-values`,
      values: Object.entries(worklog.attributes ?? {}).map(([key, value]) => ({ key, value })),
    },
  };
}
