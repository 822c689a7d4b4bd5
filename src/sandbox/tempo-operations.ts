import type { components, operations } from "../generated/tempo-api.ts";
import { compareText } from "../timesheet/totals.ts";
import { accountHandlers } from "./accounts.ts";
import { checkOpen } from "./approvals.ts";
import {
  checkDates,
  listOf,
  type OperationCall,
  type OperationHandlers,
  pageOf,
  Refusal,
} from "./operation.ts";
import { type ScheduledDate, scheduleOf } from "./schedule.ts";
import {
  remove,
  replace,
  type SandboxState,
  type SandboxWorkAttribute,
  type SandboxWorklog,
  store,
  userOf,
  withStartTime,
} from "./state.ts";
import { tempoApprovalHandlers } from "./tempo-approvals.ts";
import { checkWorklogs, findOwnWorklog, findWorklog } from "./worklog-rules.ts";

type Schemas = components["schemas"];

export const tempoHandlers: OperationHandlers<operations> = {
  ...accountHandlers,
  ...tempoApprovalHandlers,

  getUserSchedule(state, { parameters, url }) {
    const { accountId, from, to } = parameters;
    checkDates({ from, to });
    const user = userOf(state, accountId);
    if (!user) throw new Refusal(404, `User '${accountId}' not found`);
    const range = { startDate: String(from), endDate: String(to) };
    return listOf(
      scheduleOf(state, range, user).map((day) => toDaySchedule(day, url)),
      url,
    );
  },

  getWorklogsByUser(state, call) {
    const { accountId, from, to } = call.parameters;
    checkDates(given({ from, to }));
    if (!userOf(state, accountId)) throw new Refusal(404, `User '${accountId}' not found`);
    const worklogs = state.behaviour
      .listed([...state.worklogs.values()])
      .filter((worklog) => worklog.accountId === accountId && isBetween(worklog.startDate, from, to));
    return pageOfWorklogs(state, worklogs, call);
  },

  searchWorklogs(state, call) {
    const { authorIds, issueIds, from, to } = (call.body ?? {}) as Schemas["WorklogSearchInput"];
    checkDates(given({ from, to }));
    if (authorIds?.some((id) => !isAccountId(state, id))) throw new Refusal(400, "User is invalid");
    const worklogs = state.behaviour
      .listed([...state.worklogs.values()])
      .filter(
        ({ accountId, issueId, startDate }) =>
          (authorIds?.includes(accountId) ?? true) &&
          (issueIds?.includes(issueId) ?? true) &&
          isBetween(startDate, from, to),
      );
    return pageOfWorklogs(state, worklogs, call);
  },

  findWorklogsOfJira(state, call) {
    const { jiraWorklogIds = [] } = (call.body ?? {}) as Partial<Schemas["JiraWorklogIds"]>;
    const known = (state.seed.jiraWorklogs ?? []).flatMap(({ id, tempoWorklogId }) =>
      tempoWorklogId !== undefined && jiraWorklogIds.includes(id)
        ? [{ jiraWorklogId: id, tempoWorklogId }]
        : [],
    );
    return pageOf(known, call, state);
  },

  createWorklog(state, { body, url }) {
    const { startDate, issueId } = (body ?? {}) as { startDate?: unknown; issueId?: unknown };
    checkOpen(state, startDate);
    const [worklog] = checkWorklogs(state, [body], issueId);
    return toReply(state, store(state, withStartTime(state, worklog)), url);
  },

  createWorklogsForIssue(state, { parameters, body, url }) {
    const items = Array.isArray(body) ? body : [];
    if (items.length < 1 || items.length > 50)
      throw new Refusal(400, "Please provide at least 1 and at most 50 worklogs");
    checkOpen(state, ...items.map(({ startDate }) => startDate));
    return checkWorklogs(state, items, parameters.issueId).map((worklog) =>
      toReply(state, store(state, withStartTime(state, worklog)), url),
    );
  },

  getWorklog: (state, { parameters, url }) => toReply(state, findWorklog(state, parameters.id), url),

  updateWorklog(state, { parameters, body, url }) {
    const before = findOwnWorklog(state, parameters.id);
    const { startDate } = (body ?? {}) as { startDate?: unknown };
    checkOpen(state, before.startDate, startDate);
    const [worklog] = checkWorklogs(state, [body], before.issueId);
    return toReply(state, replace(state, before, withStartTime(state, worklog)), url);
  },

  deleteWorklog(state, { parameters }) {
    const worklog = findOwnWorklog(state, parameters.id);
    checkOpen(state, worklog.startDate);
    remove(state, worklog);
  },

  getWorkAttributes(state, call) {
    const { results, ...page } = pageOf(state.seed.workAttributes, call, state);
    const { origin } = call.url;
    return { ...page, results: results.map((attribute) => toWorkAttribute(attribute, origin)) };
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

/** The parameters that are there. */
function given(parameters: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
}

/** Members of teams have ids too if Jira no longer shows them. */
function isAccountId(state: SandboxState, accountId: string): boolean {
  const members = (state.seed.teams ?? []).flatMap((team) => team.members);
  return userOf(state, accountId) !== undefined || members.some((member) => member.accountId === accountId);
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
  const { results, ...page } = pageOf(ordered, call, state);
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
