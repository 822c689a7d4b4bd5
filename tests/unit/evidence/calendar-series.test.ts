import { describe, expect, test } from "vitest";
import { event, readEvents, shown } from "./calendar.ts";

/** A range of two months over a change of clocks: Berlin is two hours ahead of UTC until 25 October 2026, then one. */
const MONTHS = { startDate: "2026-10-01", endDate: "2026-11-30" };

/** An event at 10:00 in Berlin, as month and day of its occurrences by UTC. */
async function daysOf(start: string, ...lines: string[]): Promise<string[]> {
  const series = event(`DTSTART;TZID=Europe/Berlin:${start}T100000`, "DURATION:PT1H", ...lines);
  const { evidence, problems } = await readEvents([series], { range: MONTHS });
  expect(problems).toEqual([]);
  return evidence.flatMap((one) => {
    if (one.kind !== "meeting") return [];
    const [date = "", time] = new Date(one.start).toISOString().split("T");
    // Ten o'clock in Berlin, whatever the day.
    expect(time?.slice(0, 5)).toBe(date < "2026-10-25" ? "08:00" : "09:00");
    return [date.slice(5)];
  });
}

test.each<[what: string, start: string, rule: string, days: string]>([
  ["every day until a date, included", "20261023", "FREQ=DAILY;UNTIL=20261026", "10-23 10-24 10-25 10-26"],
  [
    "every day until a time, included",
    "20261023",
    "FREQ=DAILY;UNTIL=20261026T090000Z",
    "10-23 10-24 10-25 10-26",
  ],
  ["every day until before a time", "20261023", "FREQ=DAILY;UNTIL=20261026T085959Z", "10-23 10-24 10-25"],
  ["every 120th day since thirty years ago", "19961123", "FREQ=DAILY;INTERVAL=120", "10-17"],
  ["a number of times", "20261020", "FREQ=DAILY;COUNT=3", "10-20 10-21 10-22"],
  ["a number of times that ends in the range", "20260917", "FREQ=WEEKLY;COUNT=4", "10-01 10-08"],
  [
    "every other week on two days",
    "20261007",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=5",
    "10-07 10-19 10-21 11-02 11-04",
  ],
  [
    "every other week from Sunday on",
    "20261006",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=3",
    "10-06 10-18 10-20",
  ],
  [
    "every other week from Monday on",
    "20261006",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=3",
    "10-06 10-11 10-20",
  ],
  ["on working days by months", "20261128", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYMONTH=11", "11-28 11-30"],
  ["on the second Tuesday", "20260113", "FREQ=MONTHLY;BYDAY=2TU", "10-13 11-10"],
  ["on the second Tuesday, as Outlook has it", "20260113", "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2", "10-13 11-10"],
  ["on the last Friday", "20260130", "FREQ=MONTHLY;BYDAY=-1FR", "10-30 11-27"],
  ["on the last working day", "20260130", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "10-30 11-30"],
  ["on the last day", "20260131", "FREQ=MONTHLY;BYMONTHDAY=-1", "10-31 11-30"],
  ["on the 31st, in months that have one", "20260131", "FREQ=MONTHLY", "10-31"],
  ["on Friday the 13th", "20260213", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "11-13"],
  ["once a year", "20201024", "FREQ=YEARLY", "10-24"],
  ["on the last Sunday of October", "20201025", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "10-25"],
  ["on the 300th day of the year", "20201026", "FREQ=YEARLY;BYYEARDAY=300", "10-27"],
  ["in leap years", "20240229", "FREQ=YEARLY", ""],
  ["on a day that never comes", "20201024", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", ""],
  ["until before it starts", "20261101", "FREQ=DAILY;UNTIL=20260101", "11-01"],
])("a series %s", async (_, start, rule, days) => {
  expect((await daysOf(start, `RRULE:${rule}`)).join(" ")).toBe(days);
});

test("a series at two times of day has both", async () => {
  const lines = ["DTSTART:20261116T100000Z", "DURATION:PT30M", "RRULE:FREQ=DAILY;BYHOUR=10,15;COUNT=3"];
  expect(shown(await readEvents([event(...lines)]))).toEqual([
    "2026-11-16T10:00 30",
    "2026-11-16T15:00 30",
    "2026-11-17T10:00 30",
  ]);
});

test("days are added by RDATE, and left out by EXDATE, in any zone; a count counts what is left out", async () => {
  const days = await daysOf(
    "20261019",
    "RRULE:FREQ=DAILY;COUNT=6",
    "EXDATE;TZID=Europe/Berlin:20261020T100000,20261022T100000",
    "EXDATE:20261021T080000Z",
    "EXDATE;VALUE=DATE:20261024",
    "EXDATE:20261023T070000Z",
    "RDATE:20261102T090000Z",
  );
  expect(days).toEqual(["10-19", "10-23", "11-02"]);
});

describe("a changed occurrence", () => {
  const series = (...lines: string[]) => event("SUMMARY:Daily", "RRULE:FREQ=DAILY;COUNT=3", ...lines);
  const change = (...lines: string[]) => event("SUMMARY:Moved", "RECURRENCE-ID:20261117T100000Z", ...lines);
  const [first, second, third] = ["16", "17", "18"].map((day) => `2026-11-${day}T10:00 60 Daily`);

  test.each<[what: string, lines: string[], expected: (string | undefined)[], leftOut: object]>([
    [
      "moved within the day",
      ["DTSTART:20261117T130000Z", "DURATION:PT30M"],
      [first, "2026-11-17T13:00 30 Moved", third],
      {},
    ],
    ["moved out of the range", ["DTSTART:20261201T100000Z", "DURATION:PT30M"], [first, third], {}],
    [
      "cancelled",
      ["DTSTART:20261117T100000Z", "DURATION:PT1H", "STATUS:CANCELLED"],
      [first, third],
      { cancelled: 1 },
    ],
    [
      "declined",
      ["DTSTART:20261117T100000Z", "DURATION:PT1H", "ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.com"],
      [first, third],
      { declined: 1 },
    ],
    [
      "of another series",
      ["UID:other", "DTSTART:20261117T130000Z", "DURATION:PT30M"],
      [first, second, "2026-11-17T13:00 30 Moved", third],
      {},
    ],
  ])("%s is not beside its original", async (_, lines, expected, leftOut) => {
    // Its place in the file does not matter.
    for (const events of [
      [series(), change(...lines)],
      [change(...lines), series()],
    ]) {
      const read = await readEvents(events);
      expect(shown(read)).toEqual(expected);
      expect(read.leftOut).toEqual(leftOut);
    }
  });

  test.each(["RECURRENCE-ID;TZID=Europe/Berlin:20261117T110000", "RECURRENCE-ID;VALUE=DATE:20261117"])(
    "is found by %s",
    async (id) => {
      const change = event("SUMMARY:Moved", id, "DTSTART:20261117T130000Z", "DURATION:PT30M");
      expect(shown(await readEvents([series(), change]))).toEqual([
        first,
        "2026-11-17T13:00 30 Moved",
        third,
      ]);
    },
  );

  test("moved into the range is in it", async () => {
    const old = series("DTSTART:20261101T100000Z", "DURATION:PT1H");
    const moved = event("SUMMARY:Moved", "RECURRENCE-ID:20261102T100000Z");
    expect(shown(await readEvents([old, moved]))).toEqual(["2026-11-16T10:00 60 Moved"]);
  });

  test("moved to the time of one that was cancelled takes place", async () => {
    const first = event("SUMMARY:Daily", "RECURRENCE-ID:20261116T100000Z", "STATUS:CANCELLED");
    const read = await readEvents([
      series(),
      first,
      event("SUMMARY:Moved", "RECURRENCE-ID:20261117T100000Z"),
    ]);
    expect(shown(read)).toEqual(["2026-11-16T10:00 60 Moved", third]);
    expect(read.leftOut).toEqual({ cancelled: 1 });
  });

  test("that was changed again is the newest", async () => {
    const newest = change("SEQUENCE:2", "DTSTART:20261117T140000Z", "DURATION:PT30M");
    const older = change("SEQUENCE:1", "DTSTART:20261117T130000Z", "DURATION:PT30M");
    const expected = [first, "2026-11-17T14:00 30 Moved", third];
    expect(shown(await readEvents([series(), newest, older]))).toEqual(expected);
    expect(shown(await readEvents([series(), older, newest]))).toEqual(expected);
  });
});

test("a meeting over a change of clocks ends at its time of day", async () => {
  const range = { startDate: "2026-10-24", endDate: "2026-10-25" };
  const night = event(
    "DTSTART;TZID=Europe/Berlin:20261017T230000",
    "DTEND;TZID=Europe/Berlin:20261018T040000",
    "RRULE:FREQ=WEEKLY",
  );
  expect(shown(await readEvents([night], { range }))).toEqual(["2026-10-24T21:00 360"]);
});
