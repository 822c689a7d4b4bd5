import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lineWidth } from "../../src/cli/cli.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { runCommand } from "../helpers/command.ts";
import { drawCalendar as draw, TODAY } from "../helpers/demo-month.ts";
import { ROOT } from "../helpers/root.ts";
import { worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";

const NOT_CONFIGURED =
  "tempofiller: Tempo is not configured. Run tempofiller setup, or add --sandbox to use built-in sample data.\n";
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");

describe("tempofiller month", () => {
  test.each([
    [80, "docs/cli.md"],
    [120, "tests/built/month-120.txt"],
  ])("draws at %i columns what %s shows, on both deployments", async (width, path) => {
    const lines = await draw({ width });
    expect(await readFile(join(ROOT, path), "utf8")).toContain(`${lines.join("\n")}\n`);
    expect(await draw({ width, kind: "datacenter" })).toEqual(lines);
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  test.each([76, 80, 120])("draws the same text in colour, in lines of at most %i", async (width) => {
    const plain = await draw({ width });
    const coloured = await draw({ width, colour: true });
    expect(coloured.join("\n")).toMatch(COLOURS);
    const visible = coloured.map((line) => line.replaceAll(COLOURS, ""));
    expect(visible.map((line) => line.trimEnd())).toEqual(plain);
    expect(visible.filter((line) => line.length > width)).toEqual([]);
  });

  test("draws a line for each day where a week does not fit, and cuts summaries", async () => {
    const lines = await draw({ width: 60 });
    expect(lines.slice(1, 8)).toEqual([
      "Sun 01 .",
      "Mon 02 8/8",
      "Tue 03 8/8",
      "Wed 04 0/8 !",
      "Thu 05 8/8",
      "Fri 06 4/8 !",
      "Sat 07 .",
    ]);
    expect(lines).toContain("DEMO-2  16 h  2 entries  Fix rounding of partial hours in t…");
  });

  test("adds seconds before it rounds, and says how much is missing where", async () => {
    const seed = { ...demoSeed(TODAY), worklogs: [] };
    const twenty = { ...worklog({ startDate: "2026-10-05" }), accountId: seed.me.accountId, issueId: 10001 };
    const worklogs = Array.from({ length: 3 }, () => ({
      ...twenty,
      timeSpentSeconds: 1200,
      billableSeconds: 1200,
    }));
    const lines = await draw({ period: "2026-10", seed: { ...seed, worklogs } });
    expect(lines.find((line) => line.startsWith("05"))).toContain("05 1/8 !");
    expect(lines.slice(-3)).toEqual([
      "DEMO-1  1 h  3 entries  Implement user authentication",
      "",
      expect.stringMatching(/^1 h logged of (\d+) h required; \d+ h missing\.$/),
    ]);
  });

  test.each([
    ["2026-10", /^(\d+) h logged of \1 h required; nothing missing\.$/],
    ["2026-12", /^0 h logged of \d+ h required\.$/],
  ])("ends %s with what is missing, if it has begun", async (period, verdict) => {
    expect((await draw({ period })).at(-1)).toMatch(verdict);
  });

  test.each([[["--sandbox"]], [["--sandbox=datacenter"]], [["--datacenter", "--debug"]]])(
    "runs as a command with %j, without colour in a pipe",
    async (options) => {
      const { code, stdout, stderr } = await runCommand(["month", ...options], { env: { COLUMNS: "120" } });
      expect({ code, hasLog: stderr !== "" }).toEqual({ code: 0, hasLog: options.includes("--debug") });
      expect(stdout).toMatch(
        /^\w+ \d{4} \(logged\/required hours, ! = hours missing, \+ = over\)\nMon {13}Tue {13}/,
      );
      expect(stdout).not.toMatch(COLOURS);
    },
  );

  test("draws a month of the Tempo in the settings, and writes nothing", async () => {
    const { run, requests } = await serveTempo("cloud", { seed: demoSeed(TODAY) });
    const { code, stdout, stderr } = await run(["month", "2026-10"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^October 2026 /);
    expect(requests.map((it) => it.split("/").slice(0, 3).join("/")).sort()).toEqual([
      "GET /4/user-schedule",
      "GET /4/worklogs",
      "GET /rest/api",
      "POST /rest/api",
    ]);
  });

  test("and its week are drawn and printed as JSON as of the same hours", async () => {
    const [month, week] = await Promise.all(
      (["month", "week"] as const).map(async (unit) =>
        JSON.parse((await draw({ unit, json: true })).join("")),
      ),
    );
    expect(month.summary).toEqual({ requiredHours: 156, loggedHours: 80, missingHours: 28, overHours: 0 });
    expect(week).toEqual({
      startDate: "2026-11-16",
      endDate: "2026-11-22",
      days: month.days.slice(15, 22),
      byIssue: expect.any(Array),
      summary: { requiredHours: 36, loggedHours: 28, missingHours: 8, overHours: 0 },
    });
    expect(week.days[4]).toEqual({
      date: "2026-11-20",
      dayOfWeek: "Friday",
      requiredHours: 4,
      loggedHours: 4,
      missingHours: 0,
      isWorkingDay: true,
      holiday: "Spring cleaning",
    });
  });

  test("has a week that is drawn alike, on both deployments", async () => {
    const lines = await draw({ unit: "week", period: "yesterday" });
    expect(lines.slice(0, 4)).toEqual([
      "2026-W47, from 2026-11-16 (logged/required hours, ! = hours missing, + = over)",
      "Mon        Tue        Wed        Thu        Fri        Sat        Sun",
      "16 8/8     17 0/8 !   18 8/8     19 8/8     20 4/4     21 .       22 .",
      "Holidays: 20 Spring cleaning (4 h required)",
    ]);
    expect(lines.at(-1)).toBe("28 h logged of 36 h required; 8 h missing up to 2026-11-21.");
    expect(await draw({ unit: "week", period: "2026-W47", kind: "datacenter" })).toEqual(lines);
  });

  test.each<[string, string[], Record<string, string>, number, string]>([
    ["no settings", [], {}, 3, NOT_CONFIGURED],
    ["a month that does not exist", ["2026-13", "--sandbox"], {}, 2, "'2026-13' names no dates."],
    [
      "an unreachable Jira",
      [],
      { TEMPO_BASE_URL: "http://127.0.0.1:2", TEMPO_PAT: "x", TEMPO_CALL_BUDGET_MS: "2000" },
      7,
      "could not be reached",
    ],
  ])("reports %s on stderr", async (_, args, env, code, words) => {
    const finished = await runCommand(["month", ...args], { env });
    expect(finished).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(words) });
    expect(finished.stderr.trim().split("\n").length).toBe(1);
  });
});

test.each([
  [100, "120", 100],
  [undefined, "120", 120],
  [undefined, undefined, 80],
  [undefined, "wide", 80],
  [0, "0", 80],
])("with a terminal of %s and COLUMNS=%s a line has %i characters", (terminal, columns, width) => {
  expect(lineWidth(terminal, columns)).toBe(width);
});
