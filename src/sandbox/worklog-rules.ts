import { isCalendarDate } from "../timesheet/dates.ts";
import type { SandboxState, SandboxWorklog } from "./state.ts";

type CheckedWorklog = { worklog: Omit<SandboxWorklog, "id"> } | { violations: string[] };

/** Names every violation, as Tempo does, and not only the first. */
export function checkWorklog(state: SandboxState, body: unknown, issueId: unknown): CheckedWorklog {
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
  const isUser = [state.seed.me, ...state.seed.colleagues].some((it) => it.accountId === authorAccountId);
  require(!authorAccountId || isUser, "User is invalid");
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
  if (violations.length > 0) return { violations };

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
  const rejections = state.behaviour.reject(worklog);
  return rejections.length > 0 ? { violations: rejections } : { worklog: state.behaviour.change(worklog) };
}

function readAttributes(list: unknown): Record<string, string> {
  const items = Array.isArray(list) ? (list as { key: string; value: string }[]) : [];
  return Object.fromEntries(items.map(({ key, value }) => [key, value]));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
