import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import { makeLargeRepository } from "./large-repository.ts";
import { ACCOUNT_ID } from "./upstream.ts";

/** The month that is drafted. */
export const MONTH = { startDate: "2026-01-01", endDate: "2026-01-31" };

const REPOSITORIES = 5;
const COMMITS = 20_000;
const CALENDARS = 3;
const EVENTS = 5000;
const JIRA_EVENTS = 400;

export const SIZE = `${REPOSITORIES} repositories of ${thousands(COMMITS)} commits, ${CALENDARS} calendars of ${thousands(EVENTS)} events, ${JIRA_EVENTS} events of Jira`;

/** The issues that commits, meetings and the events of Jira name. */
const ISSUES = Array.from({ length: 400 }, (_, index) => ({
  id: 20_000 + index,
  key: `BENCH-${index}`,
  summary: `Task ${index}`,
}));

const DAY_MS = 86_400_000;

/** The month in Jira: statuses and comments by turns, at all hours of its days. */
export function jiraHistory(): Pick<SandboxSeed, "issues" | "activity"> {
  const first = Date.parse(MONTH.startDate);
  const step = (31 * DAY_MS) / JIRA_EVENTS;
  return {
    issues: ISSUES,
    activity: Array.from({ length: JIRA_EVENTS }, (_, index) => ({
      issueId: 20_000 + (index % ISSUES.length),
      accountId: ACCOUNT_ID,
      at: new Date(first + index * step).toISOString().slice(0, 19),
      ...(index % 2 === 0 && { changes: { status: "In Progress" } }),
    })),
  };
}

/** Makes repositories and calendars in a folder. @returns the settings that name them */
export function makeEvidence(folder: string): Record<string, string> {
  const repositories = join(folder, "repositories");
  for (let index = 0; index < REPOSITORIES; index += 1) {
    makeLargeRepository(join(repositories, `repository-${index}`), {
      commits: COMMITS,
      end: Date.parse("2026-02-15") / 1000 + index,
      emails: ["sam@example.com", "kim@example.com", "lee@example.com", "alex@example.com"],
      openBranches: 20,
      keys: ISSUES.map(({ key }) => key),
    });
  }
  mkdirSync(join(folder, "calendars"));
  const calendars = Array.from({ length: CALENDARS }, (_, index) =>
    join(folder, "calendars", `calendar-${index}.ics`),
  );
  for (const [index, path] of calendars.entries()) writeFileSync(path, calendar(index));
  return { TEMPO_GIT_FOLDERS: repositories, TEMPO_CALENDARS: calendars.join(",") };
}

/** Two years of events; one of fifty is a series of every week, and one of five names an issue. */
function calendar(number: number): string {
  const first = Date.parse("2024-06-03");
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const day = digits(new Date(first + (index % 730) * DAY_MS).toISOString().slice(0, 10));
    const hour = String(8 + (index % 9)).padStart(2, "0");
    return [
      "BEGIN:VEVENT",
      `UID:${number}-${index}@example.com`,
      "DTSTAMP:20240601T080000Z",
      `DTSTART;TZID=Europe/Berlin:${day}T${hour}0000`,
      `DTEND;TZID=Europe/Berlin:${day}T${hour}3000`,
      `SUMMARY:${index % 5 === 0 ? `BENCH-${index % ISSUES.length} ` : ""}Meeting ${index} of team ${number}`,
      `DESCRIPTION:Notes of the meeting. ${"They are long. ".repeat(10)}`,
      "ORGANIZER;CN=Kim:mailto:kim@example.com",
      "ATTENDEE;CN=Sam;PARTSTAT=ACCEPTED:mailto:sam@example.com",
      "ATTENDEE;CN=Lee;PARTSTAT=DECLINED:mailto:lee@example.com",
      ...(index % 50 === 0 ? ["RRULE:FREQ=WEEKLY;COUNT=60"] : []),
      "END:VEVENT",
    ].join("\r\n");
  });
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:bench", ...events, "END:VCALENDAR", ""].join("\r\n");
}

function digits(date: string): string {
  return date.replaceAll("-", "");
}

function thousands(count: number): string {
  return count.toLocaleString("en");
}
