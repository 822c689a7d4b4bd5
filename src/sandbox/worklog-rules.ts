import { isCalendarDate } from "../timesheet/dates.ts";
import { Refusal } from "./operation.ts";
import { type NewWorklog, type SandboxState, type SandboxWorklog, userOf } from "./state.ts";

/** A worklog by its id. @throws Refusal if there is none */
export function findWorklog({ worklogs }: SandboxState, id: unknown): SandboxWorklog {
  const worklog = worklogs.get(Number(id));
  if (!worklog) throw new Refusal(404, "Worklog not found");
  return worklog;
}

/** A worklog of the token's owner by its id. @throws Refusal */
export function findOwnWorklog(state: SandboxState, id: unknown): SandboxWorklog {
  const worklog = findWorklog(state, id);
  if (worklog.accountId !== state.seed.me.accountId) throw new Refusal(403);
  return worklog;
}

/**
 * The worklogs that bodies in the form of Tempo Cloud stand for.
 *
 * @throws Refusal that names every violation of them all, as Tempo does, or if a worklog is not of the token's owner
 */
export function checkWorklogs<Bodies extends unknown[]>(
  state: SandboxState,
  bodies: [...Bodies],
  issueId: unknown,
): { [Index in keyof Bodies]: NewWorklog } {
  const checked = bodies.map((body) => checkWorklog(state, body, issueId));
  const violations = new Set(checked.flatMap((it) => it.violations));
  if (violations.size > 0) throw new Refusal(400, ...violations);
  const worklogs = checked.map(({ worklog }) => worklog);
  if (worklogs.some(({ accountId }) => accountId !== state.seed.me.accountId)) throw new Refusal(403);
  return worklogs.map((worklog) => state.behaviour.change(worklog)) as {
    [Index in keyof Bodies]: NewWorklog;
  };
}

function checkWorklog(
  state: SandboxState,
  body: unknown,
  issueId: unknown,
): { worklog: NewWorklog; violations: string[] } {
  const input = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const violations: string[] = [];
  const require = (holds: boolean, message: string) => {
    if (!holds) violations.push(message);
  };

  const issue = state.seed.issues.find(({ id, hidden }) => id === issueId && !hidden);
  if (issueId === undefined || issueId === null) violations.push("Issue id cannot be null");
  else require(issue !== undefined, `Issue with id ${String(issueId)} not found`);

  const { authorAccountId, startDate, startTime, timeSpentSeconds, billableSeconds, description } = input;
  require(typeof authorAccountId === "string" && authorAccountId !== "", "Author cannot be null");
  require(!authorAccountId || userOf(state, authorAccountId) !== undefined, "User is invalid");
  require(typeof startDate === "string" &&
    isCalendarDate(startDate), "'startDate' must be valid on the format: 'yyyy-MM-dd'");
  require(startTime === undefined ||
    (typeof startTime === "string" &&
      /^\d{1,2}:\d{2}:\d{2}$/.test(startTime)), "'startTime' must be valid on the format: 'HH:mm:ss'");
  require(isCount(timeSpentSeconds) && timeSpentSeconds > 0, "Time spent must be greater than zero");
  require(billableSeconds === undefined || isCount(billableSeconds), "Billable time cannot be negative");
  require(description === undefined || typeof description === "string", "Description must be text");
  const attributes = readAttributes(input.attributes);
  for (const { key, name, required, values, type } of state.seed.workAttributes) {
    const value = attributes[key];
    if (required && !value) violations.push(`Work attribute '${name}' (${key}) is required`);
    const isKnown = !value || !values || values.some((candidate) => candidate.value === value);
    require(isKnown, `Work attribute '${name}' (${key}) has no value '${value}'`);
    const isAccount = type !== "ACCOUNT" || !value || state.seed.accounts?.some((it) => it.key === value);
    require(isAccount === true, `Account '${value}' not found`);
  }
  const worklog = {
    issueId: issueId as number,
    accountId: authorAccountId as string,
    startDate: startDate as string,
    ...(typeof startTime === "string" && { startTime }),
    timeSpentSeconds: timeSpentSeconds as number,
    billableSeconds: (billableSeconds ?? timeSpentSeconds) as number,
    description: (description ?? "") as string,
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
  return { worklog, violations: violations.length > 0 ? violations : state.behaviour.reject(worklog) };
}

function readAttributes(list: unknown): Record<string, string> {
  const items = Array.isArray(list) ? (list as { key: string; value: string }[]) : [];
  return Object.fromEntries(items.map(({ key, value }) => [key, value]));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
