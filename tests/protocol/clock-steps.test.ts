import { describe, expect, test } from "vitest";
import { lockedUntil } from "../helpers/in-doubt.ts";
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
      ["update_worklog", 250, { worklogId: "1290000", hours: 3 }],
      ["post_worklog", 250, { ...POST, hours: 2 }],
      ["submit_timesheet", 270, { startDate: "2025-12-01", reviewer: "Bo", evenIfMissing: true }],
    ] as const)(
      "what a killed %s has sent can take effect until %d s later, and is then sent again",
      async (tool, seconds, args) => {
        const machine = processes({
          deployment,
          toolSets: ["edit", "approvals"],
          seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
        });
        const { clock } = machine;
        const first = await machine.open();
        const planned = tool === "submit_timesheet" ? await first.reply(tool, args) : undefined;
        const confirmed = { ...args, ...(planned && { confirm: planned.confirm }) };
        await killed(first, tool, confirmed);
        const over = clock.now() / 1000 + seconds;
        clock.step(step);
        const next = await machine.open();
        const where = tool === "submit_timesheet" ? "about this timesheet" : undefined;
        expect(await next.refusal(tool, confirmed)).toBe(lockedUntil(over, clock, where));
        await clock.sleep((over - 1) * 1000 - clock.now());
        const { isError } = await next.call(tool, confirmed);
        expect(isError).toBeFalsy();
        expect(clock.now()).toBe(over * 1000);
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
  });

  test("a worklog that was logged while the clock was a day ahead, and is gone, does not keep an outcome unknown", async () => {
    const machine = processes({ deployment });
    const { clock } = machine;
    clock.step(24 * HOUR_MS);
    const first = await machine.open();
    const { worklog: logged } = await first.reply("post_worklog", { ...POST, hours: 1 });
    clock.step(-24 * HOUR_MS);
    first.sandbox.state.worklogs.delete(Number(logged?.id));
    const next = await machine.open();
    await next.reply("post_worklog", { ...POST, hours: 3 });
    await clock.sleep(61_000);
    first.tempo.onWrite(3, "connection lost, not processed");
    expect(await next.refusal("post_worklog", { ...POST, hours: 2 })).toContain("shows no such worklog");
    expect(await next.reply("post_worklog", { ...POST, hours: 2 })).toMatchObject({ success: true });
  });
});
