import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { playDemo } from "../../src/cli/demo/demo.ts";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour } from "../../src/sandbox/state.ts";
import { createServer } from "../../src/server/create-server.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import { datesOfMonth } from "../../src/timesheet/dates.ts";
import { coreTools } from "../../src/tools/index.ts";
import { runCommand } from "../helpers/command.ts";
import { ROOT } from "../helpers/root.ts";
import { testContext } from "../helpers/server-context.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

/** A client of a server in this process, which has the sample data as of a date. */
async function connect(today: string, behaviour: Partial<SandboxBehaviour> = {}): Promise<Client> {
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
  const server = () => createServer(context, { version: "0", tools: coreTools, readOnly: false });
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(server, { transport: serverTransport });
  const client = new Client({ name: "tests", version: "0" });
  await client.connect(clientTransport as Transport);
  onTestFinished(async () => {
    await client.close();
    await handle.close();
  });
  return client;
}

/** Plays the demo in this process as of a date, and returns what it printed. */
async function play(
  today: string,
  {
    colour = false,
    wholeMonth = false,
    behaviour = {},
  }: {
    colour?: boolean;
    wholeMonth?: boolean;
    behaviour?: Partial<SandboxBehaviour>;
  } = {},
) {
  const client = await connect(today, behaviour);
  const lines: string[] = [];
  const isFull = await playDemo({
    client,
    today,
    wholeMonth,
    print: (line) => lines.push(line),
    width: 80,
    colour,
  });
  return { isFull, lines };
}

describe("the demo", () => {
  test("has the data of which the README shows a reply", async () => {
    const readme = await readFile(join(ROOT, "README.md"), "utf8");
    const shown = JSON.parse(/```json\n(.*?)```/s.exec(readme)?.[1] ?? "");
    const client = await connect("2026-11-24");
    const range = { startDate: "2026-11-10", endDate: "2026-11-12" };
    const { content } = await client.callTool({ name: "get_schedule", arguments: range });
    expect(content).toEqual([{ type: "text", text: JSON.stringify(shown) }]);
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

  test.each([
    ["2026-11-08", "a Sunday, with a week behind it", "2026-11-01", "2026-11-08"],
    ["2026-01-31", "a Saturday, the last of its month", "2026-01-01", "2026-01-31"],
    ["2024-02-29", "a leap day", "2024-02-01", "2024-02-29"],
    ["2026-08-01", "a Saturday, the first of its month: July", "2026-07-01", "2026-07-31"],
    ["2026-01-01", "a Thursday, the first of its month: December", "2025-12-01", "2025-12-31"],
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
      '  2026-11-10: Tempo rejected this (HTTP 400). It says: "The period is closed". Nothing was changed by this request. Use another date, or ask your Tempo administrator to open the period.',
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

  test.each([
    [["demo"]],
    [["demo", "--datacenter", "--whole-month"]],
    [["demo", "--sandbox=datacenter", "--debug"]],
  ])("runs as the command %j, over stdio with a server of its own, and exits with 0", async (args) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect({ code, hasLog: stderr !== "" }).toEqual({ code: 0, hasLog: args.includes("--debug") });
    expect(stdout).toMatch(/The month is full( up to today)?: \d+ worklogs/);
    expect(stderr).not.toMatch(/deviates|failed/);
  });
});
