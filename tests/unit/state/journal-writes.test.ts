import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { refusing } from "../../helpers/disk.ts";
import { stored } from "../posting/steps.ts";
import { fates, processes, send } from "./processes.ts";

type Act = Parameters<ReturnType<typeof processes>["on"]>[0];

describe("what is recorded", () => {
  test("is in the file at once, before the call ends", async () => {
    const { path, start } = processes();
    await start().write(async ({ ledger }) => {
      ledger.gone(["77"]);
      expect(readFileSync(path(), "utf8")).toContain('"ids":["77"]');
    });
  });

  test("is in the file when the next call begins, if the disk refused it in the one before", async () => {
    const { on, path, start } = processes();
    const { write } = start();
    await write(async () => {});
    // The first one is of the lease.
    const counted = refusing("writeSync", "EIO", (call) => call > 1);
    await on(counted, () => write(async ({ ledger }) => ledger.gone(["77"])));
    expect(readFileSync(path(), "utf8")).not.toContain("77");
    await write(async () => expect(readFileSync(path(), "utf8")).toContain('"ids":["77"]'));
  });

  test("leaves no timer behind once it is on the disk", async () => {
    const { clock, start } = processes();
    await start().write((writer) => send(writer, "first"));
    await setTimeout(50);
    expect(clock.now()).toBe(0);
  });
});

describe("an answer that comes after its call", () => {
  test.each<[when: string, after: number, held: number]>([
    ["at once", 0, 0],
    ["while another process writes", 0, 30_000],
    ["after ten minutes without a call", 600_001, 0],
  ])("is in the file, and leaves nothing open: %s", async (_, after, held) => {
    const { clock, on, start } = processes();
    const { log, write } = start();
    const { number, later } = await write(async (writer) => ({
      number: await send(writer, "slow"),
      later: writer.later,
    }));
    await clock.sleep(after);
    const holding = start().write(() => clock.sleep(held));
    let [open, recordedAt] = [0, 0];
    await on(
      (name, __, run) => {
        const result = run();
        if (name === "openSync") open += 1;
        if (name === "closeSync") open -= 1;
        return result;
      },
      () =>
        later((ledger) => {
          recordedAt = clock.now();
          stored(number, "77")(ledger);
        }),
    );
    await holding;
    expect(await start().write(fates)).toEqual({ [number]: "done" });
    expect(recordedAt).toBeGreaterThanOrEqual(after + held);
    expect([open, log]).toEqual([0, []]);
  });
});

describe("a disk that refuses something", () => {
  test("is asked twice for a flush of each request, which is said once", async () => {
    const { on, start } = processes();
    const { log, write } = start();
    const counted = refusing("fdatasync");
    await on(counted, () =>
      write(async (writer) => {
        await send(writer, "first");
        expect(counted.calls).toBe(2);
        await send(writer, "second");
        expect(counted.calls).toBe(4);
      }),
    );
    expect(log).toEqual([expect.stringMatching(/^warn: The state folder .+ cannot be used \(EIO\)/)]);
  });

  test.each(["readdirSync", "fstatSync"])("twice in a row is not asked again: %s", async (name) => {
    const { on, start } = processes();
    await start().write((writer) => send(writer, "first"));
    const { log, write } = start();
    await on(
      refusing(name, "EIO", (call) => call <= 2),
      () => write(fates),
    );
    expect(log).toHaveLength(1);
  });
});

describe("a user without a call for more than ten minutes", () => {
  const isKey: Act = (name, [path]) => name === "readFileSync" && String(path).endsWith("journal.key");

  test("is read anew from the folder, and not before", async () => {
    const { clock, on, start } = processes();
    const { write } = start();
    let opened = 0;
    const act: Act = (name, args, run) => {
      if (isKey(name, args, run)) opened += 1;
      return run();
    };
    const number = await on(act, () => write((writer) => send(writer, "first")));
    await clock.sleep(600_000);
    await on(act, () => write(fates));
    expect(opened).toBe(1);
    await clock.sleep(600_001);
    expect(await on(act, () => write(fates))).toEqual({ [number]: "sent" });
    expect(opened).toBe(2);
  });

  test("is remembered if the folder lacks something", async () => {
    const { clock, on, start } = processes();
    const { write } = start();
    const counted = refusing("writeSync");
    const number = await on(counted, () => write((writer) => send(writer, "first")));
    await clock.sleep(600_001);
    expect(await write(fates)).toEqual({ [number]: "sent" });
  });
});
