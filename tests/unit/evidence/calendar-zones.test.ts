import { describe, expect, test } from "vitest";
import { zoneByName } from "../../../src/evidence/calendar/zones.ts";
import { WINDOWS_ZONES } from "../../../src/generated/windows-zones.ts";
import { toInstant } from "../../../src/timesheet/zones.ts";
import { event, readEvents, shown } from "./calendar.ts";

/** A zone as Outlook writes it, of changes by the rules of the European Union. */
function definition(
  name: string,
  standard = "+0100",
  daylight = "+0200",
  start = "16010101T030000",
): string[] {
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    "BEGIN:STANDARD",
    `DTSTART:${start}`,
    `TZOFFSETFROM:${daylight}`,
    `TZOFFSETTO:${standard}`,
    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000",
    `TZOFFSETFROM:${standard}`,
    `TZOFFSETTO:${daylight}`,
    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ];
}

const meeting = (zone: string, ...lines: string[]) =>
  event(`DTSTART;TZID=${zone}:20261019T100000`, "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=2", ...lines);
const RANGE = { startDate: "2026-10-19", endDate: "2026-10-31" };
const IN_BERLIN = ["2026-10-19T08:00 60", "2026-10-26T09:00 60"];

describe("a time is of the zone", () => {
  test.each<[what: string, components: string[][]]>([
    ["of IANA", [meeting("Europe/Berlin")]],
    ["of IANA in quotes and small letters", [meeting('"europe/berlin"')]],
    ["of IANA at the end of a path", [meeting("/freeassociation.sourceforge.net/Europe/Berlin")]],
    [
      "of IANA, whatever the calendar has for it",
      [definition("Europe/Berlin", "+0500", "+0600"), meeting("Europe/Berlin")],
    ],
    ["of Windows", [meeting("W. Europe Standard Time")]],
    ["that the calendar defines", [definition("Customized"), meeting("Customized")]],
    ["that the calendar defines later", [meeting("Customized"), definition("Customized")]],
    [
      "that the calendar defines, with a comma",
      [definition("(UTC+01:00) Berlin\\, Rome"), meeting('"(UTC+01:00) Berlin, Rome"')],
    ],
  ])("%s", async (_, components) => {
    const read = await readEvents(components, { range: RANGE, zone: "America/New_York" });
    expect(shown(read)).toEqual(IN_BERLIN);
    expect(read.problems).toEqual([]);
  });

  test("without changes of clocks that the calendar defines", async () => {
    const [begin = "", id = "", ...lines] = definition("Fixed", "-0330", "-0330");
    const fixed = [begin, id, ...lines.slice(0, 4), "END:STANDARD", "END:VTIMEZONE"];
    expect(shown(await readEvents([fixed, meeting("Fixed")], { range: RANGE }))).toEqual([
      "2026-10-19T13:30 60",
      "2026-10-26T13:30 60",
    ]);
  });

  test("that the calendar defines, after its last change", async () => {
    const lines = definition("Old", "+0300", "+0400").map((line) =>
      line.replace(/(BYMONTH=\d+)/, "$1;UNTIL=20101101T000000Z"),
    );
    expect(shown(await readEvents([lines, meeting("Old")], { range: RANGE }))).toEqual([
      "2026-10-19T07:00 60",
      "2026-10-26T07:00 60",
    ]);
  });
});

test.each<[what: string, zone: string, components: string[][]]>([
  ["that does not exist", "Mars/Phobos", []],
  [
    "whose definition is broken",
    "Broken",
    [["BEGIN:VTIMEZONE", "TZID:Broken", "BEGIN:STANDARD", "END:STANDARD", "END:VTIMEZONE"]],
  ],
  [
    "whose definition changes clocks daily",
    "Daily",
    [definition("Daily").map((line) => line.replace("FREQ=YEARLY", "FREQ=DAILY"))],
  ],
])("an event in a zone %s is left out, and a sentence names the zone", async (_, zone, components) => {
  const read = await readEvents([...components, meeting(`"${zone}"`), event("UID:two", "SUMMARY:Kept")], {
    range: { startDate: "2026-10-19", endDate: "2026-11-20" },
  });
  expect(shown(read)).toEqual(["2026-11-16T10:00 60 Kept"]);
  expect(read.problems).toEqual([
    `team.ics: 1 event is left out, since no time zone has the name "${zone}". ` +
      "Choose the time zone of such events again in the calendar, or log them by hand.",
  ]);
});

test("a sentence names three zones that do not exist, and shortens and cleans their names", async () => {
  const names = ["a".repeat(100), "b\u001b[2J", "c", "d", "e"];
  const events = names.map((name, index) =>
    event(`UID:${index}`, `DTSTART;TZID=${name}:20261116T100000`, "DURATION:PT1H"),
  );
  expect((await readEvents(events)).problems).toEqual([
    `team.ics: 5 events are left out, since no time zone has the name "${"a".repeat(37)}… (63 more characters)", "b[2J", "c" and 2 more. ` +
      "Choose the time zone of such events again in the calendar, or log them by hand.",
  ]);
});

describe("clocks that are changed", () => {
  const berlin = zoneByName("Europe/Berlin", 0);
  test.each([
    ["2026-03-29T01:59", "2026-03-29T00:59"],
    ["2026-03-29T02:30", "2026-03-29T01:30"],
    ["2026-03-29T03:00", "2026-03-29T01:00"],
    ["2026-10-25T02:30", "2026-10-25T00:30"],
    ["2026-10-25T03:00", "2026-10-25T02:00"],
  ])("show %s at %s", (wall, instant) => {
    const found = toInstant(Date.parse(`${wall}Z`), berlin ?? { offsetAt: () => Number.NaN });
    expect(new Date(found).toISOString().slice(0, 16)).toBe(instant);
  });
});

test("Node knows the zone of each name of Windows", () => {
  const names = Object.keys(WINDOWS_ZONES);
  expect(names.length).toBeGreaterThan(130);
  expect(names.filter((name) => !zoneByName(name, 0))).toEqual([]);
});
