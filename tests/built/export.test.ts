import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exportWorklogs, forTerminal } from "../../src/cli/export/export.ts";
import { exportToFile } from "../../src/cli/export/output-file.ts";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import { runCommand } from "../helpers/command.ts";
import { embedded } from "../helpers/demo-month.ts";
import { CREDENTIALS } from "../helpers/doctor.ts";
import { fencedBlocks } from "../helpers/fenced-blocks.ts";
import { setUpAs, smallPages } from "../helpers/other-tempos.ts";
import { ROOT } from "../helpers/root.ts";
import { seed, worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { testContext } from "../helpers/server-context.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

type Kind = Deployment["kind"];

const KINDS: Kind[] = ["cloud", "datacenter"];
const ESCAPE = String.fromCharCode(27);
const HOUR = 3600;

/** Comments that a terminal, a spreadsheet or a calendar could take for its own, and every field of a row. */
const JANUARY = seed({
  workAttributes: [
    { id: 1, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" },
    { id: 2, key: "_Activity_", name: "Activity", required: false },
  ],
  worklogs: [
    worklog({
      startDate: "2026-01-05",
      startTime: "22:30:00",
      timeSpentSeconds: 2 * HOUR,
      billableSeconds: HOUR,
      description: '=HYPERLINK("https://example.com")',
      attributes: { _Activity_: "dev", _Account_: "ACME" },
    }),
    worklog({
      startDate: "2026-01-06",
      issueId: 10007,
      timeSpentSeconds: 5400,
      description: `Größe, "neu"; ${ESCAPE}[31mrot\r\nEND:VEVENT\nzwei \\ drei`,
      attributes: { _Account_: "ACME" },
    }),
    worklog({ startDate: "2026-01-31", issueId: 10099, description: "- hidden;=1+1" }),
    worklog({ startDate: "2026-02-01" }),
  ],
});

interface Export {
  period?: string;
  format?: string;
  by?: string;
  spreadsheet?: string;
  data?: SandboxSeed;
  upstream?: (fetch: Fetch) => Fetch;
}

/** An export in this process, on a virtual clock. The time of the export is replaced. */
async function exported(
  kind: Kind,
  { period = "2026-01", format, by, spreadsheet, data = JANUARY, upstream = (fetch) => fetch }: Export = {},
): Promise<string> {
  const clock = virtualClock();
  const timesheet = openTimesheet(sandboxDeployment(kind, SANDBOX_CREDENTIALS), {
    fetch: upstream(createSandbox(data).fetch),
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
  });
  const { signal } = new AbortController();
  const { text } = await exportWorklogs(
    { period, format, by, spreadsheet, signal },
    testContext(timesheet, clock),
  );
  return text.replaceAll(/(?<=DTSTAMP:)\d{8}T\d{6}Z/g, "<now>");
}

/** The units of the last decimal that hours are printed with. */
const units = (hours: number) => Math.round(hours * 10_000);

const lines = (...text: string[]) => text.map((line) => `${line}\r\n`).join("");

const CSV = `\uFEFF${lines(
  "date,startTime,issueKey,issueSummary,hours,billableHours,comment,worklogId,account",
  `2026-01-05,22:30,PROJ-123,Implement user authentication,2,1,"'=HYPERLINK(""https://example.com"")",1290000,ACME`,
  `2026-01-06,,PROJ-7,Code review,1.5,1.5,"Größe, ""neu""; [31mrot`,
  'END:VEVENT\nzwei \\ drei",1290001,ACME',
  "2026-01-31,,10099,,8,8,'- hidden;'=1+1,1290002,",
)}`;

const JSON_REPORT = {
  startDate: "2026-01-01",
  endDate: "2026-01-31",
  worklogs: [
    {
      date: "2026-01-05",
      startTime: "22:30",
      issueKey: "PROJ-123",
      issueSummary: "Implement user authentication",
      hours: 2,
      billableHours: 1,
      comment: '=HYPERLINK("https://example.com")',
      worklogId: "1290000",
      account: "ACME",
    },
    {
      date: "2026-01-06",
      issueKey: "PROJ-7",
      issueSummary: "Code review",
      hours: 1.5,
      billableHours: 1.5,
      comment: 'Größe, "neu"; [31mrot\r\nEND:VEVENT\nzwei \\ drei',
      worklogId: "1290001",
      account: "ACME",
    },
    {
      date: "2026-01-31",
      issueKey: "10099",
      issueSummary: "",
      hours: 8,
      billableHours: 8,
      comment: "- hidden;=1+1",
      worklogId: "1290002",
    },
  ],
  summary: { totalHours: 11.5, billableHours: 10.5, totalEntries: 3 },
};

const event = (id: string, ...properties: string[]) => [
  "BEGIN:VEVENT",
  `UID:tempo-worklog-${id}@sandbox.invalid`,
  "SEQUENCE:0",
  "DTSTAMP:<now>",
  ...properties,
  "END:VEVENT",
];

const allDay = (date: string) => [
  `DTSTART;VALUE=DATE:${date}`,
  "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
  "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE",
];

const CALENDAR = lines(
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//TempoFiller//tempofiller//EN",
  ...event(
    "1290000",
    "DTSTART:20260105T223000",
    "DTEND:20260106T003000",
    "SUMMARY:PROJ-123 Implement user authentication (2 h)",
    "TRANSP:TRANSPARENT",
    'DESCRIPTION:=HYPERLINK("https://example.com")',
  ),
  ...event(
    "1290001",
    ...allDay("20260106"),
    "SUMMARY:PROJ-7 Code review (1.5 h)",
    "TRANSP:TRANSPARENT",
    'DESCRIPTION:Größe\\, "neu"\\; [31mrot\\nEND:VEVENT\\nzwei \\\\ drei',
  ),
  ...event(
    "1290002",
    ...allDay("20260131"),
    "SUMMARY:10099 (8 h)",
    "TRANSP:TRANSPARENT",
    "DESCRIPTION:- hidden\\;=1+1",
  ),
  "END:VCALENDAR",
);

describe.each(KINDS)("an export from %s", (kind) => {
  test("has a row for each worklog, in which no comment is a formula", async () => {
    expect(await exported(kind)).toBe(CSV);
    expect(await exported(kind, { format: "csv" })).toBe(CSV);
  });

  test("as JSON has the comments, without what is hidden in them", async () => {
    expect(JSON.parse(await exported(kind, { format: "json" }))).toEqual(JSON_REPORT);
  });

  test("as a calendar has a start time where Tempo has one, all day otherwise, with UIDs that stay", async () => {
    expect(await exported(kind, { format: "ics" })).toBe(CALENDAR);
  });

  test("has UIDs of the site as Jira names it, however the settings do", async () => {
    const upstream = setUpAs("https://jira.example.com");
    expect(await exported(kind, { format: "ics", upstream })).toBe(
      CALENDAR.replaceAll("@sandbox.invalid", "@jira.example.com"),
    );
  });

  test.each([
    [
      "issue",
      lines(
        "issueKey,issueSummary,hours,billableHours,entryCount",
        "10099,,8,8,1",
        "PROJ-123,Implement user authentication,2,1,1",
        "PROJ-7,Code review,1.5,1.5,1",
      ),
    ],
    ["project", lines("project,hours,billableHours,entryCount", ",8,8,1", "PROJ,3.5,2.5,2")],
    ["account", lines("account,hours,billableHours,entryCount", ",8,8,1", "ACME,3.5,2.5,2")],
    ["week", lines("week,hours,billableHours,entryCount", "2026-W02,3.5,2.5,2", "2026-W05,8,8,1")],
    [
      "day",
      lines(
        "date,hours,billableHours,entryCount",
        "2026-01-05,2,1,1",
        "2026-01-06,1.5,1.5,1",
        "2026-01-31,8,8,1",
      ),
    ],
  ])("by %s has totals", async (by, table) => {
    expect(await exported(kind, { by })).toBe(`\uFEFF${table}`);
  });

  test("by account has totals as JSON, those without an account without a name", async () => {
    expect(JSON.parse(await exported(kind, { by: "account", format: "json" }))).toEqual({
      startDate: "2026-01-01",
      endDate: "2026-01-31",
      by: "account",
      totals: [
        { hours: 8, billableHours: 8, entryCount: 1 },
        { account: "ACME", hours: 3.5, billableHours: 2.5, entryCount: 2 },
      ],
      summary: { totalHours: 11.5, billableHours: 10.5, totalEntries: 3 },
    });
  });

  test("prints every worklog of a month that takes many pages, and adds seconds before it rounds", async () => {
    const twenty = worklog({ startDate: "2026-01-05", timeSpentSeconds: 1200 });
    const data = seed({ worklogs: Array.from({ length: 3000 }, () => twenty) });
    const text = await exported(kind, { format: "json", data, upstream: smallPages(700) });
    const { worklogs, summary } = JSON.parse(text) as typeof JSON_REPORT;
    expect(new Set(worklogs.map(({ worklogId }) => worklogId)).size).toBe(3000);
    expect(new Set(worklogs.map(({ hours }) => hours))).toEqual(new Set([0.3333, 0.3334]));
    expect(summary).toEqual({ totalHours: 1000, billableHours: 1000, totalEntries: 3000 });
  });

  test("prints more worklogs than one answer of Data Center may have", async () => {
    const worklogs = Array.from({ length: 36_000 }, (_, index) =>
      worklog({
        startDate: `2026-01-${String(1 + (index % 31)).padStart(2, "0")}`,
        issueId: [10123, 10007][index % 2] ?? 10123,
        timeSpentSeconds: 1200,
      }),
    );
    const data = seed({ worklogs });
    expect((await exported(kind, { data })).split("\r\n").length).toBe(1 + 36_000 + 1);
    const totals = await exported(kind, { data, by: "issue" });
    expect(totals.split("\r\n").slice(1, 3)).toEqual([
      "PROJ-7,Code review,6000,6000,18000",
      "PROJ-123,Implement user authentication,6000,6000,18000",
    ]);
  }, 60_000);

  test("prints totals whose rows add up to their sum", async () => {
    const data = seed({
      worklogs: [10123, 10007, 10004].map((issueId) =>
        worklog({ startDate: "2026-01-05", issueId, timeSpentSeconds: 1200 }),
      ),
    });
    const text = await exported(kind, { format: "json", by: "issue", data });
    const { totals, summary } = JSON.parse(text) as { totals: { hours: number }[]; summary: unknown };
    expect(totals.map(({ hours }) => hours)).toEqual([0.3334, 0.3333, 0.3333]);
    expect(summary).toEqual({ totalHours: 1, billableHours: 1, totalEntries: 3 });
  });

  test("for Excel in German has semicolons and decimal commas, and no comment is a formula there or in English", async () => {
    const table = lines(
      "date;startTime;issueKey;issueSummary;hours;billableHours;comment;worklogId;account",
      `2026-01-05;22:30;PROJ-123;Implement user authentication;2;1;"'=HYPERLINK(""https://example.com"")";1290000;ACME`,
      `2026-01-06;;PROJ-7;Code review;1,5;1,5;"Größe, ""neu""; [31mrot`,
      'END:VEVENT\nzwei \\ drei";1290001;ACME',
      '2026-01-31;;10099;;8;8;"\'- hidden;=1+1";1290002;',
    );
    expect(await exported(kind, { spreadsheet: "excel-de" })).toBe(`\uFEFF${table}`);
    expect(await exported(kind, { spreadsheet: "excel" })).toBe(CSV);
    expect(await exported(kind, { spreadsheet: "excel-at", by: "project" })).toBe(
      `\uFEFF${lines("project;hours;billableHours;entryCount", ";8;8;1", "PROJ;3,5;2,5;2")}`,
    );
  });

  test("prints rows that add up to the same totals, in each format and by each grouping, whatever is logged", async () => {
    const time = fc.oneof(fc.constantFrom(1, 18, 600, 1200, 2400), fc.integer({ min: 1, max: 30_000 }));
    const logged = fc.record({
      timeSpentSeconds: time,
      billable: fc.constantFrom(0, 0.5, 1),
      issueId: fc.constantFrom(10123, 10007, 10004),
      startDate: fc.constantFrom("2026-01-05", "2026-01-06", "2026-01-20"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(logged, { minLength: 1, maxLength: 12 }), async (rows) => {
        const worklogs = rows.map(({ billable, ...row }) =>
          worklog({ ...row, billableSeconds: Math.round(billable * row.timeSpentSeconds) }),
        );
        const sums = new Set<string>();
        for (const by of [undefined, "issue", "project", "account", "day", "week"]) {
          const data = seed({ worklogs });
          const inCsv = await exported(kind, { data, ...(by && { by }) });
          const json = JSON.parse(await exported(kind, { data, format: "json", ...(by && { by }) }));
          const hours = (of: { hours: number; billableHours: number }) => [of.hours, of.billableHours];
          const shown = (json.worklogs ?? json.totals).map(hours) as number[][];
          const [header = "", ...lines] = inCsv.trim().split("\r\n");
          const at = header.split(",").indexOf("hours");
          expect(
            lines.map((line) =>
              line
                .split(",")
                .slice(at, at + 2)
                .map(Number),
            ),
          ).toEqual(shown);
          const added = [0, 1].map((column) => shown.reduce((sum, row) => sum + units(row[column] ?? 0), 0));
          const { totalHours, billableHours } = json.summary;
          expect(added).toEqual([totalHours, billableHours].map(units));
          sums.add(String(added));
        }
        expect(sums.size).toBe(1);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test("through the built command prints no token that a comment holds, wherever its line is folded", async () => {
    const token = kind === "cloud" ? CREDENTIALS.tempoToken : CREDENTIALS.personalAccessToken;
    const { run } = await serveTempo(kind, {
      seed: {
        worklogs: [worklog({ startDate: "2026-01-05", description: `${"x".repeat(55)} ${token} was it` })],
      },
    });
    for (const format of ["csv", "json", "ics"]) {
      const { stdout } = await run(["export", "2026-01", "--format", format]);
      const unfolded = stdout.replaceAll("\r\n ", "");
      expect(unfolded).toContain(`${"x".repeat(55)} [secret] was it`);
      expect(unfolded).not.toContain(token);
    }
  });

  test("of a month without worklogs prints their columns, reads only, and works in read-only mode", async () => {
    const { run, requests } = await serveTempo(kind, { seed: JANUARY });
    expect(await run(["export", "2025-12"], { TEMPO_READ_ONLY: "1" })).toEqual({
      code: 0,
      stderr: "",
      stdout: `\uFEFF${CSV.slice(1).split("\r\n")[0]}\r\n`,
    });
    expect(requests.filter((it) => !/^GET |\/(search|bulkfetch)$/.test(it))).toEqual([]);
  });
});

test.each([
  ["excel-de", ";", "1,5"],
  ["Excel-DE", ";", "1,5"],
  ["excel_de_AT", ";", "1,5"],
  ["excel-at", ";", "1,5"],
  ["excel-ch", ";", "1.5"],
  ["excel-de-CH", ";", "1.5"],
  ["excel-fr-CH", ";", "1,5"],
  ["excel-fr", ";", "1,5"],
  ["excel-nl", ";", "1,5"],
  ["excel-be", ";", "1,5"],
  ["excel-pl", ";", "1,5"],
  ["excel-cz", ";", "1,5"],
  ["excel-sv", ";", "1,5"],
  ["excel-dk", ";", "1,5"],
  ["excel-pt-BR", ";", "1,5"],
  ["excel-en", ",", "1.5"],
  ["excel-us", ",", "1.5"],
  ["excel-en-GB", ",", "1.5"],
  ["excel-ja", ",", "1.5"],
  ["excel", ",", "1.5"],
])("separates for %s by %s, and writes %s", async (spreadsheet, cells, hours) => {
  const text = await exported("cloud", { spreadsheet, by: "day" });
  expect(text.split("\r\n")[2]).toBe(["2026-01-06", hours, hours, "1"].join(cells));
});

test.each([
  [
    "--for=calc",
    "--for takes excel, or excel with a language or country such as excel-de, excel-fr, excel-nl, excel-at, excel-ch, not 'calc'.",
  ],
  [
    "--for=excel-xx",
    "--for takes excel, or excel with a language or country such as excel-de, excel-fr, excel-nl, excel-at, excel-ch, not 'excel-xx'.",
  ],
  ["--for=excel-de --format=json", "--for works with csv only, whose cells it separates, not with json."],
  ["--format=xlsx", "--format takes csv, json or ics, not 'xlsx'."],
  ["--by=person", "--by takes issue, project, account, day or week, not 'person'."],
  ["--format=ics --by=day", "--by works with csv and json only: a calendar shows worklogs, not totals."],
])("refuses %s before it connects", async (args, words) => {
  const { code, stdout, stderr } = await runCommand(["export", ...args.split(" ")]);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: `tempofiller: ${words} See tempofiller help export.\n`,
  });
});

describe("tempofiller export -o", () => {
  const run = async (...args: string[]) =>
    (await serveTempo("cloud", { seed: JANUARY })).run(["export", ...args]);

  test("writes what stdout would have, for the user alone, and says what", async () => {
    const path = join(temporaryFolder(), "hours.csv");
    const { code, stdout, stderr } = await run("2026-1", "-o", path);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `3 worklogs, 11.5 h, written to ${path}.\n`,
      stderr: "",
    });
    expect(await readFile(path, "utf8")).toBe(CSV);
    if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(path))).toEqual(["hours.csv"]);
  });

  test("- means stdout", async () => {
    expect(await run("2026-01", "-o", "-")).toEqual({ code: 0, stdout: CSV, stderr: "" });
  });

  test("never replaces a file unasked, keeps its mode and a link, and leaves nothing behind", async () => {
    const place = temporaryFolder();
    const [path, link] = [join(place, "hours.csv"), join(place, "link.csv")];
    await writeFile(path, "mine");
    await chmod(path, 0o644);
    await symlink(path, link);
    expect(await run("2026-01", "--output", link)).toEqual({
      code: 2,
      stdout: "",
      stderr: `tempofiller: ${link} exists, so nothing was written. Add --yes to replace it, or name another file.\n`,
    });
    expect(await readFile(path, "utf8")).toBe("mine");
    expect(await run("2026-01", "--output", link, "--yes")).toMatchObject({ code: 0 });
    expect(await readFile(path, "utf8")).toBe(CSV);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o644);
    expect((await readdir(place)).sort()).toEqual(["hours.csv", "link.csv"]);
  });

  test("refuses a folder, and says that a file's folder is missing", async () => {
    const place = temporaryFolder();
    expect(await run("-o", place, "--yes")).toMatchObject({
      code: 2,
      stderr: `tempofiller: -o takes the path of a file, which ${place} is not. Nothing was written.\n`,
    });
    const path = join(place, "none", "hours.csv");
    expect(await run("2026-01", "-o", path)).toMatchObject({
      code: 2,
      stderr: `tempofiller: ${path} cannot be written: its folder does not exist. Nothing was written.\n`,
    });
  });

  test("asks on a terminal, and writes nothing unless the answer is yes", async () => {
    const path = join(temporaryFolder(), "hours.csv");
    await writeFile(path, "mine");
    const { server } = embedded();
    const answered = async (answer: string) => {
      let printed = "";
      const print = (text: string) => {
        printed += text;
      };
      const terminal = Readable.from([answer]);
      const { signal } = new AbortController();
      const wanted = { period: "2026-10", format: undefined, by: "week", yes: false, path };
      return { code: await exportToFile({ ...wanted, terminal, print, signal }, server), printed };
    };
    expect(await answered("n\n")).toEqual({
      code: 130,
      printed: `Replace ${path}? [y/N] Nothing was written.\n`,
    });
    expect(await readFile(path, "utf8")).toBe("mine");
    expect(await answered("y\n")).toMatchObject({ code: 0 });
    expect(await readFile(path, "utf8")).toMatch(/^\ufeffweek,hours,/);
  });
});

test.each(["--sandbox", "--sandbox=datacenter", "--datacenter"])(
  "exports the current month of the embedded Tempo with %s",
  async (option) => {
    const { code, stdout, stderr } = await runCommand(["export", option, "--by", "day"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\uFEFFdate,hours,billableHours,entryCount\r\n/);
  },
);

test.each(["csv", "json", "ics"])(
  "prints %s on a terminal without characters that drive it",
  async (format) => {
    const shown = forTerminal(await exported("cloud", { format }));
    expect(shown).toContain("END:VEVENT");
    expect(shown.match(/[^\P{C}\n]/gu)).toBeNull();
  },
);

test("prints what docs/cli.md shows", async () => {
  const blocks = fencedBlocks(await readFile(join(ROOT, "docs/cli.md"), "utf8"));
  const shown = blocks.filter(({ headings }) => headings[2] === "tempofiller export");
  const text = forTerminal(await exported("cloud", { data: demoSeed("2026-11-06"), period: "2026-11" }));
  expect(shown.map((block) => block.text)).toContain(text.trim());
});
