import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/runtime/clock.ts";
import { EvidenceError } from "../../../src/timesheet/draft/evidence.ts";
import { CancelledError } from "../../../src/timesheet/errors.ts";
import { leastTime, longestSilence } from "../../helpers/processor-time.ts";
import { calendar, event, readCalendars, readEvents, readFiles, shown } from "./calendar.ts";

const MB = 1024 * 1024;
const good = event("UID:good", "SUMMARY:Kept");
const KEPT = ["2026-11-16T10:00 60 Kept"];
const BROKEN =
  "team.ics: 1 event is left out, since it is broken. Open them in the calendar and save them again, or log them by hand.";
const RULE =
  "team.ics: 1 event is left out, since it is repeated by a rule that is not supported, such as every hour. Log them by hand.";

describe("an event costs only itself if", () => {
  test.each<[what: string, problem: string, lines: string[]]>([
    ["it ends before it starts", BROKEN, ["DTSTART:20261116T100000Z", "DTEND:20261116T090000Z"]],
    [
      "it ends before it starts, in another zone",
      BROKEN,
      ["DTSTART:20261116T100000Z", "DTEND;TZID=Asia/Tokyo:20261116T120000"],
    ],
    [
      "it ends on a day and starts at a time",
      BROKEN,
      ["DTSTART:20261116T100000Z", "DTEND;VALUE=DATE:20261117"],
    ],
    ["its duration is negative", BROKEN, ["DTSTART:20261116T100000Z", "DURATION:-PT1H"]],
    ["its duration is none", BROKEN, ["DTSTART:20261116T100000Z", "DURATION:1 hour"]],
    ["its start is no time", BROKEN, ["DTSTART:tomorrow"]],
    ["its start never comes", BROKEN, ["DTSTART:20260230T100000Z"]],
    ["its start is two times", BROKEN, ["DTSTART:20261116T100000Z,20261117T100000Z"]],
    ["a line has no value", BROKEN, ["STATUS;X=1"]],
    ["its exceptions do not fit", BROKEN, [`EXDATE:${"20261116T100000Z,".repeat(10_000)}`]],
    ["it is too long", BROKEN, Array.from({ length: 100_000 }, () => "EXDATE:20261116T100000Z")],
    ["it repeats every second", RULE, ["RRULE:FREQ=SECONDLY"]],
    [
      "its rule counts from the year 361, and names one weekday 300 times",
      RULE,
      [
        "DTSTART:03610101T090000Z",
        "DTEND:03610101T100000Z",
        `RRULE:FREQ=MONTHLY;COUNT=999999999999;BYDAY=${Array(300).fill("53MO").join(",")}`,
      ],
    ],
    ["it repeats every minute until the end of days", RULE, ["RRULE:FREQ=MINUTELY;UNTIL=99991231T235959Z"]],
    [
      "it repeats every second of a day",
      RULE,
      ["RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4;BYMINUTE=0,1,2,3,4;BYSECOND=0,1"],
    ],
    [
      "it counts from the beginning of time",
      RULE,
      ["DTSTART:00010101T100000Z", "RRULE:FREQ=DAILY;COUNT=999999999999"],
    ],
    ["it has an interval of none", RULE, ["RRULE:FREQ=DAILY;INTERVAL=0"]],
    ["it repeats on a day of no name", RULE, ["RRULE:FREQ=WEEKLY;BYDAY=XX"]],
    ["its rule has no frequency", RULE, ["RRULE:INTERVAL=2"]],
    ["it repeats by two rules", RULE, ["RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY"]],
    ["it repeats by a rule without those of another one", RULE, ["RRULE:FREQ=DAILY", "EXRULE:FREQ=WEEKLY"]],
    ["it repeats by another calendar", RULE, ["RRULE:RSCALE=HEBREW;FREQ=YEARLY"]],
    ["its rule has a part that is not supported", RULE, ["RRULE:FREQ=YEARLY;BYWEEKNO=47"]],
    [
      "it repeats and lasts for years",
      RULE,
      ["DTSTART:20261116T100000Z", "DTEND:99991231T000000Z", "RRULE:FREQ=DAILY"],
    ],
    ["it changes one at no time", BROKEN, ["RECURRENCE-ID:tomorrow"]],
  ])("%s", async (_, problem, lines) => {
    const read = await readEvents([event(...lines), good]);
    expect({ ...read, shown: shown(read) }).toMatchObject({ shown: KEPT, leftOut: {}, problems: [problem] });
  });

  test("its end is missing", async () => {
    const read = await readEvents([event("SUMMARY:Lost").slice(0, -1), good]);
    expect(shown(read)).toEqual(KEPT);
    expect(read.problems).toEqual([BROKEN]);
  });
});

test("a sentence counts the events that are left out", async () => {
  const events = [event("DTSTART:x"), event("DTSTART:y"), event("RRULE:FREQ=HOURLY"), good];
  expect((await readEvents(events)).problems).toEqual([
    "team.ics: 2 events are left out, since they are broken. Open them in the calendar and save them again, or log them by hand.",
    RULE,
  ]);
});

test("a calendar that ends too early keeps what it has, and a sentence says so", async () => {
  const read = await readFiles({ "team.ics": calendar(good).replace("END:VCALENDAR", "") });
  expect(shown(read)).toEqual(KEPT);
  expect(read.problems).toEqual(["team.ics ends too early, so that events may be missing. Export it again."]);
});

const events = (count: number, lines: (index: number) => string[]) =>
  calendar(...Array.from({ length: count }, (_, index) => event(`UID:${index}`, ...lines(index))));

test.each<[what: string, content: string | Uint8Array, problem: string]>([
  [
    "of 50 MB",
    Buffer.alloc(50 * MB, calendar([`X-PICTURE:${"x".repeat(10_000)}`])),
    "is larger than 32 MB. Use one that goes back fewer years, or has no attachments.",
  ],
  [
    "that is one line of 50 MB",
    `BEGIN:VCALENDAR\nX-A:${"x".repeat(50 * MB)}`,
    "is larger than 32 MB. Use one that goes back fewer years, or has no attachments.",
  ],
  ["with nothing in it", "", "is empty. Check that it is the right one."],
  ["that is text", "Dear all,", "is not a calendar in the iCalendar format. Take one that ends in .ics."],
  [
    "that is nothing but zeros",
    Buffer.alloc(MB),
    "is not a calendar in the iCalendar format. Take one that ends in .ics.",
  ],
  [
    "that is a web page",
    "\n\n <!DOCTYPE html><title>Sign in</title>",
    "is a web page, such as one to sign in, and not a calendar. Take the address of the calendar in iCal format (.ics), which needs no sign-in.",
  ],
  [
    "with components in each other without end",
    "BEGIN:VCALENDAR\n".repeat(1000),
    "is not a calendar in the iCalendar format. Take one that ends in .ics.",
  ],
  [
    "with too many events",
    events(20_001, () => []),
    "has more than 20,000 events that may fall on these dates. Ask for fewer dates, or use a smaller calendar.",
  ],
  [
    "with too many meetings",
    events(1001, () => ["RRULE:FREQ=DAILY"]),
    "has more than 5,000 meetings on these dates. Ask for fewer dates, or use a smaller calendar.",
  ],
])("a calendar %s costs only itself, and a sentence says why", async (_, content, problem) => {
  const read = await readFiles({ "bad.ics": content, "team.ics": calendar(good) });
  expect({ shown: shown(read), found: read.found, problems: read.problems }).toEqual({
    shown: KEPT,
    found: "1 calendar, 1 meeting",
    problems: [`bad.ics ${problem}`],
  });
});

test.each<[what: string, content: string]>([
  [
    "10,000 events that never come",
    events(10_000, () => [
      "DTSTART:19000101T100000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    ]),
  ],
  [
    "500 series that count from long ago",
    events(500, () => [
      "DTSTART:19800101T100000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=9",
    ]),
  ],
  [
    "31 MB of empty events",
    `BEGIN:VCALENDAR\n${"BEGIN:VEVENT\nEND:VEVENT\n".repeat(1_350_000)}END:VCALENDAR`,
  ],
  ["31 MB of events that only begin", `BEGIN:VCALENDAR\n${"BEGIN:VEVENT\n".repeat(2_300_000)}END:VCALENDAR`],
  [
    "a class without a value, and 60,000 blanks after it",
    calendar(event("UID:blanks", `CLASS${" ".repeat(60_000)}a!`)),
  ],
  ["31 MB of folded lines", `BEGIN:VCALENDAR\nX-A:\n${" x\n".repeat(10_500_000)}END:VCALENDAR`],
  [
    "many zones with many changes",
    calendar(
      ...Array.from({ length: 300 }, (_, index) => [
        ...["BEGIN:VTIMEZONE", `TZID:Z${index}`],
        ...Array.from({ length: 190 }, () => [
          "BEGIN:STANDARD",
          "DTSTART:19000101T000000",
          "TZOFFSETFROM:+0100",
          "TZOFFSETTO:+0200",
          "RRULE:FREQ=YEARLY",
          "END:STANDARD",
        ]).flat(),
        "END:VTIMEZONE",
        ...event(`UID:${index}`, `DTSTART;TZID=Z${index}:20261116T100000`, "DURATION:PT1H"),
      ]),
    ),
  ],
])("other work is not held up by %s", async (_, content) => {
  const bytes = Buffer.from(content);
  const read = () =>
    readFiles({ "bad.ics": bytes }, { context: { deadline: systemClock.now() + 2000 } }).catch(
      (error: unknown) => expect(error).toBeInstanceOf(EvidenceError),
    );
  expect(await leastTime(400, () => longestSilence(read))).toBeLessThan(400);
});

test("a calendar that takes too long costs only itself", async () => {
  let now = 0;
  const clock = { ...systemClock, now: () => (now += 100) };
  const read = readFiles(
    { "bad.ics": events(5000, () => ["RRULE:FREQ=DAILY"]) },
    { context: { clock, deadline: 200 } },
  );
  await expect(read).rejects.toThrow(
    "bad.ics could not be read in time. Try again, or use a smaller calendar.",
  );
});

test("a read ends at once if the caller cancels", async () => {
  const controller = new AbortController();
  const read = readFiles({ "team.ics": events(5000, () => []) }, { context: { signal: controller.signal } });
  controller.abort();
  await expect(read).rejects.toThrow(CancelledError);
});

test.each<[path: string, problem: string]>([
  [
    "/no/such/folder/team.ics",
    "team.ics cannot be read (there is no such file). Check its path and its permissions.",
  ],
  [import.meta.dirname, "evidence is not a regular file. Use the path of a calendar that ends in .ics."],
])("the calendar %s is refused by a sentence without its folder", async (path, problem) => {
  await expect(readCalendars([path])).rejects.toThrow(
    expect.objectContaining({ name: "EvidenceError", message: problem }),
  );
});

test("files with the same name have numbers", async () => {
  await expect(readCalendars(["/none/a/team.ics", "/none/b/team.ics"])).rejects.toThrow(
    /^team.ics \(calendar 1\) cannot be read .* team.ics \(calendar 2\) cannot be read /,
  );
});

test("nothing is read without calendars", async () => {
  expect(await readCalendars([])).toEqual({
    evidence: [],
    leftOut: {},
    found: "0 calendars, 0 meetings",
    problems: [],
  });
});
