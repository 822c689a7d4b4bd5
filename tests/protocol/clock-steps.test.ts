import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { datesOf, dayOfWeek } from "../../src/timesheet/dates.ts";
import { dates, entry, POST } from "../helpers/inputs.ts";
import { laggingLists } from "../helpers/lagging-lists.ts";
import { type Process, type Processes, processes } from "../helpers/processes.ts";
import { worklog } from "../helpers/seeds.ts";

const HOUR_MS = 3_600_000;

const STEPS: [what: string, by: number][] = [
  ["forward by an hour", HOUR_MS],
  ["forward by a day", 24 * HOUR_MS],
  ["back by an hour", -HOUR_MS],
  ["back by a day", -24 * HOUR_MS],
];

/** Makes the records those of the version before, which do not say how long the machine had been running. */
function forgetUptime({ folder }: Processes): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
    const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
    const old = lines.map((line) =>
      JSON.stringify({ ...JSON.parse(line), boot: undefined, uptime: undefined }),
    );
    writeFileSync(join(folder, name), `${old.join("\n")}\n`);
  }
}

const MOVE = { worklogId: "1290000", issueKey: "PROJ-7" };

/** Processes beside a Tempo whose clock is never set, and whose responses say its time. */
function onTempoClock(): Processes {
  const theirs = () => new Date(Date.UTC(2026, 0, 15) + machine.clock.now());
  const machine: Processes = processes(
    {
      toolSets: ["edit"],
      seed: { worklogs: [worklog({ startDate: "2026-01-05", timeSpentSeconds: 7.5 * 3600 })] },
      behaviour: { change: (it) => ({ ...it, createdAt: theirs().toISOString().slice(0, 19) }) },
    },
    (fetch) => async (request) => {
      const response = await fetch(request);
      response.headers.set("date", theirs().toUTCString());
      return response;
    },
  );
  return machine;
}

/** A call of a process that is killed at its first request that changes something. */
async function killed(process: Process, tool: string, args: object): Promise<void> {
  const isDead = process.killAtNextChange("not carried out");
  void process.call(tool, { ...args }).catch(() => {});
  await isDead;
}

describe.each(STEPS)("if the clock is set %s", (_, step) => {
  test.each(["before", "after"])(
    "%s a move on Cloud that is killed once its hours are on the new issue, the same call finishes it",
    async (when) => {
      const { clock, open } = onTempoClock();
      if (when === "before") clock.step(step);
      const first = await open();
      const isDead = first.killAtNextChange("carried out");
      void first.call("update_worklog", MOVE).catch(() => {});
      await isDead;
      await clock.sleep(30_000);
      if (when === "after") clock.step(step);
      const next = await open();
      const { worklog: now } = await next.reply("update_worklog", MOVE);
      expect(now).toMatchObject({ id: "1290001", issueKey: "PROJ-7", hours: 7.5 });
      expect([...next.sandbox.state.worklogs.keys()]).toEqual([1290001]);
    },
  );
});

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  describe.each(STEPS)("if the clock is set %s", (_, step) => {
    test.each([
      ["this version", () => {}],
      ["the version before", forgetUptime],
    ])(
      "after update_worklog was killed, the worklog can be changed in this call, by a journal of %s",
      async (__, prepare) => {
        const machine = processes({
          deployment,
          toolSets: ["edit"],
          seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
        });
        const change = { worklogId: "1290000", hours: 3 };
        await killed(await machine.open(), "update_worklog", change);
        await machine.clock.sleep(30_000);
        machine.clock.step(step);
        prepare(machine);
        const next = await machine.open();
        const start = machine.clock.now();
        expect(await next.reply("update_worklog", change)).toMatchObject({ worklog: { hours: 3 } });
        expect(machine.clock.now() - start).toBeLessThan(20_000);
      },
    );

    test.each([
      ["this version", () => {}],
      ["the version before", forgetUptime],
    ])(
      "after submit_timesheet was killed, it can be submitted in this call, by a journal of %s",
      async (__, prepare) => {
        const december = datesOf({ startDate: "2025-12-01", endDate: "2025-12-31" }).filter(
          (date) => !["Saturday", "Sunday"].includes(dayOfWeek(date)),
        );
        const machine = processes({
          deployment,
          toolSets: ["approvals"],
          seed: { worklogs: december.map((startDate) => worklog({ startDate })) },
        });
        const request = { startDate: "2025-12-01", reviewer: "Bo", comment: "Complete." };
        const first = await machine.open();
        const { confirm } = await first.reply("submit_timesheet", request);
        await killed(first, "submit_timesheet", { ...request, confirm });
        await machine.clock.sleep(30_000);
        machine.clock.step(step);
        prepare(machine);
        const next = await machine.open();
        expect(await next.reply("submit_timesheet", { ...request, confirm })).toMatchObject({
          submitted: true,
        });
      },
    );

    test.each([
      ["between two processes", true],
      ["while a process runs", false],
    ])("%s, nothing is stored twice while lists lag", async (__, isAnother) => {
      const machine = processes({ deployment }, (fetch, sandbox) =>
        laggingLists(sandbox, machine.clock, () => 2000, fetch),
      );
      const worklogs = dates(9).map((date) => entry(date));
      const first = await machine.open();
      await first.reply("bulk_post_worklogs", { worklogs });
      machine.clock.step(step);
      const next = isAnother ? await machine.open() : first;
      const { results } = await next.reply("bulk_post_worklogs", { worklogs });
      expect(results.every(({ alreadyLogged }) => alreadyLogged)).toBe(true);
      expect(first.sandbox.state.worklogs.size).toBe(9);
    });

    test("a batch that was killed is not sent again before Tempo can no longer store it", async () => {
      const machine = processes({ deployment });
      const first = await machine.open();
      await killed(first, "post_worklog", POST);
      const sentAt = machine.clock.now();
      machine.clock.step(step);
      await (await machine.open()).reply("post_worklog", POST);
      expect(first.sandbox.state.worklogs.size).toBe(1);
      expect(machine.clock.now() - sentAt).toBeGreaterThan(19_000);
    });
  });

  test.each([
    ["this version", () => {}],
    ["the version before", forgetUptime],
  ])(
    "a worklog that was logged while the clock was a day ahead, and is gone, does not keep an outcome unknown: %s",
    async (_, prepare) => {
      const machine = processes({ deployment });
      const { clock } = machine;
      clock.step(24 * HOUR_MS);
      const first = await machine.open();
      const { worklog: logged } = await first.reply("post_worklog", { ...POST, hours: 1 });
      clock.step(-24 * HOUR_MS);
      first.sandbox.state.worklogs.delete(Number(logged?.id));
      prepare(machine);
      const next = await machine.open();
      await next.reply("post_worklog", { ...POST, hours: 3 });
      await clock.sleep(61_000);
      first.tempo.onWrite(3, "gateway error, not processed");
      expect(await next.reply("post_worklog", { ...POST, hours: 2 })).toMatchObject({ success: true });
    },
  );
});
