import { execFile } from "node:child_process";
import { promises as fs } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "../../config/env.ts";
import { type DateRange, datesOf, dayOfWeek, isWeekend, WEEKDAYS } from "../../timesheet/dates.ts";

const USER = "Sam Sandbox <sam@example.com>";
const COLLEAGUE = "Kim Colleague <kim@example.com>";

interface Commit {
  author: string;
  branch: string;
  /** HH:mm. */
  time: string;
  subject: string;
}

/** The commits of the weekdays, again and again. */
const COMMITS: readonly Commit[][] = [
  [
    { author: USER, branch: "feature/DEMO-1-login", time: "09:40", subject: "Add the form to sign in" },
    { author: USER, branch: "feature/DEMO-1-login", time: "10:05", subject: "Keep the session across pages" },
    { author: COLLEAGUE, branch: "feature/DEMO-1-login", time: "11:30", subject: "Translate the form" },
    { author: USER, branch: "feature/DEMO-1-login", time: "15:20", subject: "Test refused passwords" },
  ],
  [
    { author: USER, branch: "fix/DEMO-2-rounding", time: "10:30", subject: "Round shares of an hour" },
    { author: USER, branch: "fix/DEMO-2-rounding", time: "10:55", subject: "Test halves of an hour" },
    { author: USER, branch: "fix/DEMO-2-rounding", time: "14:10", subject: "Explain the rounding" },
  ],
];

interface Meeting {
  weekdays: readonly string[];
  /** HHmm. */
  start: string;
  end: string;
  title: string;
  isPrivate?: true;
}

const MEETINGS: readonly Meeting[] = [
  { weekdays: ["Monday"], start: "1100", end: "1200", title: "Sprint planning DEMO-4" },
  { weekdays: WEEKDAYS, start: "0900", end: "0915", title: "Stand-up" },
  { weekdays: ["Wednesday"], start: "1600", end: "1700", title: "Dentist", isPrivate: true },
];

/** The places of the demo's evidence in a folder, as the server's settings name them. */
export function evidenceSettings(folder: string): Record<string, string> {
  return {
    TEMPO_GIT_FOLDERS: join(folder, "src"),
    TEMPO_GIT_EMAILS: "sam@example.com",
    TEMPO_CALENDARS: join(folder, "work.ics"),
  };
}

/**
 * Makes a repository and a calendar of the weekdays of a range. Without git the repository is empty, and the draft says that there is no git.
 *
 * @param env the environment that git is started in
 */
export async function makeEvidence(folder: string, range: DateRange, env: Environment): Promise<void> {
  const weekdays = datesOf(range).filter((date) => !isWeekend(date));
  const repository = join(folder, "src", "app");
  await fs.mkdir(join(repository, ".git"), { recursive: true });
  await fs.writeFile(join(folder, "work.ics"), calendarOf(weekdays));
  const git = gitIn(repository, env);
  try {
    await git("init --quiet --template=");
    await git("fast-import --quiet", commitsOf(weekdays));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Runs git without the user's and the machine's configuration. */
function gitIn(cwd: string, { PATH, Path, SYSTEMROOT }: Environment) {
  const env = { PATH: PATH ?? Path, SYSTEMROOT, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull };
  return async (line: string, input = ""): Promise<void> => {
    const run = promisify(execFile)("git", line.split(" "), { cwd, env, windowsHide: true });
    // There is no process to write to without git.
    run.child.stdin?.on("error", () => {}).end(input);
    await run;
  };
}

/** The commits of the dates in the form of git fast-import, on branches that begin at a commit of their own. */
function commitsOf(dates: readonly string[]): string {
  const commits = dates.flatMap((date, index) =>
    (COMMITS[index % COMMITS.length] ?? []).map((commit) => ({ date, ...commit })),
  );
  const [first = ""] = dates;
  return [{ date: first, author: COLLEAGUE, branch: "main", time: "08:00", subject: "Begin" }, ...commits]
    .map(({ date, author, branch, time, subject }) => {
      const who = `${author} ${Date.parse(`${date}T${time}:00Z`) / 1000} +0000`;
      return `commit refs/heads/${branch}\nauthor ${who}\ncommitter ${who}\ndata ${subject.length}\n${subject}\n`;
    })
    .join("\n");
}

function calendarOf(dates: readonly string[]): string {
  const events = dates.flatMap((date) =>
    MEETINGS.filter(({ weekdays }) => weekdays.includes(dayOfWeek(date))).flatMap((meeting, index) => {
      const day = date.replaceAll("-", "");
      return [
        "BEGIN:VEVENT",
        `UID:${day}-${index}@example.com`,
        `DTSTAMP:${day}T000000Z`,
        `DTSTART:${day}T${meeting.start}00Z`,
        `DTEND:${day}T${meeting.end}00Z`,
        `SUMMARY:${meeting.title}`,
        ...(meeting.isPrivate ? ["CLASS:PRIVATE"] : []),
        "END:VEVENT",
      ];
    }),
  );
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//tempofiller//demo//EN",
    ...events,
    "END:VCALENDAR",
    "",
  ];
  return lines.join("\r\n");
}
