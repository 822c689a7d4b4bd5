import { describe, expect, test } from "vitest";
import { bookedSeconds, refuseOverfullDays } from "../../../src/timesheet/posting/day-hours.ts";
import { issueNotFound } from "../../../src/timesheet/posting/errors.ts";
import { toConfirmed } from "../../../src/timesheet/posting/outcome.ts";
import { recogniseExisting } from "../../../src/timesheet/posting/recognise.ts";
import {
  LATEST_COMMIT_MS,
  LIST_LAG_MS,
  LONGEST_WRITE_MS,
  UNKNOWN_LIST_LAG_MS,
} from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { deleted, failed, type Step, sent, stored } from "./steps.ts";
import { build, type Content, existingWorklog, type Named, newWorklog } from "./worklogs.ts";

const TUESDAY = "2026-01-06";

interface Row {
  wanted: Content[];
  existing?: Named;
  /** Records of earlier calls, and the age of the last one. */
  journal?: Step[];
  age?: number;
  duplicates?: "allow";
  /** The outcome of each worklog: whether it is sent, or the sum in its error with the hours of it that the list does not show. */
  outcome: (
    | "sent"
    | "logged already"
    | "unknown"
    | "unknown, not sent again"
    | `${number}`
    | `${number}, ${number} unlisted`
  )[];
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
  "what an earlier call has stored": [
    [
      "counts though the list does not show it yet",
      {
        wanted: [{ hours: 8 }],
        journal: [sent({ hours: 20 }), stored(1, "7", { hours: 20 })],
        outcome: ["28, 20 unlisted"],
      },
    ],
    [
      "counts once if the list shows it",
      {
        wanted: [{ hours: 4 }],
        journal: [sent({ hours: 20 }), stored(1, "7", { hours: 20 })],
        existing: { 7: { hours: 20 } },
        outcome: ["sent"],
      },
    ],
    [
      "does not count if the list should show it by now",
      {
        wanted: [{ hours: 8 }],
        journal: [sent({ hours: 20 }), stored(1, "7", { hours: 20 })],
        age: LIST_LAG_MS + 1,
        outcome: ["sent"],
      },
    ],
    [
      "does not count if it was deleted since",
      {
        wanted: [{ hours: 8 }],
        journal: [sent({ hours: 20 }), stored(1, "7", { hours: 20 }), deleted("7")],
        outcome: ["sent"],
      },
    ],
  ],
  "what an earlier call has sent with an unknown outcome": [
    [
      "counts while Tempo may still store it",
      { wanted: [{ hours: 8 }], journal: [sent({ hours: 20 }), failed(1)], outcome: ["28, 20 unlisted"] },
    ],
    [
      "counts while its process may still be waiting for the response",
      {
        wanted: [{ hours: 8 }],
        journal: [sent({ hours: 20 })],
        age: LONGEST_WRITE_MS + LATEST_COMMIT_MS - 1,
        outcome: ["28, 20 unlisted"],
      },
    ],
    [
      "counts while lists may lack it",
      {
        wanted: [{ hours: 8 }],
        journal: [sent({ hours: 20 }), failed(1)],
        age: LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS - 1,
        outcome: ["28, 20 unlisted"],
      },
    ],
    [
      "does not count after that",
      {
        wanted: [{ hours: 8 }],
        journal: [sent({ hours: 20 }), failed(1)],
        age: LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS,
        outcome: ["sent"],
      },
    ],
    [
      "counts once if a worklog that appeared since can be it",
      {
        wanted: [{ hours: 4, comment: "another" }],
        journal: [sent({ hours: 20 }, { afterId: "6" }), failed(1)],
        existing: { 7: { hours: 20, comment: "changed" } },
        outcome: ["sent"],
      },
    ],
    [
      "counts beside a worklog that existed before it",
      {
        wanted: [{ hours: 4, comment: "another" }],
        journal: [sent({ hours: 12 }, { afterId: "7" }), failed(1)],
        existing: { 7: { hours: 12, comment: "older" } },
        outcome: ["28, 12 unlisted"],
      },
    ],
    [
      "counts beside a worklog that is the result of another entry",
      {
        wanted: [{ hours: 4, comment: "another" }],
        journal: [
          sent({ hours: 12, comment: "open" }),
          sent({ hours: 12 }),
          failed(1),
          stored(2, "7", { hours: 12 }),
        ],
        existing: { 7: { hours: 12 } },
        outcome: ["28, 12 unlisted"],
      },
    ],
    [
      "counts beside a worklog that another one can be",
      {
        wanted: [{ hours: 13, comment: "another" }],
        journal: [sent({ hours: 6, comment: "a" }), sent({ hours: 6, comment: "b" }), failed(1), failed(2)],
        existing: { 7: { hours: 6, comment: "changed" } },
        outcome: ["25, 6 unlisted"],
      },
    ],
    [
      "leaves what cannot be it to another one",
      {
        wanted: [{ hours: 8, comment: "another" }],
        journal: [sent({ hours: 5 }), sent({ hours: 12 }), failed(1), failed(2)],
        existing: { 7: { hours: 12, comment: "changed" } },
        outcome: ["25, 5 unlisted"],
      },
    ],
    [
      "counts once, and not after the others, if it is asked for again",
      {
        wanted: [{ hours: 8, comment: "new" }, { hours: 16 }, { hours: 1, comment: "newer" }],
        journal: [sent({ hours: 16 }), failed(1)],
        outcome: ["sent", "unknown", "25, 16 unlisted"],
      },
    ],
    [
      "is sent again if its date has room for it",
      {
        wanted: [{ hours: 16 }],
        journal: [sent({ hours: 16 }), failed(1)],
        existing: { 7: { issue: "2", hours: 8 } },
        outcome: ["unknown"],
      },
    ],
    [
      "is not sent again if its date is too full for it by now",
      {
        wanted: [{ hours: 16 }],
        journal: [sent({ hours: 16 }), failed(1)],
        existing: { 7: { issue: "2", hours: 10 } },
        outcome: ["unknown, not sent again"],
      },
    ],
    [
      "is not counted for another date",
      { wanted: [{ hours: 8, date: TUESDAY }], journal: [sent({ hours: 20 }), failed(1)], outcome: ["sent"] },
    ],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, rows) => {
  test.each(rows)(
    "%s",
    async (_, { wanted, existing = {}, journal: steps = [], age = 0, duplicates, outcome }) => {
      const { run, batch, journal, advance, worklogs } = runOf(wanted.map(newWorklog), {
        findWorklog: async () => undefined,
      });
      for (const step of steps) step(journal);
      advance(age);
      const listed = [...build(existing, (content, id) => existingWorklog(id, content)).values()];
      if (duplicates !== "allow") await recogniseExisting(run, listed, run.context.clock.wallClock());
      batch.claimExisting(listed);
      refuseOverfullDays(run, listed, run.context.clock.wallClock());
      const ready = new Set(batch.ready());
      const uncertain = new Set(batch.uncertain());
      const notAgain = new Set(run.notAgain);
      const outcomes = batch.finish();
      expect(
        worklogs.map((worklog, index) => {
          const became = outcomes[index];
          if (ready.has(worklog)) return "sent";
          if (uncertain.has(worklog)) return notAgain.has(worklog) ? "unknown, not sent again" : "unknown";
          if (!became || "stored" in became) return "logged already";
          const [, sum, unlisted] =
            /would have ([\d.]+) h, and a day has 24\.(?:.* ([\d.]+) h of them)?/.exec(
              became.failure.message,
            ) ?? [];
          return unlisted === undefined ? sum : `${sum}, ${unlisted} unlisted`;
        }),
      ).toEqual(outcome);
    },
  );
});

test("booked are the worklogs of each date with a stored row, the new ones and the existing ones once each", () => {
  const existing = [
    existingWorklog("1", { hours: 4 }),
    existingWorklog("2", { hours: 2, issue: "2" }),
    existingWorklog("3", { hours: 8, date: TUESDAY }),
    existingWorklog("4", { hours: 7, date: "2026-01-07" }),
  ];
  const row = newWorklog();
  const { issue } = row;
  const logged = {
    stored: toConfirmed(existingWorklog("1", { hours: 4 })),
    alreadyLogged: true as const,
    issue,
  };
  const here = { stored: toConfirmed(existingWorklog("9", { hours: 1.5 })), issue };
  const failure = { failure: issueNotFound("PROJ-9") };
  expect(
    bookedSeconds(
      [row, row, newWorklog({ date: TUESDAY }), failure.failure],
      [logged, here, failure, failure],
      existing,
    ),
  ).toEqual(new Map([["2026-01-05", 7.5 * 3600]]));
});
