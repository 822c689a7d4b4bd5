import type { components, operations } from "../generated/tempo-data-center-api.ts";
import { type DateRange, isCalendarDate } from "../timesheet/dates.ts";
import { dataCenterAccountHandlers } from "./accounts.ts";
import { checkOpen } from "./approvals.ts";
import { dataCenterApprovalHandlers } from "./data-center-approvals.ts";
import { type OperationHandlers, Refusal } from "./operation.ts";
import { type ScheduledDate, scheduleOf } from "./schedule.ts";
import {
  type NewWorklog,
  remove,
  replace,
  type SandboxIssue,
  type SandboxState,
  type SandboxWorklog,
  store,
  userOf,
  usersOf,
} from "./state.ts";
import { checkWorklogs, findOwnWorklog, findWorklog } from "./worklog-rules.ts";

type Schemas = components["schemas"];

export const dataCenterHandlers: OperationHandlers<operations> = {
  ...dataCenterAccountHandlers,
  ...dataCenterApprovalHandlers,

  searchSchedules(state, { body }) {
    const { userKeys = [state.seed.me.key], ...dates } = (body ?? {}) as Partial<Schemas["ScheduleSearch"]>;
    const range = rangeOf(dates);
    const found = usersOf(state).filter(({ key }) => userKeys.includes(key));
    return found.map((user) => ({
      user: { key: user.key, username: user.name, displayName: user.displayName },
      schedule: toSchedule(scheduleOf(state, range, user)),
    }));
  },

  getSchedule(state, { parameters: { user: name, ...dates } }) {
    const range = rangeOf(dates);
    const user = usersOf(state).find((candidate) => candidate.name === name);
    if (!user) throw new Refusal(404, `The user '${name}' does not exist`);
    return toSchedule(scheduleOf(state, range, user));
  },

  /** There is no such operation. */
  getWorklogs() {
    throw new Refusal(405);
  },

  searchWorklogs(state, { body }) {
    const { worker, taskId, ...dates } = (body ?? {}) as Partial<Schemas["WorklogSearch"]>;
    const { startDate: from, endDate: to } = rangeOf(dates);
    const found = state.behaviour
      .listed([...state.worklogs.values()])
      .filter(
        ({ accountId, issueId, startDate }) =>
          startDate >= from &&
          startDate <= to &&
          (worker?.includes(userOf(state, accountId)?.key ?? "") ?? true) &&
          (taskId?.includes(issueId) ?? true),
      );
    return found.map((worklog) => toReply(state, worklog));
  },

  createWorklog(state, { body }) {
    const worklog = read(state, body);
    checkOpen(state, worklog.startDate);
    return [toReply(state, store(state, worklog))];
  },

  getWorklog: (state, { parameters }) => toReply(state, findWorklog(state, parameters.id)),

  updateWorklog(state, { parameters, body }) {
    const before = findOwnWorklog(state, parameters.id);
    const worklog = read(state, body);
    checkOpen(state, before.startDate, worklog.startDate);
    return toReply(state, replace(state, before, { ...worklog, issueId: before.issueId }));
  },

  moveWorklog(state, { parameters }) {
    const worklog = findOwnWorklog(state, parameters.id);
    const issueId = Number(parameters.issueId);
    if (!state.seed.issues.some(({ id }) => id === issueId)) throw new Refusal(400, "Issue does not exist");
    checkOpen(state, worklog.startDate);
    return toReply(state, replace(state, worklog, { ...worklog, issueId }));
  },

  deleteWorklog(state, { parameters }) {
    const worklog = findOwnWorklog(state, parameters.id);
    checkOpen(state, worklog.startDate);
    remove(state, worklog);
  },

  getWorkAttributes: ({ seed }) =>
    seed.workAttributes.map(({ id, key, name, required, values, type }, sequence) => ({
      id,
      key,
      name,
      required,
      sequence,
      type: { value: type ?? (values ? "STATIC_LIST" : "INPUT_FIELD"), systemType: false },
      ...(values && {
        staticListValues: values.map((value, index) => ({ id: index + 1, ...value, removed: false })),
      }),
    })),
};

function toSchedule(dates: readonly ScheduledDate[]): Schemas["Schedule"] {
  const days = dates.map(({ holiday, ...day }) => ({
    ...day,
    ...(holiday && { holiday: { name: holiday.name, durationSeconds: holiday.durationSeconds } }),
  }));
  return {
    numberOfWorkingDays: days.filter(({ type }) => type === "WORKING_DAY").length,
    requiredSeconds: days.reduce((sum, { requiredSeconds }) => sum + requiredSeconds, 0),
    days,
  };
}

/** The worklog that a body stands for. @throws Refusal */
function read(state: SandboxState, body: unknown): NewWorklog {
  const input = (body ?? {}) as Record<string, unknown>;
  const { worker, originTaskId, started, comment, attributes } = input;
  if (typeof started !== "string") throw new Refusal(400, "Date can not be empty");
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}:\d{2}\.\d{3})?$/.test(started))
    throw new Refusal(400, "Date is invalid");
  const values = Object.entries((attributes ?? {}) as Record<string, unknown>);
  if (values.some(([, value]) => typeof value !== "object")) throw new Refusal(400, "Attributes are invalid");
  const inFormOfCloud = {
    ...input,
    authorAccountId: usersOf(state).find(({ key }) => key === worker)?.accountId,
    startDate: started.slice(0, 10),
    startTime: started.slice(11, 19) || undefined,
    description: comment,
    attributes: values.map(([key, value]) => ({ ...(value as object), key })),
  };
  const [worklog] = checkWorklogs(state, [inFormOfCloud], Number(originTaskId));
  return worklog;
}

/** @throws Refusal */
function rangeOf({ from, to }: { from?: unknown; to?: unknown }): DateRange {
  const [startDate, endDate] = [String(from), String(to)];
  if (!isCalendarDate(startDate) || !isCalendarDate(endDate)) throw new Refusal(400, "Date is invalid");
  return { startDate, endDate };
}

function toReply(state: SandboxState, worklog: SandboxWorklog): Schemas["Worklog"] {
  const {
    id,
    issueId,
    startDate,
    startTime = "00:00:00",
    timeSpentSeconds,
    billableSeconds,
    description,
  } = worklog;
  const worker = userOf(state, worklog.accountId)?.key ?? "";
  const issue = state.seed.issues.find((candidate) => candidate.id === issueId);
  const stamp = `${state.seed.today} 09:00:00.000`;
  const attributes = Object.entries(worklog.attributes ?? {}).map(([key, value]) => {
    const attribute = state.seed.workAttributes.find((candidate) => candidate.key === key);
    return [key, { workAttributeId: attribute?.id ?? 0, key, name: attribute?.name ?? key, value }];
  });
  return {
    tempoWorklogId: id,
    originId: id,
    originTaskId: issueId,
    worker,
    updater: worker,
    started: `${startDate}${state.behaviour.timeSeparator}${startTime}.000`,
    dateCreated: worklog.createdAt === undefined ? stamp : `${worklog.createdAt.replace("T", " ")}.000`,
    dateUpdated: stamp,
    timeSpentSeconds,
    billableSeconds,
    timeSpent: `${timeSpentSeconds / 3600}h`,
    comment: description,
    attributes: Object.fromEntries(attributes),
    // No reply with an issue that the worker may no longer see was ever recorded; only the id is required.
    issue: issue && !issue.hidden ? toIssue(issue) : { id: issueId },
  };
}

function toIssue({ id, key, summary, accountKey }: SandboxIssue): Schemas["WorklogIssue"] {
  return { id, key, summary, ...(accountKey !== undefined && { accountKey }) };
}
