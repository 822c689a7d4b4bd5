import type { components, operations } from "../generated/tempo-data-center-api.ts";
import { isCalendarDate } from "../timesheet/dates.ts";
import { dataCenterAccountHandlers } from "./accounts.ts";
import { lockedReply } from "./approvals.ts";
import { dataCenterApprovalHandlers } from "./data-center-approvals.ts";
import { dataCenterTeamHandlers } from "./data-center-teams.ts";
import type { OperationHandlers } from "./operation.ts";
import { type ScheduledDate, scheduleOf } from "./schedule.ts";
import {
  remove,
  replace,
  type SandboxIssue,
  type SandboxState,
  type SandboxUser,
  type SandboxWorklog,
  shownAlone,
  store,
} from "./state.ts";
import { checkWorklog } from "./worklog-rules.ts";

type Schemas = components["schemas"];

export const dataCenterHandlers: OperationHandlers<operations> = {
  ...dataCenterAccountHandlers,
  searchSchedules(state, { body, url }) {
    if (state.behaviour.schedules === "of one user") return unknownPath(url);
    const { from, to, userKeys = [state.seed.me.key] } = (body ?? {}) as Partial<Schemas["ScheduleSearch"]>;
    if (!isDate(from) || !isDate(to)) return rejected(["Date is invalid"]);
    const range = { startDate: from, endDate: to };
    const found = usersOf(state).filter(({ key }) => userKeys.includes(key));
    return {
      status: 200,
      body: found.map((user) => ({
        user: { key: user.key, username: user.name, displayName: user.displayName },
        schedule: toSchedule(scheduleOf(state, range, user)),
      })),
    };
  },

  getSchedule(state, { parameters: { user: name, from, to } }) {
    if (!isDate(from) || !isDate(to)) return rejected(["Date is invalid"]);
    const user = usersOf(state).find((candidate) => candidate.name === name);
    if (!user)
      return { status: 404, body: { errorMessages: [`The user '${name}' does not exist`], errors: {} } };
    return { status: 200, body: toSchedule(scheduleOf(state, { startDate: from, endDate: to }, user)) };
  },

  /** There is no such operation. */
  getWorklogs() {
    return { status: 405 };
  },

  searchWorklogs(state, { body }) {
    const { from, to, worker, taskId } = (body ?? {}) as Partial<Schemas["WorklogSearch"]>;
    if (!isDate(from) || !isDate(to)) return rejected(["Date is invalid"]);
    const found = state.behaviour
      .listed([...state.worklogs.values()])
      .filter(
        ({ accountId, issueId, startDate }) =>
          startDate >= from &&
          startDate <= to &&
          (worker?.includes(workerOf(state, accountId)) ?? true) &&
          (taskId?.includes(issueId) ?? true),
      );
    return { status: 200, body: found.map((worklog) => toReply(state, worklog)) };
  },

  createWorklog(state, { body }) {
    const checked = checkBody(state, body);
    if ("violations" in checked) return rejected(checked.violations);
    const locked = lockedReply(state, [checked.worklog.startDate]);
    if (locked) return refused(locked);
    if (checked.worklog.accountId !== state.seed.me.accountId) return { status: 403 };
    return { status: 200, body: [toReply(state, store(state, checked.worklog))] };
  },

  getWorklog(state, { parameters }) {
    const worklog = state.worklogs.get(Number(parameters.id));
    return worklog ? { status: 200, body: toReply(state, shownAlone(state, worklog)) } : notFound(state);
  },

  updateWorklog(state, { parameters, body }) {
    const worklog = state.worklogs.get(Number(parameters.id));
    if (!worklog) return notFound(state);
    if (worklog.accountId !== state.seed.me.accountId) return { status: 403 };
    const { omittedFields, updateReply } = state.behaviour;
    const checked = checkBody(state, body, omittedFields === "kept" ? worklog : undefined);
    if ("violations" in checked) return rejected(checked.violations);
    if (checked.worklog.accountId !== worklog.accountId) return { status: 403 };
    const locked = lockedReply(state, [worklog.startDate, checked.worklog.startDate]);
    if (locked) return refused(locked);
    const reply = toReply(state, replace(state, worklog, { ...checked.worklog, issueId: worklog.issueId }));
    return { status: 200, body: updateReply === "array" ? [reply] : reply };
  },

  moveWorklog(state, { parameters }) {
    const worklog = state.worklogs.get(Number(parameters.id));
    if (!worklog) return notFound(state);
    if (worklog.accountId !== state.seed.me.accountId) return { status: 403 };
    const issueId = Number(parameters.issueId);
    if (!state.seed.issues.some(({ id }) => id === issueId)) return rejected(["Issue does not exist"]);
    const locked = lockedReply(state, [worklog.startDate]);
    if (locked) return refused(locked);
    return { status: 200, body: toReply(state, replace(state, worklog, { ...worklog, issueId })) };
  },

  deleteWorklog(state, { parameters }) {
    const worklog = state.worklogs.get(Number(parameters.id));
    if (!worklog) return notFound(state);
    if (worklog.accountId !== state.seed.me.accountId) return { status: 403 };
    const locked = lockedReply(state, [worklog.startDate]);
    if (locked) return refused(locked);
    remove(state, worklog);
    return { status: 204 };
  },

  ...dataCenterApprovalHandlers,
  ...dataCenterTeamHandlers,

  getWorkAttributes({ seed }) {
    const body = seed.workAttributes.map(({ id, key, name, required, values, type }, sequence) => ({
      id,
      key,
      name,
      required,
      sequence,
      type: { value: type ?? (values ? "STATIC_LIST" : "INPUT_FIELD"), systemType: false },
      ...(values && {
        staticListValues: values.map((value, index) => ({ id: index + 1, ...value, removed: false })),
      }),
    }));
    return { status: 200, body };
  },
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

/** @param kept whose fields stand for those that the body leaves out */
function checkBody(
  state: SandboxState,
  body: unknown,
  kept?: SandboxWorklog,
): ReturnType<typeof checkWorklog> {
  const input = (body ?? {}) as Record<string, unknown>;
  const { worker, originTaskId, started, comment, attributes } = input;
  if (typeof started !== "string") return { violations: ["Date can not be empty"] };
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}:\d{2}\.\d{3})?$/.test(started))
    return { violations: ["Date is invalid"] };
  const values = Object.entries((attributes ?? {}) as Record<string, unknown>);
  if (values.some(([, value]) => typeof value !== "object"))
    return { violations: ["Attributes are invalid"] };

  const keptValues = Object.entries(kept?.attributes ?? {}).map(([key, value]) => ({ key, value }));
  return checkWorklog(
    state,
    {
      ...kept,
      ...input,
      authorAccountId: usersOf(state).find((user) => nameOf(state, user) === worker)?.accountId,
      startDate: started.slice(0, 10),
      startTime: started.slice(11, 19) || kept?.startTime,
      description: comment ?? kept?.description,
      attributes: [...keptValues, ...values.map(([key, value]) => ({ ...(value as object), key }))],
    },
    Number(originTaskId),
  );
}

/** Has the shape of Jira's own errors, since Tempo's were never recorded. */
function rejected(errorMessages: string[]): { status: 400; body: Schemas["Errors"] } {
  return { status: 400, body: { errorMessages, errors: {} } };
}

function refused(locked: NonNullable<ReturnType<typeof lockedReply>>) {
  return locked.status === 400 ? rejected([locked.violation]) : locked;
}

function notFound({ behaviour }: SandboxState): { status: 404; body: Schemas["Errors"] } {
  const usual = { errorMessages: ["Worklog not found"], errors: {} };
  return { status: 404, body: behaviour.notFoundBody ?? usual };
}

/** Jira's reply for a path that nothing serves. */
function unknownPath({ href }: URL): { status: 404; body: Schemas["Errors"] } {
  return { status: 404, body: { message: `null for uri: ${href}` } };
}

function usersOf({ seed }: SandboxState): SandboxUser[] {
  return [seed.me, ...seed.colleagues];
}

function workerOf(state: SandboxState, accountId: string): string {
  const user = usersOf(state).find((candidate) => candidate.accountId === accountId);
  return user ? nameOf(state, user) : "";
}

function nameOf({ behaviour }: SandboxState, { key, name }: SandboxUser): string {
  return behaviour.workers === "keys" ? key : name;
}

function isDate(date: unknown): date is string {
  return typeof date === "string" && isCalendarDate(date);
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
  const worker = workerOf(state, worklog.accountId);
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
