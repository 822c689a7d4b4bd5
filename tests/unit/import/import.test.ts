import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { exportWorklogs } from "../../../src/cli/export/export.ts";
import { worklog } from "../../helpers/seeds.ts";
import { typing } from "../../helpers/shell.ts";
import { type Imported, openImport } from "./open-import.ts";

const HOUR = 3600;

describe("the dialects of CSV", () => {
  const ROWS: Imported[] = [
    { date: "2026-01-05", issueId: 10007, hours: 1.25, comment: "Größe; 1,5 \t und 日本" },
    { date: "2026-01-05", issueId: 10123, hours: 0.5, comment: 'she said "no", twice\nand left' },
    { date: "2026-01-06", issueId: 10007, hours: 8, comment: "=1+1" },
    { date: "2026-01-06", issueId: 10007, hours: 1, comment: "'@home" },
  ];
  const KEYS: Record<number, string> = { 10007: "PROJ-7", 10123: "proj-123" };
  const ENCODINGS: Record<string, (text: string) => Buffer> = {
    "UTF-8": (text) => Buffer.from(text),
    "UTF-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
    "UTF-16 LE": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
    "UTF-16 BE": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  };
  const DIALECTS = [",", ";", "\t"].flatMap((separator) =>
    Object.keys(ENCODINGS).map((encoding, index) => ({
      separator,
      encoding,
      decimal: (index + separator.charCodeAt(0)) % 2 === 0 ? "." : ",",
      lineEnd: ["\r\n", "\n", "\r"][(index + separator.charCodeAt(0)) % 3] ?? "\n",
      isAllQuoted: index % 2 === 0,
    })),
  );

  test.each(DIALECTS)("%j", async ({ separator, encoding, decimal, lineEnd, isAllQuoted }) => {
    const cell = (text: string) =>
      isAllQuoted || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const line = (...cells: string[]) => cells.map(cell).join(separator) + lineEnd;
    const text = [
      line("Date", "Ignored", "Issue", "Hours", "Comment"),
      ...ROWS.map(({ date, issueId, hours, comment }) =>
        line(
          date,
          "",
          KEYS[issueId] ?? "",
          String(hours).replace(".", decimal),
          comment.replace("\n", lineEnd),
        ),
      ),
      lineEnd,
    ].join("");
    const { run, stored } = openImport();
    expect(await run(ENCODINGS[encoding]?.(text) ?? "")).toMatchObject({ exitCode: 0 });
    expect(
      stored().sort(
        (a, b) =>
          ROWS.findIndex((it) => it.comment === a.comment) - ROWS.findIndex((it) => it.comment === b.comment),
      ),
    ).toEqual(ROWS);
  });
});

describe("our own export", () => {
  const COMMENTS = [
    "=1+1",
    "'=1+1",
    "''-1",
    "a;=b",
    "a,'=b",
    "x\n@y",
    "+49",
    "'tis",
    "",
    "\t=2",
    "-",
    "a;''+b,=c",
  ];
  const WORKLOGS = [
    ...COMMENTS.map((description, index) =>
      worklog({ startDate: "2026-01-05", timeSpentSeconds: 1201 + index, description }),
    ),
    worklog({
      startDate: "2026-01-06",
      startTime: "13:15:00",
      timeSpentSeconds: 1200,
      billableSeconds: 0,
      description: "Größe",
    }),
    worklog({ startDate: "2026-01-07", timeSpentSeconds: 2 * HOUR, attributes: { _Account_: "ACME" } }),
    ...[1, 2].map(() => worklog({ startDate: "2026-01-08", timeSpentSeconds: 600, description: "twice" })),
  ];
  const FORMS = [
    ["csv", undefined],
    ["csv", "excel"],
    ["csv", "excel-de"],
    ["csv", "excel-ch"],
    ["json", undefined],
  ] as const;

  test.each(FORMS)(
    "in %s for %s becomes the same worklogs, and is recognised where they are",
    async (format, spreadsheet) => {
      const from = openImport("cloud", { parts: { worklogs: WORKLOGS } });
      const { signal } = new AbortController();
      const wanted = { period: "2026-01", format, by: undefined, spreadsheet, signal };
      const { text } = await exportWorklogs(wanted, from.server);
      const into = openImport("datacenter");
      const imported = await into.run(text);
      expect(imported.printed).toContain(`${WORKLOGS.length} worklogs, 6h 41m 18s, logged.`);
      const order = (worklogs: Imported[]) => worklogs.map((it) => JSON.stringify(it)).sort();
      expect(order(into.stored())).toEqual(order(from.stored()));
      for (const repeated of [await into.run(text), await from.run(text)])
        expect(repeated).toEqual({
          exitCode: 0,
          printed: `Nothing to log; ${WORKLOGS.length} logged already.\n`,
        });
      expect([into.stored().length, from.stored().length]).toEqual([WORKLOGS.length, WORKLOGS.length]);
    },
  );

  test("that is billable in part is refused, unless an option decides", async () => {
    const worklogs = [
      worklog({ startDate: "2026-01-05", timeSpentSeconds: 2 * HOUR, billableSeconds: HOUR }),
    ];
    const from = openImport("cloud", { parts: { worklogs } });
    const { signal } = new AbortController();
    const wanted = { period: "2026-01", format: undefined, by: undefined, signal };
    const { text } = await exportWorklogs(wanted, from.server);
    const into = openImport();
    const refused = await into.run(text);
    expect([refused.printed.replaceAll(/\n +/g, " "), into.stored()]).toEqual([
      "Nothing to log; 1 not logged.\nLine 2: 1h of its 2h are billable, and only all or nothing of an entry can be logged so: --billable or --no-billable decides\n",
      [],
    ]);
    expect(await into.run(text, { billable: false })).toMatchObject({ exitCode: 0 });
    expect(into.stored()).toMatchObject([{ hours: 2, billable: false }]);
  });
});

const TOGGL = `User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (USD)
Ada,ada@example.com,Acme,Web,,PROJ-7 review,Yes,2026-01-05,09:00:00,2026-01-05,10:30:15,01:30:15,,0.00
Ada,ada@example.com,,,,"Retro, PROJ-4",No,2026-01-06,14:05:00,2026-01-06,14:50:00,00:45:00,team,
`;

const CLOCKIFY = `"Project","Client","Description","Task","User","Group","Email","Tags","Billable","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)","Billable Rate (USD)","Billable Amount (USD)"
"Web","Acme","PROJ-7 review","","Ada","","ada@example.com","","Yes","01/05/2026","09:00:00 AM","01/05/2026","10:30:15 AM","01:30:15","1.50","0.00","0.00"
"Web","Acme","Retro, PROJ-4","","Ada","","ada@example.com","","No","01/06/2026","02:05 PM","01/06/2026","02:50 PM","00:45:00","0.75","0.00","0.00"
`;

const HARVEST = `Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name,Roles,Employee?,Billable Rate,Billable Amount,Cost Rate,Cost Amount,Currency,External Reference URL
05/01/2026,Acme,Web,W-1,Review,Review,1.5,Yes,No,Ada,L,,Yes,0,0,0,0,USD,https://jira.example.com/browse/PROJ-7
06/01/2026,Acme,Web,W-1,Meeting,"Retro, PROJ-4","0,75",No,No,Ada,L,,Yes,0,0,0,0,USD,
`;

describe("other programs", () => {
  const REVIEW = {
    date: "2026-01-05",
    issueId: 10007,
    hours: 5415 / HOUR,
    comment: "PROJ-7 review",
    start: "09:00",
  };
  const RETRO = {
    date: "2026-01-06",
    issueId: 10004,
    hours: 0.75,
    comment: "Retro, PROJ-4",
    billable: false,
    start: "14:05",
  };

  test.each([
    ["Toggl", TOGGL, undefined, [REVIEW, RETRO]],
    ["Clockify", CLOCKIFY, "mm/dd/yyyy", [REVIEW, RETRO]],
    [
      "Harvest",
      HARVEST,
      "dd/mm/yyyy",
      [
        { date: "2026-01-05", issueId: 10007, hours: 1.5, comment: "Review" },
        { date: "2026-01-06", issueId: 10004, hours: 0.75, comment: "Retro, PROJ-4", billable: false },
      ],
    ],
  ])(
    "an export of %s is known by its headings, with its start times and what is billable",
    async (_, text, dates, rows) => {
      const { run, stored } = openImport();
      expect(await run(text, { dates })).toMatchObject({ exitCode: 0 });
      expect(stored()).toEqual(rows);
      expect(await run(text, { dates })).toMatchObject({
        exitCode: 0,
        printed: "Nothing to log; 2 logged already.\n",
      });
    },
  );

  test("--billable and --no-billable count more than the file", async () => {
    for (const billable of [true, false]) {
      const { run, stored } = openImport();
      await run(TOGGL, { billable });
      expect(stored().map((it) => it.billable ?? true)).toEqual([billable, billable]);
    }
  });

  test.each(["Member", "Username"])(
    "the rows of several users are not mixed if %s tells them apart",
    async (heading) => {
      const text = `Description,Duration,${heading},Start date\nPROJ-7,1:00:00,Ada,2026-01-05\nPROJ-7,2:00:00,Bo,2026-01-05\n`;
      const { run, stored } = openImport();
      await expect(run(text)).rejects.toThrow(
        "The file has rows of several users: ada, bo. Give --user an email address or a whole name that it has. Nothing was sent.",
      );
      await run(text, { user: "bo" });
      expect(stored().map((it) => it.hours)).toEqual([2]);
    },
  );

  test("the rows of several users are not mixed", async () => {
    const both = `${TOGGL}Bo,bo@example.com,,,,PROJ-7,No,2026-01-06,14:05:00,2026-01-06,14:50:00,00:45:00,,\n`;
    const { run, stored, requests } = openImport();
    await expect(run(both)).rejects.toThrow(
      "The file has rows of several users: ada@example.com, bo@example.com. Give --user",
    );
    await expect(run(both, { user: "Cy" })).rejects.toThrow("The file has no rows of 'Cy'.");
    expect(requests()).toBe(0);
    expect(await run(both, { user: "ADA" })).toMatchObject({ exitCode: 0 });
    expect(stored().length).toBe(2);
  });
});

describe("--user", () => {
  const NAMES = [
    "Ann,Smith,",
    "Ann,Jones,",
    "Smith,Ann,",
    ",Bo,",
    "Cy,Smith,cy@example.com",
    "CY,S,Cy@example.com",
    ",,",
    "Dee,D,d1@example.com",
    "Dee,D,d2@example.com",
  ];
  const TEXT = [
    "date,hours,issue,First name,Last name,Email",
    ...NAMES.map((names, index) => `2026-01-05,${index + 1},PROJ-7,${names}`),
  ].join("\n");

  test.each([
    ["ann smith", [1]],
    ["Smith Ann", [3]],
    ["bo", [4]],
    ["CY S", [6]],
    ["CY@example.com", [5, 6]],
  ])("%s takes the rows of one user", async (user, hours) => {
    const { run, stored } = openImport();
    await run(TEXT, { user });
    expect(stored().map((it) => it.hours)).toEqual(hours);
  });

  test.each([
    ["dee d", "The file has rows of several users: d1@example.com, d2@example.com. Give --user"],
    ["Ann", "The file has no rows of 'Ann'. Give --user an email address or a whole name that it has."],
    ["", "The file has no rows of ''."],
    [" ", "The file has no rows of ' '."],
  ])("%j is refused where it does not name one user", async (user, message) => {
    const { run, requests } = openImport();
    await expect(run(TEXT, { user })).rejects.toThrow(message);
    expect(requests()).toBe(0);
  });
});

describe("the issue of a row", () => {
  const rules = [{ pattern: "Daily*", issueKey: "proj-4" }];
  const TABLE: [issue: string, comment: string, key: number | string][] = [
    ["proj-7", "", 10007],
    ["PROJ-7 Code review", "PROJ-123", 10007],
    ["https://jira.example.com/browse/PROJ-7", "", 10007],
    ["https://example.com/tasks/1", "for PROJ-123", 10123],
    ["", "PROJ-7: and PROJ-7 again", 10007],
    ["", "Daily standup", 10004],
    ["", "PROJ-7 and PROJ-123", "it names several issues: PROJ-7, PROJ-123"],
    ["10099", "PROJ-7", "'10099' is not the key of an issue, such as PROJ-7"],
    ["", "Weekly", "no issue is known for 'Weekly'; tempofiller map TITLE KEY names one"],
    ["", "", "it names no issue, and has no comment"],
    ["", "SHA-256 and PROJ-7", 10007],
    ["", "Daily: UTF-8 export", 10004],
    ["", "UTF-8", "no issue is known for 'UTF-8'; tempofiller map TITLE KEY names one"],
    ["", "Daily PROJ-99 after PROJ-7", "it names several issues: PROJ-99, PROJ-7"],
    ["", "PROJ-99", "no issue is known for 'PROJ-99'; tempofiller map TITLE KEY names one"],
  ];

  test.each(TABLE)("%j with the comment %j is %j", async (issue, comment, expected) => {
    const { run, stored } = openImport("cloud", { rules });
    const { exitCode, printed } = await run(`date,hours,issue,comment\n2026-01-05,1,${issue},${comment}\n`);
    if (typeof expected === "number") expect([exitCode, stored()[0]?.issueId]).toEqual([0, expected]);
    else
      expect([stored(), printed.replaceAll(/\n +/g, " ")]).toEqual([
        [],
        expect.stringContaining(`Line 2: ${expected}`),
      ]);
  });
});

describe("the cells of a row", () => {
  const TABLE: [cells: Record<string, string>, expected: Partial<Imported> | string][] = [
    [{ hours: "1:30:15" }, { hours: 5415 / HOUR }],
    [{ hours: "1h 30m" }, { hours: 1.5 }],
    [{ hours: ".25" }, { hours: 0.25 }],
    [{ hours: "0:00:59" }, "Tempo takes 1m to 24h, not 59s"],
    [{ hours: "25:00:00" }, "Tempo takes 1m to 24h, not 25h"],
    [{ hours: "" }, "it has no hours"],
    [{ hours: "much" }, "'much' is no time; tempofiller help hours lists the forms"],
    [{ date: "2026-01-06 00:00:00" }, { date: "2026-01-06" }],
    [{ date: "2026-02-30" }, "its date does not exist, or is not written as 2026-11-20: --dates"],
    [{ date: "1999-01-05" }, "its date must be from 2000-01-01"],
    [{ date: "2026-01-05T23:00:00Z" }, "its date does not exist, or is not written"],
    [{ date: "" }, "its date does not exist, or is not written"],
    [{ start: "12:05 am" }, { start: "00:05" }],
    [{ start: "12:05 PM" }, { start: "12:05" }],
    [{ start: "7:05" }, { start: "07:05" }],
    [{ start: "13:05 PM" }, "'13:05 PM' is no time of day"],
    [{ start: "noon" }, "'noon' is no time of day"],
    [{ billable: "FALSE" }, { billable: false }],
    [{ billable: "half" }, "whether it is billable is yes or no, not 'half'"],
    [{ account: "ACME" }, { account: "ACME" }],
    [{ account: "NONE" }, "Not sent: --account sets _Account_ to NONE, which is not open to PROJ-7."],
    [{ comment: "x".repeat(32_768) }, "its comment must have at most 32,767 characters"],
    [{ comment: "half \ufffd" }, "its comment must not have a character that could not be decoded"],
  ];

  test.each(TABLE)("%j", async (cells, expected) => {
    const row = { date: "2026-01-05", hours: "1", issue: "PROJ-7", comment: "Review", ...cells };
    const { run, stored } = openImport();
    const { exitCode, printed } = await run(JSON.stringify(row));
    if (typeof expected === "string")
      expect([stored(), printed.replaceAll(/\n +/g, " ")]).toEqual([
        [],
        expect.stringContaining(`Line 1: ${expected}`),
      ]);
    else expect([exitCode, stored()[0]]).toEqual([0, expect.objectContaining(expected)]);
  });
});

test("an account that Tempo replaces is named", async () => {
  const opened = openImport();
  const logged: string[] = [];
  opened.server.log = (line) => logged.push(line);
  opened.state.behaviour.change = (worklog) => ({ ...worklog, attributes: {} });
  const row = { date: "2026-01-05", hours: 1, issue: "PROJ-7", account: "ACME" };
  expect(await opened.run(JSON.stringify(row))).toMatchObject({ exitCode: 0 });
  expect(logged).toEqual([
    "Tempo shows nothing as _Account_, not ACME, in worklog 1290000: look at it in Tempo.",
  ]);
});

test("a list or an object of JSON is never dropped from a column that counts", async () => {
  const row = { date: "2026-01-05", hours: 1, issue: "PROJ-7", tags: ["a"], account: null };
  for (const cells of [{ issue: { key: "PROJ-123" } }, { comment: ["a", "b"] }, { user: { name: "Ada" } }]) {
    const { run, requests } = openImport();
    await expect(run(`${JSON.stringify(row)}\n${JSON.stringify({ ...row, ...cells })}`)).rejects.toThrow(
      "The file has a list or an object in line 2 where import takes a text. Nothing was sent.",
    );
    expect(requests()).toBe(0);
  }
  const { run, stored } = openImport();
  await run(JSON.stringify(row));
  expect(stored().length).toBe(1);
});

test("the plan says which dates are far from today, and map is for the same profile", async () => {
  const text = "date,hours,issue,comment\n2025-01-05,1:30:17,PROJ-7,\n2026-01-05,1,,Weekly\n";
  const { run } = openImport();
  const { printed } = await run(text, { yes: false, site: ["--profile", "new"] });
  expect(printed).toContain("\n2025-01-05 is ");
  expect(printed.replaceAll(/\n +/g, " ")).toContain("tempofiller map TITLE KEY --profile new names one\n");
  const { rows } = JSON.parse((await run(text, { yes: false, json: true })).printed);
  expect(rows[0]).toMatchObject({ hours: 1.5, timeSpent: "1h 30m 17s" });
});

test.each(["\r\n", "\n", "\r"])("lines are counted once, whatever ends them: %j", async (end) => {
  const comment = `"a${end}b${end}${end}c"`;
  const right = `2026-01-05,1,PROJ-7,${comment}`;
  const { run } = openImport();
  const lines = ["date,hours,issue,comment", right, "", right, `x,1,PROJ-7,${comment}`, `y,1,PROJ-7,`];
  const { printed } = await run(lines.join(end));
  expect(printed).toContain("Lines 11, 15: its date does not exist");
  for (const quote of ['2026-01-05,1,PROJ-7,a "b" c', '2026-01-05,1,PROJ-7,"a" b', 'a "b" c,1,PROJ-7,'])
    await expect(run([...lines, "", quote].join(end))).rejects.toThrow(
      "has a quote within a cell in line 17:",
    );
  await expect(run([...lines, `2026-01-05,1,"`].join(end))).rejects.toThrow(
    "has a quote in line 16 or below",
  );
});

test.each([
  [{ billableHours: "abc" }, "'abc' is no time"],
  [{ billableHours: "-1" }, "'-1' is no time"],
  [{ billableHours: 5 }, "5h of its 1h are billable, and only all or nothing"],
  [{ billableHours: 0.5, billable: "yes" }, "30m of its 1h are billable, and only all or nothing"],
  [{ billableHours: "abc", billable: "no" }, "'abc' is no time"],
])("billable hours that cannot be are refused: %j", async (cells, refusal) => {
  const { run, stored } = openImport();
  const row = { date: "2026-01-05", hours: 1, issue: "PROJ-7", ...cells };
  expect((await run(JSON.stringify(row))).printed.replaceAll(/\n +/g, " ")).toContain(`Line 1: ${refusal}`);
  expect(stored()).toEqual([]);
});

describe("dates in other forms", () => {
  const TABLE: [date: string, dates: string | undefined, expected: string][] = [
    [
      "01/05/2026",
      undefined,
      "Line 2: its date does not exist, or is not written as 2026-11-20: --dates names another form, such as dd.mm.yyyy",
    ],
    ["5.1.2026", "dd.mm.yyyy", "2026-01-05"],
    ["05.01.26", "dd.mm.yy", "2026-01-05"],
    ["2026-01-05", "dd.mm.yyyy", "2026-01-05"],
    ["1/5/2026", "M/D/YYYY", "2026-01-05"],
    ["2026-01-05", "dd-mm-yyyy", "2026-01-05"],
    ["26/1/5", "yyyy/mm/dd", "2026-01-05"],
    ["31.02.2026", "dd.mm.yyyy", "Line 2: its date does not exist, or is not written as dd.mm.yyyy\n"],
    ["1/5/2026", "dd.mm.yyyy", "Line 2: its date does not exist, or is not written as dd.mm.yyyy\n"],
    ["5.1.126", "dd.mm.yyyy", "its date does not exist"],
    ["5.1.2026.", "dd.mm.yyyy", "its date does not exist"],
    ["20260105", "yyyymmdd", "--dates takes a form such as dd.mm.yyyy or mm/dd/yyyy, not 'yyyymmdd'."],
    ["05.01.2026", "dd.mm", "--dates takes a form such as dd.mm.yyyy or mm/dd/yyyy, not 'dd.mm'."],
  ];

  test.each(TABLE)("%s with --dates %s", async (date, dates, expected) => {
    const { run, stored, requests } = openImport();
    const text = `date,hours,issue\n${date},1,PROJ-7\n`;
    const outcome = await run(text, { dates }).catch((error: Error) => ({ printed: error.message }));
    if (/^\d{4}-/.test(expected)) expect(stored().map((it) => it.date)).toEqual([expected]);
    else {
      expect(outcome.printed.replaceAll(/\n +/g, " ")).toContain(expected);
      expect([stored(), requests()]).toEqual([[], 0]);
    }
  });
});

test.each([
  [
    "a list of empty objects",
    `[${"{},".repeat(1_000_000)}{}]`,
    "has too many values: keep those that import takes",
  ],
  ["a list of numbers", `[${"1,".repeat(2_000_000)}1]`, "has too many values: keep those that import takes"],
  [
    "keys of their own in each line",
    [...Array(1001).keys()].map((it) => `{"key${it}" :1}`).join("\n"),
    "has more than 1000 keys: keep those that import takes.",
  ],
  ["lists within lists without an end", "[".repeat(200_000), "is not JSON in line 1: each"],
])("a file that would take too much memory is refused: %s", async (_, text, reason) => {
  const { run, requests } = openImport();
  await expect(run(text)).rejects.toThrow(`The file ${reason}`);
  expect(requests()).toBe(0);
});

test.each(["sep=;", '"SEP=;"'])(
  "a first line that names the separator counts as a line alone: %s",
  async (first) => {
    const { run, stored } = openImport();
    const { printed } = await run(`${first}\r\ndate;hours;issue\r\n2026-01-05;1,5;PROJ-7\r\nx;1;PROJ-7\r\n`);
    expect(stored().map((it) => it.hours)).toEqual([1.5]);
    expect(printed).toContain("Line 4: its date does not exist");
  },
);

test.each(["[]", '{"startDate":"2026-01-01","worklogs":[]}'])(
  "JSON without any row says so: %s",
  async (text) => {
    await expect(openImport().run(text)).rejects.toThrow("The file has no rows. Nothing was sent.");
  },
);

test("a row of many cells is refused, and the others are logged", async () => {
  const { run, stored } = openImport();
  const { printed } = await run(`date,hours,issue\n${",".repeat(199_999)}x\n2026-01-05,1,PROJ-7\n`);
  expect(printed).toContain("Line 2: it has 200000 cells, and there are 3 headings");
  expect(stored().length).toBe(1);
});

test("signs within a text of JSON, and lines without anything, count as nothing", async () => {
  const { run, stored } = openImport();
  const comment = '{"a":[1,2]}\\"'.repeat(1000);
  const row = { date: "2026-01-05", hours: 1, issue: "PROJ-7", comment };
  await run(`${JSON.stringify(row)}${"\r\n".repeat(1_000_000)}${JSON.stringify({ ...row, hours: 2 })}`);
  expect(stored().map((it) => [it.hours, it.comment])).toEqual([1, 2].map((hours) => [hours, comment]));
});

describe("headings", () => {
  const ROW = "2026-01-05,1:00,PROJ-7,Review\n";

  test("are named by --columns, whatever case and quotes they have", async () => {
    const { run, stored } = openImport();
    const text = `"Start day","Spent, in h",Task,Text\n${ROW}`;
    const columns = 'issue=task,hours="Spent, in h",date=START DAY,comment=Text';
    expect(await run(text, { columns })).toMatchObject({ exitCode: 0 });
    expect(stored()).toEqual([{ date: "2026-01-05", issueId: 10007, hours: 1, comment: "Review" }]);
  });

  test("are shown and named as one line, whatever breaks it", async () => {
    const text = `"Start\r\nday",\ufeffHours,Task,Text\n${ROW}`;
    const { run, stored } = openImport();
    await expect(run(text)).rejects.toThrow("The headings are 'Start day', 'Hours', 'Task', 'Text'.");
    await run(text, { columns: "date=start day,issue=Task" });
    expect(stored().map(({ date, hours }) => [date, hours])).toEqual([["2026-01-05", 1]]);
  });

  test.each([
    [
      "a,b,c,d",
      undefined,
      "No heading is known for the date and the hours and the issue. The headings are 'a', 'b', 'c', 'd'. Name them, as in --columns date=HEADING,hours=HEADING,issue=HEADING.",
    ],
    [
      "date,hours,issue,Hours",
      undefined,
      "'hours' and 'Hours' may both be the hours. Rename one, or say which, as in --columns hours=HEADING.",
    ],
    [
      "date,hours,issue,duration",
      undefined,
      "'hours' and 'duration' may both be the hours. Rename one, or say which, as in --columns hours=HEADING.",
    ],
    [
      "date,a,b,issue",
      "hours=a,HOURS=b",
      "each once and with a heading, such as --columns issue=Task,hours=Duration, not 'HOURS=b'.",
    ],
    ["date,hours,issue,x", "hours=y", "--columns: there is no heading 'y'."],
    ["date,hours,issue,x", "hour=x", "--columns takes date, hours, issue, comment,"],
    ["2026-01-05,1,PROJ-7,x", undefined, "No heading is known for the date and the hours"],
  ])("%s with --columns %s end the command, and nothing is sent", async (headings, columns, message) => {
    const { run, requests } = openImport();
    await expect(run(`${headings}\n${ROW}`, { columns })).rejects.toThrow(message);
    expect(requests()).toBe(0);
  });
});

describe("the plan and the result", () => {
  const TEXT = `date,hours,issue,comment
2026-01-06,2,PROJ-7,b
2026-01-05,1.5,PROJ-7,a

2026-01-05,1,PROJ-123,a
2026-01-05,1,PROJ-123,a
2026-01-05,1
2026-01-05,23,PROJ-123,c
`;
  const PLAN = `4 worklogs to log, 5.5 h on 2 days; 2 not logged.
2026-01-05  Mon  3.5 h  PROJ-7 1.5 h, PROJ-123 2 h
2026-01-06  Tue  2 h    PROJ-7 2 h
Days with more hours than required are named after logging.
2026-01-05 and 2026-01-06 are 319 to 320 days before today, 2026-11-21.
Line 7: it has 2 cells, and there are 4 headings: a separator within a cell
    needs quotes around the cell
Line 8: Not sent: with these 23 h, 2026-01-05 would have 26.5 h, and a day
    has 24. Check the date, the hours and your worklogs of that date.
`;

  test("right rows are logged beside refused ones, and the exit code says so; a repeat logs nothing", async () => {
    const { run, stored } = openImport();
    const { printed, ...outcome } = await run(TEXT);
    expect(outcome).toEqual({ exitCode: 9, error: "2 of 6 rows are not logged." });
    expect(printed).toMatch(
      /^(.*)4 worklogs, 5\.5 h, logged; 2 not logged\.\nTo undo it: tempofiller undo --batch \d+\n$/s,
    );
    expect(printed.startsWith(PLAN)).toBe(true);
    expect(stored().length).toBe(4);
    expect(await run(TEXT)).toMatchObject({
      exitCode: 9,
      printed: expect.stringContaining("Nothing to log; 4 logged already; 2 not logged.\n"),
    });
    expect(stored().length).toBe(4);
  });

  test("without a terminal or --yes nothing is logged, and stderr says what to type", async () => {
    const { run, stored } = openImport();
    const command = "tempofiller import times.csv --yes";
    const error = "Nothing was logged. To log this, type:";
    expect(await run(TEXT, { yes: false })).toEqual({ exitCode: 2, error, command, printed: PLAN });
    const { printed, ...outcome } = await run(TEXT, { yes: false, json: true, terminal: typing("y\n") });
    expect(outcome).toEqual({ exitCode: 0, warning: error, command });
    expect(JSON.parse(printed)).toMatchObject({
      summary: { total: 6, toLog: 4, logged: 0, failed: 2, totalHours: 5.5 },
    });
    expect(stored()).toEqual([]);
  });

  test("a terminal is asked", async () => {
    const { run, stored } = openImport();
    const refused = await run(TEXT, { yes: false, terminal: typing("n\n") });
    expect(refused).toEqual({
      exitCode: 130,
      error: "Nothing was logged. To log this, type:",
      command: "tempofiller import times.csv --yes",
      printed: `${PLAN}Log these 4 worklogs, 5.5 h in all? [y/N] `,
    });
    expect(stored()).toEqual([]);
    expect(await run(TEXT, { yes: false, terminal: typing("yes\n") })).toMatchObject({ exitCode: 9 });
    expect(stored().length).toBe(4);
  });

  describe("where worklogs change between the plan and the answer", () => {
    const ROWS = ["2026-01-05,8,PROJ-7,a", "2026-01-06,0.5,PROJ-7,b"];
    const FULL = worklog({ startDate: "2026-01-05", timeSpentSeconds: 20 * HOUR, description: "full" });
    const HALF = worklog({
      startDate: "2026-01-06",
      issueId: 10007,
      timeSpentSeconds: HOUR / 2,
      description: "b",
    });

    /** Says yes once other worklogs have replaced those that the plan has read. */
    const answer = async (worklogs: (typeof FULL)[], lines: string[], later: (typeof FULL)[] = []) => {
      const opened = openImport("cloud", { parts: { worklogs } });
      const changes = async function* () {
        opened.state.worklogs.clear();
        for (const [index, it] of later.entries())
          opened.state.worklogs.set(index + 1, { id: index + 1, ...it });
        yield "y\n";
      };
      const terminal = Readable.from(changes());
      const text = ["date,hours,issue,comment", ...lines].join("\n");
      const { printed, ...outcome } = await opened.run(text, { yes: false, terminal, width: 200 });
      const [, after = ""] = printed.split("[y/N] ");
      const stored = opened.stored().map(({ date, hours }) => `${date} ${hours}`);
      return { outcome, after: after.replace(/--batch \d+/, "--batch 1"), stored };
    };
    const UNDO = "To undo it: tempofiller undo --batch 1\n";

    test("a row that the plan shows as refused stays refused", async () => {
      expect(await answer([FULL], ROWS)).toEqual({
        outcome: { exitCode: 9, error: "1 of 2 rows is not logged." },
        after: `1 worklog, 0.5 h, logged; 1 not logged.\n${UNDO}`,
        stored: ["2026-01-06 0.5"],
      });
    });

    test("the equal of a row that is to be logged is logged again if it is gone", async () => {
      expect(await answer([HALF], [...ROWS.slice(1), ...ROWS.slice(1)])).toEqual({
        outcome: { exitCode: 0 },
        after: `2 worklogs, 1 h, logged.\n${UNDO}`,
        stored: ["2026-01-06 0.5", "2026-01-06 0.5"],
      });
    });

    test("a row that was logged already says why it is not logged again", async () => {
      const full = { ...HALF, timeSpentSeconds: 23.75 * HOUR, billableSeconds: 0, description: "full" };
      const { outcome, after, stored } = await answer(
        [HALF],
        [...ROWS.slice(1), "2026-01-06,0.1,PROJ-7,c"],
        [full],
      );
      expect([outcome.error, stored]).toEqual([
        "1 of 2 rows is not logged.",
        ["2026-01-06 23.75", "2026-01-06 0.1"],
      ]);
      expect(after).toContain("1 worklog, 0.1 h, logged; 1 not logged.\nLine 2: Not sent: with these 0.5 h,");
    });

    test("a row of another date that was logged already is not sent", async () => {
      expect(await answer([HALF], ROWS)).toEqual({
        outcome: { exitCode: 0 },
        after: `1 worklog, 8 h, logged; 1 logged already.\n${UNDO}`,
        stored: ["2026-01-05 8"],
      });
    });
  });

  test("the equal of a row that is logged already is logged beside it", async () => {
    const { run, stored } = openImport();
    const row = "2026-01-05,1,PROJ-7\n";
    await run(`date,hours,issue\n${row}`);
    expect((await run(`date,hours,issue\n${row}${row}`)).printed).toContain(
      "\n1 worklog, 1 h, logged; 1 logged already.\n",
    );
    expect(stored().length).toBe(2);
  });

  test("the answer is not asked of stdin where that is the file", async () => {
    const { run, stored } = openImport();
    const options = { path: "-", words: ["import", "-"], yes: false, terminal: typing("y\n") };
    expect(await run("", { ...options, stdin: Readable.from([Buffer.from(TEXT)]) })).toEqual({
      exitCode: 2,
      error: "Nothing was logged. To log this, type:",
      command: "tempofiller import - --yes",
      printed: PLAN,
    });
    expect(stored()).toEqual([]);
  });

  test("--json says what each row has come to", async () => {
    const { run } = openImport();
    const { printed } = await run(TEXT, { json: true });
    const { rows, ...output } = JSON.parse(printed);
    expect(output).toEqual({
      summary: { total: 6, toLog: 0, logged: 4, alreadyLogged: 0, failed: 2, totalHours: 5.5 },
      batch: expect.any(Number),
    });
    expect(rows.map(({ line }: { line: number }) => line)).toEqual([2, 3, 5, 6, 7, 8]);
    expect(rows[0]).toEqual({
      line: 2,
      date: "2026-01-06",
      issueKey: "PROJ-7",
      hours: 2,
      comment: "b",
      worklogId: expect.any(String),
    });
    expect(rows[4]).toEqual({ line: 7, error: expect.stringContaining("2 cells") });
    const repeated = JSON.parse((await run(TEXT, { json: true })).printed);
    expect(repeated.rows[0]).toEqual({ ...rows[0], alreadyLogged: true });
  });

  test("many days are shown by month, and many reasons by the first", async () => {
    const lines = [...Array(60).keys()].flatMap((index) => {
      const date = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
      return [`${date},1,PROJ-7,x`, `${date},1,,thing ${index}`];
    });
    const { run } = openImport();
    const { printed } = await run(["date,hours,issue,comment", ...lines].join("\n"), { yes: false });
    expect(printed.split("\n").slice(0, 4)).toEqual([
      "60 worklogs to log, 60 h on 60 days; 60 not logged.",
      "2026-01  31 h  PROJ-7 31 h",
      "2026-02  28 h  PROJ-7 28 h",
      "2026-03  1 h   PROJ-7 1 h",
    ]);
    expect(printed).toContain("40 more reasons; --json lists all.\n");
  });

  test("settings that only read refuse it before the file is read", async () => {
    await expect(openImport().run("", { readOnly: true })).rejects.toThrow(
      "import logs hours, but TEMPO_READ_ONLY",
    );
  });
});
