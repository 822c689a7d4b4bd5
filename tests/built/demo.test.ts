import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { playDemo } from "../../src/cli/demo/script.ts";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour } from "../../src/sandbox/state.ts";
import { createServer } from "../../src/server/create-server.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import { datesOfMonth } from "../../src/timesheet/calendar-month.ts";
import { coreTools, tools } from "../../src/tools/index.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { ROOT } from "../helpers/root.ts";
import { testContext } from "../helpers/server-context.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

/** Plays the demo in this process as of a date, and returns what it printed. */
async function play(
  today: string,
  {
    colour = false,
    wholeMonth = false,
    behaviour = {},
    tools = coreTools,
  }: {
    colour?: boolean;
    wholeMonth?: boolean;
    behaviour?: Partial<SandboxBehaviour>;
    tools?: readonly Tool[];
  } = {},
) {
  const { fetch } = createSandbox(demoSeed(today), { behaviour });
  const clock = virtualClock();
  clock.step(Date.parse(`${today}T18:00:00Z`) - clock.wallClock());
  const timesheet = openTimesheet(sandboxDeployment("cloud", SANDBOX_CREDENTIALS), {
    fetch,
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
  });

  const context = { ...testContext(timesheet, clock), today: () => today };
  const server = () => createServer(context, { version: "0", tools, readOnly: false });
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(server, { transport: serverTransport });
  const client = new Client({ name: "tests", version: "0" });
  await client.connect(clientTransport as Transport);
  onTestFinished(async () => {
    await client.close();
    await handle.close();
  });
  const lines: string[] = [];
  const isFull = await playDemo({ client, today, wholeMonth, print: (line) => lines.push(line), colour });
  return { isFull, lines };
}

/** A folder that the command keeps temporary files in. */
function emptyFolder() {
  const folder = temporaryFolder();
  return { folder, env: { TMPDIR: folder, TEMP: folder } };
}

describe("the demo", () => {
  test("prints the month that the README shows", async () => {
    const readme = await readFile(join(ROOT, "README.md"), "utf8");
    const shown =
      /```text\n(.*?)```/s
        .exec(readme)?.[1]
        ?.split("\n")
        .map((line) => line.trim()) ?? [];
    const { lines } = await play("2026-11-24");
    const printed = lines.flatMap((line) => line.split("\n")).map((line) => line.trim());
    expect(shown.length).toBe(9);
    expect(shown.filter((line) => line !== "" && !printed.includes(line))).toEqual([]);
  });

  test("shows every call, its progress and its summary, and the month before and after", async () => {
    const { isFull, lines } = await play("2026-11-24");
    expect(isFull).toBe(true);
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "TempoFiller demo: a real MCP server on built-in sample data. No account, no network, nothing is saved.

      You: "Fill my timesheet for November 2026 up to today: DEMO-1, and on Mondays an hour of DEMO-4."

      > get_schedule {"startDate":"2026-11-01","endDate":"2026-11-24"}
      < summary {"totalDays":24,"workingDays":16,"nonWorkingDays":8,"totalRequiredHours":124,"averageDailyHours":7.75}

      > get_worklogs {"startDate":"2026-11-01","endDate":"2026-11-24"}
      < summary {"totalHours":80,"totalEntries":14,"uniqueIssues":3}

      November 2026 before (logged/required hours, ! = hours missing)
      Mon        Tue        Wed        Thu        Fri        Sat        Sun
                                                                        01 .
      02 8/8     03 8/8     04 0/8 !   05 8/8     06 4/8 !   07 .       08 .
      09 8/8     10 0/8 !   11 .       12 8/8     13 8/8     14 .       15 .
      16 8/8     17 0/8 !   18 8/8     19 8/8     20 4/4     21 .       22 .
      23 0/8 !   24 0/8 !
      Holidays: 11 Founders' Day (off), 20 Spring cleaning (4 h required)

      > bulk_post_worklogs with 7 worklogs
          2026-11-04  DEMO-1     8 h  Implementation
          2026-11-06  DEMO-1     4 h  Implementation
          2026-11-10  DEMO-1     8 h  Implementation
          2026-11-17  DEMO-1     8 h  Implementation
          2026-11-23  DEMO-4     1 h  Sprint planning
          2026-11-23  DEMO-1     7 h  Implementation
          2026-11-24  DEMO-1     8 h  Implementation
        ... 7 of 7 worklogs done
      < summary {"total":7,"succeeded":7,"failed":0,"totalHours":44}

      > get_worklogs {"startDate":"2026-11-01","endDate":"2026-11-24"}
      < summary {"totalHours":124,"totalEntries":21,"uniqueIssues":4}

      November 2026 after
      Mon        Tue        Wed        Thu        Fri        Sat        Sun
                                                                        01 .
      02 8/8     03 8/8     04 8/8     05 8/8     06 8/8     07 .       08 .
      09 8/8     10 8/8     11 .       12 8/8     13 8/8     14 .       15 .
      16 8/8     17 8/8     18 8/8     19 8/8     20 4/4     21 .       22 .
      23 8/8     24 8/8
      Holidays: 11 Founders' Day (off), 20 Spring cleaning (4 h required)

      The month is full up to today: 7 worklogs, 44 hours posted in one call."
    `);
  });

  test("with the tool sets, plans the month and logs it once the plan is confirmed", async () => {
    const { isFull, lines } = await play("2026-11-24", { tools });
    expect(isFull).toBe(true);
    const text = lines.join("\n");
    expect(
      text.slice(text.indexOf("> fill_days"), text.indexOf("> get_worklogs", text.indexOf("> fill_days"))),
    ).toMatchInlineSnapshot(`
      "> fill_days {"startDate":"2026-11-01","endDate":"2026-11-24","rows":[{"issueKey":"DEMO-4","hours":1,"weekdays":["Monday"],"description":"Sprint planning"},{"issueKey":"DEMO-1","description":"Implementation"}]}
      < summary {"worklogs":7,"days":6,"totalHours":33.5,"missingHoursAfter":0}

             8 h  DEMO-1  2026-11-04, 2026-11-24
             4 h  DEMO-1  2026-11-06, 2026-11-17
          4.25 h  DEMO-1  2026-11-10, 2026-11-23
             1 h  DEMO-4  2026-11-23

      You: "Yes, log that."

      > fill_days with the same arguments and "confirm":"57b62082ae433ce84aa17c1d"
        ... 7 of 7 worklogs done
      < summary {"worklogs":7,"days":6,"totalHours":33.5,"missingHoursAfter":0}

      "
    `);
    expect(lines.at(-1)).toBe("The month is full up to today: 7 worklogs, 33.5 hours posted as planned.");
  });

  test.each([
    ["2026-11-24", false, "October 2026", "2026-10-30"],
    ["2026-11-05", false, "October 2026", "2026-10-30"],
    ["2026-11-24", true, "November 2026", "2026-11-30"],
    ["2026-01-20", false, "December 2025", "2025-12-31"],
  ])(
    "with every tool, as of %s (whole month: %s), corrects a worklog, submits %s, and shows that it is locked then",
    async (today, wholeMonth, month, lockedDate) => {
      const { isFull, lines } = await play(today, { tools, wholeMonth });
      const shown = lines.join("\n");
      expect(isFull).toBe(true);
      expect(shown).toMatch(
        /> update_worklog \{"worklogId":"\d+","description":"Code review"\}\n< \{"success":true,.*"before":\{"comment":"Implementation"\}\}/,
      );
      expect(shown).toContain(`You: "Submit ${month} to Kim."`);
      expect(shown).toMatch(
        /> submit_timesheet with the same arguments and "confirm":"\w{24}"\n< \{"submitted":true,"timesheet":.*"status":"in_review"/,
      );
      expect(shown).toContain(`> post_worklog {"issueKey":"DEMO-1","hours":1,"startDate":"${lockedDate}"}`);
      expect(shown).toContain(`${month} was submitted on `);
      expect(shown).toContain("and is waiting for approval by Kim Colleague.");
    },
  );

  test.each([
    ["2026-11-08", "a Sunday, with a week behind it", "2026-11-01", "2026-11-08"],
    ["2026-11-24", "a Tuesday", "2026-11-01", "2026-11-24"],
    ["2026-01-31", "a Saturday, the last of its month", "2026-01-01", "2026-01-31"],
    ["2024-02-29", "a leap day", "2024-02-01", "2024-02-29"],
    ["2026-08-01", "a Saturday, the first of its month: July", "2026-07-01", "2026-07-31"],
    ["2026-01-01", "a Thursday, the first of its month: December", "2025-12-01", "2025-12-31"],
    ["2026-11-07", "a Saturday in the first week: October", "2026-10-01", "2026-10-31"],
  ])(
    "as of %s (%s), logs the missing hours from %s to %s and none of later days",
    async (today, _, startDate, endDate) => {
      const { isFull, lines } = await play(today);
      const upToToday =
        endDate === today && today < datesOfMonth(today.slice(0, 7)).endDate ? " up to today" : "";
      const dates = lines
        .flatMap((line) => line.split("\n"))
        .flatMap((line) => /^ {4}(\d{4}-\d{2}-\d{2}) /.exec(line)?.[1] ?? []);
      expect(lines).toContain(`> get_schedule ${JSON.stringify({ startDate, endDate })}`);
      expect(dates.length).toBeGreaterThan(1);
      expect(dates.filter((date) => date > today || date < startDate || date > endDate)).toEqual([]);
      expect({ isFull, last: lines.at(-1) }).toEqual({
        isFull: true,
        last: expect.stringMatching(
          new RegExp(
            `^The month is full${upToToday}: ${dates.length} worklogs, \\d+(\\.\\d+)? hours posted in one call\\.$`,
          ),
        ),
      });
    },
  );

  test.each(["2026-11-21", "2026-11-01"])(
    "with --whole-month, as of %s, logs the days of the month that are still to come, too",
    async (today) => {
      const { isFull, lines } = await play(today, { wholeMonth: true });
      expect(isFull).toBe(true);
      expect(lines).toContain('> get_schedule {"startDate":"2026-11-01","endDate":"2026-11-30"}');
      expect(lines.join("\n")).toContain("    2026-11-30  DEMO-1     7 h  Implementation");
      expect(lines.at(-1)).toMatch(/^The month is full: /);
    },
  );

  test("names the days with missing hours, and why, if the month is not full at the end", async () => {
    const { isFull, lines } = await play("2026-11-21", {
      behaviour: { reject: ({ startDate }) => (startDate === "2026-11-10" ? ["The period is closed"] : []) },
    });
    expect(isFull).toBe(false);
    expect(lines.slice(-2)).toEqual([
      "The month is not full: hours are missing on 2026-11-10.",
      '  2026-11-10: Tempo rejected this (HTTP 400). It says: "The period is closed". Nothing was changed by this request. Correct it and try again.',
    ]);
  });

  test("prints the same text in colour", async () => {
    const plain = await play("2026-11-21");
    const coloured = await play("2026-11-21", { colour: true });
    const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
    expect(coloured.lines.join("\n")).toMatch(colours);
    expect(coloured.lines.map((line) => line.replaceAll(colours, "").trimEnd())).toEqual(
      plain.lines.map((line) => line.trimEnd()),
    );
  });

  test("with the set draft, drafts two weeks from evidence that it makes, logs them, and removes what it made", async () => {
    const { folder, env } = emptyFolder();
    const { code, stdout, stderr } = await runCommand(["demo", "--toolsets=draft"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(
      'You: "Draft my last two weeks from what I worked on."\n\n> draft_timesheet {"startDate"',
    );
    expect(stdout).toMatch(/ {2}DEMO-\d +\d+(\.\d+)? h +.*g\d+: 3 commits, \d\d:\d\d-/);
    expect(stdout).toMatch(/ {2}\? +\d(\.\d+)? h +Stand-up, 09:00\n/);
    expect(stdout).toMatch(/not counted: .*1?\d by others/);
    expect(stdout).toMatch(/> draft_timesheet \{.*"assign":\[\{"ref":"c\d+","issueKey":"DEMO-4"\}/);
    const drafted = [...stdout.matchAll(/> draft_timesheet .*\n< summary (.*)\n/g)].at(-1)?.[1] ?? "";
    const { worklogs, totalHours } = JSON.parse(drafted);
    expect(worklogs).toBeGreaterThan(1);
    expect(stdout).toContain(`logged: ${worklogs} worklogs, ${totalHours} h\n`);
    expect(stdout).not.toContain("Dentist");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("with the set draft and without git, says so and drafts from the rest", async () => {
    const { folder, env } = emptyFolder();
    const { code, stdout } = await runCommand(["demo", "--toolsets=draft"], {
      env: { ...env, PATH: folder },
    });
    expect(code).toBe(0);
    expect(stdout).toContain("    git: git was not found on the PATH, so no repository can be read.");
    expect(stdout).not.toContain("commits on");
    expect(stdout).toContain("> post_draft with the same arguments");
    expect(readdirSync(folder)).toEqual([]);
  });

  test.skipIf(process.platform === "win32")("removes what it made after an interrupt, too", async () => {
    const { folder, env } = emptyFolder();
    const child = spawn(process.execPath, [COMMAND, "demo", "--toolsets=draft"], {
      env: commandEnvironment(env),
    });
    const isThere = () => readdirSync(folder).length > 0;
    child.stdout.once("data", () => child.kill("SIGINT"));
    const wasThere = await new Promise((resolve) => child.stdout.once("data", () => resolve(isThere())));
    const [code] = await once(child, "close");
    expect({ code, wasThere, isThere: isThere() }).toEqual({ code: 130, wasThere: true, isThere: false });
  });

  test.each([
    [["demo"]],
    [["demo", "--datacenter", "--whole-month"]],
    [["demo", "--toolsets=all"]],
    [["demo", "--sandbox=datacenter", "--debug"]],
  ])("runs as the command %j, over stdio with a server of its own, and exits with 0", async (args) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect({ code, hasLog: stderr !== "" }).toEqual({ code: 0, hasLog: args.includes("--debug") });
    expect(stdout).toMatch(/The month is full( up to today)?: \d+ worklogs/);
    expect(stderr).not.toMatch(/deviates|failed/);
  });
});
