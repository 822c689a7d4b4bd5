import { describe, expect, test } from "vitest";
import { calendar, event, readEvents, readFiles, shown } from "./calendar.ts";

const at = (time: string) => Date.parse(`2026-11-16T${time}Z`);

describe("a meeting", () => {
  test("has its times, its title, and the description as a further text", async () => {
    const lines = event("SUMMARY:Planning\\, DEMO-1", "DESCRIPTION:Agenda:\\n1. DEMO-2");
    expect(await readEvents([lines])).toEqual({
      evidence: [
        {
          kind: "meeting",
          source: "calendar",
          start: at("10:00"),
          end: at("11:00"),
          title: "Planning, DEMO-1",
          texts: ["Planning, DEMO-1", "Agenda:\n1. DEMO-2"],
          isTentative: false,
        },
      ],
      leftOut: {},
      found: "1 calendar, 1 meeting",
      problems: [],
    });
  });

  test.each<[what: string, lines: string[], title: string]>([
    ["folded inside of a letter", ["SUMMARY:Caf\u00c3", " \u00a9 au lait"], "Café au lait"],
    ["on two lines", ["SUMMARY:First\\nSecond"], "First Second"],
    ["with control characters and hidden ones", ["SUMMARY:A\u001b[31mB\u00e2\u0080\u00aeC"], "A[31mBC"],
    [
      "before a property with digits in its name",
      ["SUMMARY:Daily", "X-TINE20-CONTAINER;X=1:secret"],
      "Daily",
    ],
    ["in small letters", ["summary;language=en:Daily"], "Daily"],
    ["of an alarm not taken", ["BEGIN:VALARM", "SUMMARY:Alarm", "END:VALARM", "SUMMARY:Daily"], "Daily"],
    ["left out", [], ""],
  ])("has a title %s", async (_, lines, title) => {
    const bytes = Buffer.from(calendar(event(...lines)), "latin1");
    const { evidence, problems } = await readFiles({ "team.ics": bytes });
    expect({ evidence, problems }).toMatchObject({ evidence: [{ title, texts: [title] }], problems: [] });
  });

  test("has a title and a description of bounded length", async () => {
    const { evidence } = await readEvents([
      event(`SUMMARY:${"a".repeat(5000)}`, `DESCRIPTION:${"b".repeat(100_000)}`),
    ]);
    const [meeting] = evidence;
    expect(meeting?.texts.map(({ length }) => length)).toEqual([255, 2000]);
    expect(meeting).toMatchObject({ title: expect.stringMatching(/^a+… \(4,\d{3} more characters\)$/) });
  });

  test.each<[what: string, lines: string[], expected: string]>([
    ["a duration", ["DTSTART:20261116T100000Z", "DURATION:PT1H30M"], "2026-11-16T10:00 90"],
    [
      "a zone of IANA",
      ["DTSTART;TZID=America/New_York:20261116T100000", "DURATION:PT15M"],
      "2026-11-16T15:00 15",
    ],
    ["no zone, in the user's", ["DTSTART:20261116T100000", "DTEND:20261116T110000"], "2026-11-16T09:00 60"],
    [
      "two zones",
      ["DTSTART;TZID=Asia/Tokyo:20261116T190000", "DTEND;TZID=Europe/Berlin:20261116T120000"],
      "2026-11-16T10:00 60",
    ],
    [
      "a start before the range",
      ["DTSTART:20261115T220000Z", "DTEND:20261115T233000Z"],
      "2026-11-15T22:00 90",
    ],
    [
      "an end after the range",
      ["DTSTART:20261120T220000Z", "DTEND:20261121T010000Z"],
      "2026-11-20T22:00 180",
    ],
  ])("with %s", async (_, lines, expected) => {
    expect(shown(await readEvents([event(...lines)]))).toEqual([expected]);
  });

  test.each<[what: string, lines: string[]]>([
    ["ends as the range begins", ["DTSTART:20261115T220000Z", "DTEND:20261115T230000Z"]],
    ["begins as the range ends", ["DTSTART:20261120T230000Z", "DTEND:20261121T000000Z"]],
    ["is of another year", ["DTSTART:20251116T100000Z", "DTEND:20251116T110000Z"]],
  ])("is none of the range if it %s", async (_, lines) => {
    expect(await readEvents([event(...lines)])).toEqual({
      evidence: [],
      leftOut: {},
      found: "1 calendar, 0 meetings",
      problems: [],
    });
  });
});

const attendee = (parameters: string, address = "mailto:kim@example.com") =>
  `ATTENDEE;${parameters}:${address}`;

test.each<[reason: string, what: string, lines: string[]]>([
  ["declined", "by the user", [attendee("PARTSTAT=DECLINED")]],
  ["declined", "by the user in capitals", [attendee("CN=Kim;PARTSTAT=declined", "MAILTO:Kim@Example.com")]],
  [
    "declined",
    "by an address in a parameter",
    [attendee('EMAIL="kim@example.com";PARTSTAT=DECLINED', "urn:uuid:7")],
  ],
  ["declined", "for another attendee", [attendee("PARTSTAT=DELEGATED")]],
  ["declined", "by the organiser", ["ORGANIZER:mailto:kim@example.com", attendee("PARTSTAT=DECLINED")]],
  ["cancelled", "by its status", ["STATUS:CANCELLED"]],
  ["free", "by its transparency", ["TRANSP:TRANSPARENT"]],
  ["free", "in Outlook", ["TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"]],
  ["private", "by its class", ["CLASS:PRIVATE"]],
  ["private", "as confidential", ["CLASS:confidential"]],
  ["private", "by a class that is not known", ["CLASS:X-BOARD"]],
  ["private", "with white space before the colon", ["CLASS :PRIVATE"]],
  ["private", "with white space after the colon", ["CLASS:\tPRIVATE "]],
  ["private", "with a NUL after the name", ["CLASS\0:PRIVATE"]],
  ["private", "with a NUL in the name", ["CLA\0SS:PRIVATE"]],
  ["private", "with a NUL in its class", ["CLASS:PUBLIC\0"]],
  ["private", "with a parameter", ["CLASS ;X-A=1:PRIVATE"]],
  ["private", "by a class without text", ["CLASS:"]],
  ["all-day", "by its date", ["DTSTART;VALUE=DATE:20261116", "DTEND;VALUE=DATE:20261117"]],
  ["all-day", "without an end", ["DTSTART;VALUE=DATE:20261116"]],
  ["all-day", "in Outlook", ["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"]],
  ["all-day", "from midnight to midnight", ["DTSTART:20261116T000000", "DTEND:20261118T000000"]],
  ["shorter than 5 minutes", "without an end", ["DTSTART:20261116T100000Z"]],
  ["shorter than 5 minutes", "by its end", ["DTSTART:20261116T100000Z", "DTEND:20261116T100459Z"]],
])("an event that is %s (%s) is left out and counted", async (reason, _, lines) => {
  const expected = { evidence: [], leftOut: { [reason]: 1 }, found: "1 calendar, 0 meetings", problems: [] };
  expect(await readEvents([event("SUMMARY:Secret", ...lines)])).toEqual(expected);
});

test.each<[what: string, isTentative: boolean, lines: string[]]>([
  ["accepted", false, [attendee("PARTSTAT=ACCEPTED")]],
  ["not answered", false, [attendee("PARTSTAT=NEEDS-ACTION")]],
  ["declined by another attendee", false, [attendee("PARTSTAT=DECLINED", "mailto:lee@example.com")]],
  [
    "declined by an address that only ends the same",
    false,
    [attendee("PARTSTAT=DECLINED", "mailto:notkim@example.com")],
  ],
  ["of the organiser, who is not invited", false, ["ORGANIZER:mailto:kim@example.com"]],
  [
    "declined by one address and accepted by another",
    false,
    [attendee("PARTSTAT=DECLINED"), attendee("PARTSTAT=ACCEPTED", "mailto:k@example.com")],
  ],
  ["tentative by the user", true, [attendee("PARTSTAT=TENTATIVE")]],
  ["tentative by its status", true, ["STATUS:TENTATIVE"]],
  ["tentative in Outlook", true, ["X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE"]],
  ["public and busy", false, ["CLASS:PUBLIC", "TRANSP:OPAQUE", "STATUS:CONFIRMED"]],
  ["public, with white space", false, ["CLASS : Public "]],
  ["of a property that only begins as a class does", false, ["CLASSIFICATION:PRIVATE"]],
])("an event that is %s counts; tentative: %s", async (_, isTentative, lines) => {
  const read = await readEvents([event(...lines)], { emails: ["kim@example.com", "k@example.com"] });
  expect(read).toMatchObject({ evidence: [{ isTentative }], leftOut: {}, problems: [] });
});

test.each([
  ["ended before these dates", ["DTSTART:20261006T090000Z", "RRULE:FREQ=WEEKLY;UNTIL=20261110T090000Z"]],
  ["cannot be read", ["DTSTART:20261006T090000Z", "RRULE:FREQ=HOURLY"]],
])("a changed occurrence of a private event that %s has no title", async (_, lines) => {
  const series = event("UID:secret", "CLASS:PRIVATE", "DURATION:PT1H", "SUMMARY:Secret", ...lines);
  const changed = event("UID:secret", "RECURRENCE-ID:20261110T090000Z", "SUMMARY:Secret, moved");
  const read = await readEvents([series, changed]);
  expect(read).toMatchObject({ evidence: [], leftOut: { private: 1 } });
});

test.each([
  ["letters that are not of ASCII", "UID:besprechung-für-alle@example.com"],
  ["an escaped comma", String.raw`UID:one\,two`],
])("a changed occurrence of a private event whose id has %s has no title", async (_, uid) => {
  const series = event(uid, "CLASS:PRIVATE", "RRULE:FREQ=DAILY", "SUMMARY:Secret");
  const moved = ["RECURRENCE-ID:20261117T100000Z", "DTSTART:20261117T120000Z", "DURATION:PT1H"];
  const changed = event(uid, ...moved, "SUMMARY:Secret");
  const read = await readEvents([series, changed]);
  expect(read).toMatchObject({ evidence: [], leftOut: { private: 5 } });
});

test.each([
  "CLASS :PRIVATE",
  "CLASS\0:PRIVATE",
  "CLASS:",
  "CLASS:PUBLIC\0",
  'CLASS;X-A=":PUBLIC":PRIVATE',
  "CLASS",
])("a changed occurrence of a series that says %j has no title", async (line) => {
  const series = event("UID:secret", line, "SUMMARY:Secret", "RRULE:FREQ=DAILY", "DURATION:PT1H");
  const moved = ["RECURRENCE-ID:20261117T100000Z", "DTSTART:20261117T120000Z", "DURATION:PT1H"];
  const read = await readEvents([series, event("UID:secret", ...moved, "SUMMARY:Secret, moved")]);
  expect(read.evidence).toEqual([]);
  expect(JSON.stringify(read)).not.toMatch(/secret/i);
});

test.each(["CLASS", "CLASS PRIVATE", "CLASS=PRIVATE"])(
  "an event whose class %j has no value is left out as a private one",
  async (line) => {
    const read = await readEvents([event("SUMMARY:Secret", line)]);
    expect(read).toMatchObject({ evidence: [], leftOut: { private: 1 }, problems: [] });
    expect(JSON.stringify(read)).not.toMatch(/secret/i);
  },
);

test("nothing of a private event or of attendees is in what is read", async () => {
  const read = await readEvents([
    event("SUMMARY:Secret", "DESCRIPTION:Secret", "CLASS:PRIVATE", "RRULE:FREQ=DAILY"),
    event("SUMMARY:Secret", "RECURRENCE-ID:20261117T100000Z", "DTSTART:20261117T120000Z", "DURATION:PT1H"),
    event("UID:two", "SUMMARY:Daily", attendee("CN=Secret", "mailto:secret@example.com"), attendee("CN=Kim")),
  ]);
  expect(read).toMatchObject({ evidence: [{ title: "Daily" }], leftOut: { private: 5 } });
  expect(JSON.stringify(read)).not.toMatch(/secret/i);
});

test.each([[["CLASS:PUBLIC", "CLASS:PRIVATE"]], [["CLASS:PRIVATE", "CLASS:PUBLIC"]]])(
  "an event of two classes, %j, is a private one",
  async (classes) => {
    const read = await readEvents([event("SUMMARY:Secret", ...classes)]);
    expect(read).toMatchObject({ evidence: [], leftOut: { private: 1 } });
  },
);

describe("the same event in two calendars", () => {
  const weekly = event("SUMMARY:Daily", "RRULE:FREQ=DAILY;COUNT=2");
  const files = (...second: string[]) => ({
    "a.ics": calendar(weekly),
    "b.ics": calendar([...weekly.slice(0, -1), ...second, "END:VEVENT"]),
  });

  test("counts once", async () => {
    const read = await readFiles(files());
    expect(shown(read)).toEqual(["2026-11-16T10:00 60 Daily", "2026-11-17T10:00 60 Daily"]);
    expect(read.found).toBe("2 calendars, 2 meetings");
  });

  test("counts once where only one of them has it moved", async () => {
    const moved = event(
      "SUMMARY:Moved",
      "RECURRENCE-ID:20261117T100000Z",
      "DTSTART:20261117T130000Z",
      "DURATION:PT1H",
    );
    for (const [a, b] of [
      [calendar(weekly), calendar(weekly, moved)],
      [calendar(weekly, moved), calendar(weekly)],
    ]) {
      const read = await readFiles({ "a.ics": a ?? "", "b.ics": b ?? "" });
      expect(shown(read)).toEqual(["2026-11-16T10:00 60 Daily", "2026-11-17T13:00 60 Moved"]);
    }
  });

  test("is left out once if one of them says so", async () => {
    expect(await readFiles(files("CLASS:PRIVATE"))).toMatchObject({ evidence: [], leftOut: { private: 2 } });
  });

  test("is another one without an id", async () => {
    const [first, , ...others] = weekly;
    const lines = [first ?? "", "UID:", ...others];
    expect((await readFiles({ "a.ics": calendar(lines), "b.ics": calendar(lines) })).evidence).toHaveLength(
      4,
    );
  });
});
