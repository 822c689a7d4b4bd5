import { describe, expect, test } from "vitest";
import { toConfirmed } from "../../../src/timesheet/posting/batch.ts";
import { issueNotFound } from "../../../src/timesheet/posting/errors.ts";
import { loggedSeconds, refuseOverfullDays } from "../../../src/timesheet/posting/post-worklogs.ts";
import { recognise } from "../../../src/timesheet/posting/recognise.ts";
import { runOf } from "./run.ts";
import { build, type Content, existingWorklog, type Named, newWorklog } from "./worklogs.ts";

const TUESDAY = "2026-01-06";

interface Row {
  wanted: Content[];
  existing?: Named;
  /** The worklogs that the list does not show. */
  missing?: Named;
  duplicates?: "allow";
  /** The outcome of each worklog: whether it is sent, or the sum in its error with the hours of it that the list does not show. */
  outcome: ("sent" | "logged already" | `${number}` | `${number}, ${number} unlisted`)[];
}

const TABLES: Record<string, [behaviour: string, row: Row][]> = {
  "the hours of a date": [
    ["may be 24", { wanted: [{ hours: 24 }], outcome: ["sent"] }],
    [
      "may be 24 with what exists",
      { wanted: [{ hours: 8 }], existing: { 1: { hours: 16 } }, outcome: ["sent"] },
    ],
    [
      "may not be a second more",
      { wanted: [{ hours: 8 }], existing: { 1: { hours: 16 + 1 / 3600 } }, outcome: ["24.01"] },
    ],
    [
      "count on whatever issue they are, and billable or not",
      {
        wanted: [{ hours: 8 }],
        existing: { 1: { issue: "2", hours: 10 }, 2: { issue: "3", hours: 10, billable: false } },
        outcome: ["28"],
      },
    ],
    [
      "are those of that date alone",
      {
        wanted: [{ hours: 8 }, { hours: 8, date: TUESDAY }],
        existing: { 1: { hours: 20 }, 2: { hours: 16, date: TUESDAY } },
        outcome: ["28", "sent"],
      },
    ],
    [
      "can be too many before the call: everything new is refused",
      { wanted: [{ hours: 0.1 }], existing: { 1: { hours: 30 } }, outcome: ["30.1"] },
    ],
  ],
  "the worklogs of a call": [
    [
      "count in their order, and a refused one leaves room for a smaller one after it",
      {
        wanted: [{ hours: 16 }, { hours: 10, comment: "a" }, { hours: 8 }, { hours: 0.5 }],
        outcome: ["sent", "26", "sent", "24.5"],
      },
    ],
    [
      "count each, though they are equal",
      { wanted: [{ hours: 10 }, { hours: 10 }, { hours: 10 }], outcome: ["sent", "sent", "30"] },
    ],
    [
      "add nothing if they are logged already",
      {
        wanted: [{ hours: 16 }, { hours: 8, comment: "a" }, { hours: 1, comment: "b" }],
        existing: { 1: { hours: 16 } },
        outcome: ["logged already", "sent", "25"],
      },
    ],
    [
      "are logged already though their date is too full",
      {
        wanted: [{ hours: 20 }],
        existing: { 1: { hours: 20 }, 2: { hours: 20 } },
        outcome: ["logged already"],
      },
    ],
    [
      "count once more if duplicates are allowed",
      { wanted: [{ hours: 16 }], existing: { 1: { hours: 16 } }, duplicates: "allow", outcome: ["32"] },
    ],
  ],
  "what was stored a moment ago and is not listed": [
    [
      "counts, and is named",
      { wanted: [{ hours: 8 }], missing: { 7: { hours: 20 } }, outcome: ["28, 20 unlisted"] },
    ],
    [
      "counts on its own date alone",
      {
        wanted: [{ hours: 8 }, { hours: 8, date: TUESDAY }],
        existing: { 1: { hours: 20 } },
        missing: { 7: { hours: 20, date: TUESDAY } },
        outcome: ["28", "28, 20 unlisted"],
      },
    ],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, rows) => {
  test.each(rows)("%s", async (_, { wanted, existing = {}, missing = {}, duplicates, outcome }) => {
    const { batch, context, writer, ledger, worklogs } = runOf(wanted.map(newWorklog));
    const listed = (named: Named) => [
      ...build(named, (content, id) => existingWorklog(id, content)).values(),
    ];
    const known = listed(missing).map((worklog) => ledger.known(worklog));
    const view = { rows: listed(existing), missing: known, isBehind: false };
    if (duplicates !== "allow") await recognise(batch, view, context, writer);
    refuseOverfullDays(batch, view);
    const sent = new Set(batch.left());
    for (const row of sent) batch.stored(row, toConfirmed(existingWorklog("9")));
    const outcomes = batch.outcomes();
    expect(
      worklogs.map((worklog, index) => {
        const became = outcomes[index];
        if (sent.has(worklog)) return "sent";
        if (!became || "stored" in became) return "logged already";
        const [, sum, unlisted] =
          /would have ([\d.]+) h, and a day has 24\.(?:.* ([\d.]+) h of them)?/.exec(
            became.failure.message,
          ) ?? [];
        return unlisted === undefined ? sum : `${sum}, ${unlisted} unlisted`;
      }),
    ).toEqual(outcome);
  });
});

test("booked are the worklogs of each date with a stored row, the new ones and the existing ones once each", () => {
  const existing = [
    existingWorklog("1", { hours: 4 }),
    existingWorklog("2", { hours: 2, issue: "2" }),
    existingWorklog("3", { hours: 8, date: TUESDAY }),
    existingWorklog("4", { hours: 7, date: "2026-01-07" }),
  ];
  const { issue } = newWorklog();
  const logged = {
    stored: toConfirmed(existingWorklog("1", { hours: 4 })),
    alreadyLogged: true as const,
    issue,
  };
  const here = { stored: toConfirmed(existingWorklog("9", { hours: 1.5 })), issue };
  const failure = { failure: issueNotFound("PROJ-9") };
  const view = { rows: existing, missing: [], isBehind: false };
  const range = { startDate: "2026-01-05", endDate: TUESDAY };
  expect(loggedSeconds([logged, here, failure, failure], view, range)).toEqual(
    new Map([["2026-01-05", 7.5 * 3600]]),
  );
});

test("booked are the hours of the date on which a stored worklog is now, unless nothing else of that date was read", () => {
  const { issue } = newWorklog();
  const on = (id: string, date: string) => ({
    ...{ stored: toConfirmed(existingWorklog(id, { hours: 2, date })), alreadyLogged: true as const, issue },
  });
  const outcomes = [on("1", TUESDAY), on("2", "2026-02-01")];
  const existing = [existingWorklog("1", { hours: 2, date: TUESDAY })];
  const view = { rows: existing, missing: [], isBehind: false };
  const range = { startDate: "2026-01-05", endDate: TUESDAY };
  expect(loggedSeconds(outcomes, view, range)).toEqual(new Map([[TUESDAY, 2 * 3600]]));
});
