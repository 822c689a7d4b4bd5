import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { own } from "../helpers/activity.ts";
import { worklog } from "../helpers/seeds.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { type OpenView, openView, type ViewOptions } from "./open-view.ts";

export const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };

const HOUR = 3600;

/** Meetings of the week: two that name their issue, and two that do not. */
const MEETINGS = [
  ["20260105T110000Z", "20260105T120000Z", "PROJ-4 Sprint planning"],
  ["20260106T100000Z", "20260106T103000Z", "Coffee with Bo"],
  ["20260107T100000Z", "20260107T113000Z", "Refinement PROJ-4"],
  ["20260109T130000Z", "20260109T140000Z", "Roadmap with Kim"],
];

/** The user's history in Jira; there is nothing on Thursday. */
const ACTIVITY = [
  ...["09:10", "09:35", "10:05", "10:30"].map((time) => own(10123, `2026-01-05T${time}:00`)),
  own(10123, "2026-01-05T15:20:00", { status: "In Review" }),
  ...["13:05", "13:25"].map((time) => own(10007, `2026-01-06T${time}:00`)),
  ...["09:15", "09:45", "10:15"].map((time) => own(10123, `2026-01-09T${time}:00`)),
];

export const DRAFT_SEED: NonNullable<ViewOptions["seed"]> = {
  activity: ACTIVITY,
  worklogs: [
    worklog({
      startDate: "2025-12-02",
      timeSpentSeconds: HOUR,
      issueId: 10004,
      description: "Roadmap with everybody",
    }),
  ],
};

/** The settings with which a command drafts the week from Jira and a calendar, and keeps rules, for the running test. */
export async function draftCommand(env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const events = MEETINGS.flatMap(([start, end, title], index) => [
    "BEGIN:VEVENT",
    `UID:${index}@example.com`,
    "DTSTAMP:20260101T000000Z",
    `DTSTART:${start}`,
    `DTEND:${end}`,
    `SUMMARY:${title}`,
    "END:VEVENT",
  ]);
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...events, "END:VCALENDAR", ""];
  await writeFile(join(folder, "team.ics"), lines.join("\r\n"));
  const settings = join(folder, "settings.env");
  await writeFile(settings, "", { mode: 0o600 });
  const calendars = [join(folder, "team.ics"), join(folder, "missing.ics")].join(",");
  return {
    env: { TEMPO_TOOLSETS: "draft", TEMPO_CALENDARS: calendars, TEMPO_CONFIG_FILE: settings, ...env },
  };
}

/** Opens the draft of the week, from Jira and two calendars, of which one cannot be read. */
export async function openDraft({ command = {}, ...options }: ViewOptions = {}): Promise<OpenView> {
  const open = await openView({
    tool: "draft_timesheet",
    arguments: WEEK,
    command: await draftCommand(command.env),
    ...options,
    seed: { ...DRAFT_SEED, ...options.seed },
  });
  return open;
}
