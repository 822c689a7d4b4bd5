import type { HostOptions } from "./options.ts";

/** Arguments for each tool of the form, in a month such as `2026-01`. */
const ARGUMENTS: Record<string, (month: string) => Record<string, unknown>> = {
  get_worklogs: datesOf,
  get_schedule: datesOf,
  draft_timesheet: datesOf,
  post_worklog: (month) => ({
    issueKey: "DEMO-3",
    hours: 2,
    startDate: `${month}-12`,
    description: "Review of the login flow",
  }),
  bulk_post_worklogs: (month) => ({
    worklogs: [
      { issueKey: "DEMO-1", hours: 6, date: `${month}-10`, description: "Working on login flow" },
      { issueKey: "DEMO-3", hours: 2, date: `${month}-10` },
      { issueKey: "DEMO-1", hours: 8, date: `${month}-11` },
      { issueKey: "NOPE-1", hours: 8, date: `${month}-12` },
    ],
  }),
};

/** Reads the host's options from the fields of the form. */
export function optionsOf(form: HTMLFormElement): HostOptions {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name));
  const tool = text("tool");
  return {
    tool,
    arguments: ARGUMENTS[tool]?.(text("month")) ?? {},
    width: Number(text("width")),
    hostContext: {
      theme: text("theme") === "dark" ? "dark" : "light",
      locale: text("locale"),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  };
}

function datesOf(month: string): Record<string, unknown> {
  const [year, number] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
  return { startDate: `${month}-01`, endDate: `${month}-${days}` };
}
