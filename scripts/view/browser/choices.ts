import type { HostOptions } from "./options.ts";

type Call = Pick<HostOptions, "tool" | "arguments">;

/** The call behind each choice of what to show, in a month such as `2026-01`. */
const CALLS: Record<string, (month: string) => Call> = {
  month: (month) => ({ tool: "get_worklogs", arguments: datesOf(month) }),
  week: (month) => ({
    tool: "get_worklogs",
    arguments: { startDate: `${month}-08`, endDate: `${month}-14` },
  }),
  schedule: (month) => ({ tool: "get_schedule", arguments: datesOf(month) }),
  draft: (month) => ({ tool: "draft_timesheet", arguments: datesOf(month) }),
  one: (month) => ({
    tool: "post_worklog",
    arguments: {
      issueKey: "DEMO-3",
      hours: 2,
      startDate: `${month}-12`,
      description: "Review of the login flow",
    },
  }),
  several: (month) =>
    batch([
      { issueKey: "DEMO-1", hours: 6, date: `${month}-10`, description: "Working on login flow" },
      { issueKey: "DEMO-3", hours: 2, date: `${month}-10` },
      { issueKey: "NOPE-1", hours: 8, date: `${month}-12` },
    ]),
  undo: (month) =>
    batch([
      { issueKey: "DEMO-2", hours: 1.5, date: `${month}-10`, description: "Logged by mistake" },
      { issueKey: "DEMO-4", hours: 0.5, date: `${month}-11` },
    ]),
  "24 hours": (month) =>
    batch([
      { issueKey: "DEMO-1", hours: 8, date: `${month}-10` },
      { issueKey: "DEMO-1", hours: 23, date: `${month}-11`, description: "A day has 24 hours" },
      { issueKey: "DEMO-3", hours: 2, date: `${month}-11` },
    ]),
};

/** Reads the host's options from the fields of the form. */
export function optionsOf(form: HTMLFormElement): HostOptions {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name));
  const call = CALLS[text("case")];
  if (!call) throw new Error(`There is no ${text("case")}`);
  return {
    ...call(text("month")),
    width: Number(text("width")),
    hostContext: {
      theme: text("theme") === "dark" ? "dark" : "light",
      locale: text("locale"),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  };
}

function batch(worklogs: object[]): Call {
  return { tool: "bulk_post_worklogs", arguments: { worklogs } };
}

function datesOf(month: string): Record<string, unknown> {
  const [year, number] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
  return { startDate: `${month}-01`, endDate: `${month}-${days}` };
}
