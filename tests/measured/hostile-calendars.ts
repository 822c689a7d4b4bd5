import { EVENT_PROPERTIES } from "../../src/evidence/calendar/event.ts";
import { calendar, event } from "../unit/evidence/calendar.ts";

const KB = 1024;

/** A line as long as is kept. */
const LINE = 63 * KB;

/** A list of different items, as long as is kept of a line. */
function list(item: (index: number) => string, length = LINE): string {
  const items: string[] = [];
  for (let size = 0, index = 0; ; index += 1) {
    const text = item(index);
    size += text.length + 1;
    if (size > length) return items.join(",");
    items.push(text);
  }
}

/** Numbers from 1 on, and from -1 backwards: every place that a part of a rule may name. */
const places = (most: number) =>
  Array.from({ length: 2 * most }, (_, index) => (index < most ? index + 1 : most - index - 1)).join(",");

const utc = (index: number) =>
  new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString().replaceAll(/[-:]|\.000/g, "");
const local = (index: number) => utc(index).slice(0, -1);

const PARTS: Record<string, string> = {
  BYMONTH: places(12).split(",-")[0] ?? "",
  BYMONTHDAY: places(31),
  BYYEARDAY: places(366),
  BYDAY: ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    .flatMap((day) => [
      day,
      ...places(53)
        .split(",")
        .map((place) => `${place}${day}`),
    ])
    .join(","),
  BYHOUR: Array.from({ length: 24 }, (_, hour) => hour).join(","),
  BYMINUTE: Array.from({ length: 24 }, (_, minute) => minute).join(","),
  BYSECOND: Array.from({ length: 24 }, (_, second) => second).join(","),
  BYSETPOS: places(366),
};

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const LONG_AGO = ["DTSTART:00010101T100000Z", "DURATION:PT1H"];

const many = (count: number, lines: (index: number) => string[]) =>
  Array.from({ length: count }, (_, index) => event(`UID:${index}`, ...lines(index)));

function zones(count: number, changes: number, lines: (index: number) => string[]): string[][] {
  return Array.from({ length: count }, (_, index) => [
    ...["BEGIN:VTIMEZONE", `TZID:Z${index}`],
    ...Array.from({ length: changes }, (_, change) => [
      ...["BEGIN:STANDARD", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
      ...lines(change),
      "END:STANDARD",
    ]).flat(),
    "END:VTIMEZONE",
    ...event(`UID:z${index}`, `DTSTART;TZID=Z${index}:20261116T100000`, "DURATION:PT1H"),
  ]);
}

/** Words and white space, which a pattern may try to read in many ways, after the beginning of a line. */
const texts = (beginning: string) =>
  [" ", "\t", " \t", "a ", "\0", "-", "=", '"', ";A=", ';A="', ",", "\\", "\\n", "é"].map(
    (unit) => `${beginning}${unit.repeat(LINE / unit.length)}a!`,
  );

const shapes: [what: string, components: () => string[][]][] = [
  ...[...EVENT_PROPERTIES, "BEGIN", "X-NONE"].map((name): [string, () => string[][]] => [
    `lines of ${name} with words and white space of every kind`,
    () =>
      ["", " ", ":", ";X=1:"].flatMap((after) =>
        texts(`${name}${after}`).map((line, index) => event(`UID:${after}${index}`, line)),
      ),
  ]),
  ...FREQUENCIES.flatMap((frequency) => [
    ...["", ";COUNT=999999999", ";COUNT=999999999;BYSETPOS=-1", ";INTERVAL=3"].map(
      (more): [string, () => string[][]] => [
        `rules of ${frequency}${more} with all that a part may name`,
        () =>
          Object.entries(PARTS).flatMap(([part, days]) =>
            many(20, (index) => [
              `UID:${part}${index}`,
              ...LONG_AGO,
              `RRULE:FREQ=${frequency};${part}=${days}${more.includes(part) ? "" : more}`,
            ]),
          ),
      ],
    ),
    ...[
      ["BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYDAY", "BYHOUR", "BYSETPOS"],
      ["BYDAY", "BYHOUR"],
      ["BYHOUR", "BYSETPOS"],
      ["BYMONTH", "BYMONTHDAY", "BYSETPOS"],
    ].map((parts): [string, () => string[][]] => [
      `rules of ${frequency} with all that ${parts.join(", ")} may name, from the year 1 on`,
      () => {
        const named = parts.map((part) => `${part}=${PARTS[part]}`).join(";");
        return many(60, () => [...LONG_AGO, `RRULE:FREQ=${frequency};COUNT=99999999;${named}`]);
      },
    ]),
    [
      `rules of ${frequency} for each hour of a year, in a zone`,
      () =>
        many(50, (index) => [
          `DTSTART;TZID=America/New_York:20260101T10${10 + index}00`,
          "DURATION:PT1H",
          `RRULE:FREQ=${frequency};BYDAY=SU,MO,TU,WE,TH,FR,SA;BYHOUR=${PARTS.BYHOUR}`,
        ]),
    ] as [string, () => string[][]],
  ]),
  ...["EXDATE", "RDATE"].flatMap((name) =>
    (
      [
        ["", utc],
        [";TZID=America/New_York", local],
        [";TZID=Z0", local],
        [";VALUE=DATE", (index: number) => utc(index * 144).slice(0, 8)],
      ] as const
    ).flatMap(([parameter, item]): [string, () => string[][]][] => [
      [
        `four events with 500 KB of ${name}${parameter} in long lines`,
        () => [
          ...zones(1, 190, (change) => [`DTSTART:${1970 + (change % 60)}0101T000000`, "RRULE:FREQ=YEARLY"]),
          ...many(4, (of) => [
            "DTSTART;TZID=Asia/Tokyo:20260101T100000",
            "DURATION:PT10M",
            "RRULE:FREQ=DAILY",
            ...Array.from(
              { length: 8 },
              (_, part) => `${name}${parameter}:${list((index) => item(index + 6000 * (8 * of + part)))}`,
            ),
          ]),
        ],
      ],
      [
        `four events with 500 KB of ${name}${parameter} in a line each`,
        () => [
          ...zones(1, 190, (change) => [`DTSTART:${1970 + (change % 60)}0101T000000`, "RRULE:FREQ=YEARLY"]),
          ...many(4, () => [
            "DTSTART;TZID=Asia/Tokyo:20260101T100000",
            "DURATION:PT10M",
            ...Array.from({ length: 10_000 }, (_, index) => `${name}${parameter}:${item(index)}`),
          ]),
        ],
      ],
    ]),
  ),
  [
    "20 zones with 190 changes of 732 days of the year each",
    () => zones(20, 190, () => ["DTSTART:00010101T000000", `RRULE:FREQ=YEARLY;BYYEARDAY=${places(366)}`]),
  ],
  [
    "20 zones with 190 changes on each day of a month",
    () => zones(20, 190, () => ["DTSTART:00010101T000000", `RRULE:FREQ=YEARLY;BYMONTHDAY=${places(31)}`]),
  ],
  [
    "20 zones with 190 changes that ended long ago",
    () =>
      zones(20, 190, () => [
        "DTSTART:00010101T000000",
        `RRULE:FREQ=YEARLY;UNTIL=19700101T000000Z;BYMONTHDAY=${places(31)}`,
      ]),
  ],
  [
    "4 zones with 190 changes of 1 KB of RDATE each, and 1,000 events in each",
    () => [
      ...zones(4, 190, () => ["DTSTART:00010101T000000", `RDATE:${list(local, KB)}`]),
      ...many(4000, (index) => [`DTSTART;TZID=Z${index % 4}:20261116T100000`, "RRULE:FREQ=DAILY"]),
    ],
  ],
  [
    "10 zones with 500 KB of RDATE",
    () =>
      zones(10, 1, () => [
        "DTSTART:00010101T000000",
        ...Array.from({ length: 7 }, () => `RDATE:${list(local)}`),
      ]),
  ],
  ["3,000 zones without a change", () => zones(3000, 0, () => [])],
  [
    "20,000 events in zones with long names that are not known",
    () =>
      many(500, (index) => [`DTSTART;TZID=${index}${"/x".repeat(30 * KB)}:20261116T100000`, "DURATION:PT1H"]),
  ],
  [
    "10 events with ids of 60 KB at every hour",
    () =>
      Array.from({ length: 10 }, (_, index) =>
        event(
          `UID:${"u".repeat(60 * KB)}${index}`,
          "DTSTART:20260101T100000Z",
          "DURATION:PT1H",
          `RRULE:FREQ=DAILY;BYHOUR=${PARTS.BYHOUR}`,
        ),
      ),
  ],
  [
    "10 changed events with ids of 60 KB",
    () =>
      Array.from({ length: 100 }, (_, index) =>
        event(`UID:${"u".repeat(60 * KB)}`, `RECURRENCE-ID:${utc(index)}`),
      ),
  ],
  [
    "many events at every hour",
    () =>
      many(8, () => [
        "DTSTART:20260101T100000Z",
        "DURATION:PT10M",
        `RRULE:FREQ=DAILY;BYHOUR=${PARTS.BYHOUR}`,
      ]),
  ],
  [
    "19,000 events on one date",
    () => many(19_000, (index) => [`DTSTART:20261116T${utc(index).slice(9)}`, "DURATION:PT7M"]),
  ],
  ["19,000 changed events", () => many(19_000, (index) => [`RECURRENCE-ID:${utc(index)}`])],
  [
    "2 MB of attendees",
    () =>
      many(4, () =>
        Array.from(
          { length: 12_000 },
          (_, index) => `ATTENDEE;PARTSTAT=DECLINED;CN=${index}:mailto:kim@example.com`,
        ),
      ),
  ],
  [
    "1 MB of components in each other",
    () => [Array.from({ length: 80_000 }, (_, index) => (index % 15 < 8 ? "BEGIN:VALARM" : "END:VALARM"))],
  ],
  ["1 MB of ends of nothing", () => [Array.from({ length: 100_000 }, () => "END:VEVENT")]],
  ["1 MB of one line, folded after each letter", () => [event(`SUMMARY:${"x\r\n ".repeat(300_000)}`)]],
  [
    "100 descriptions of 60 KB of marks",
    () =>
      many(100, () => [
        `DESCRIPTION:${"\u00cc\u0081".repeat(30 * KB)}`,
        `SUMMARY:${"\\n\\,".repeat(15 * KB)}`,
      ]),
  ],
];

/** Calendars that are made to keep a process busy, each of a megabyte or more of one kind, by what they are read with. */
export const HOSTILE_CALENDARS = shapes.map(([what, components]): [what: string, content: () => Buffer] => [
  what,
  () => Buffer.from(calendar(...components()), "latin1"),
]);
