import { appendFileSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { fileWriters } from "../../../src/state/file-writers.ts";
import { KEPT_MS } from "../../../src/state/writers.ts";
import { LEASE_EXPIRY_MS, LONGEST_FLUSH_MS } from "../../../src/timesheet/timeline.ts";
import { refusing } from "../../helpers/disk.ts";
import { keptLog } from "../../helpers/kept-log.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { fates, OWNER, processes, send } from "./processes.ts";

/** The first of the numbers that a process without a lease gives to its intents. */
const WITHOUT_LEASE = 2 ** 52;

describe("without a folder", () => {
  test("what a process has sent is remembered as long as it runs, and nothing is said", async () => {
    const clock = virtualClock();
    const log: string[] = [];
    const writers = fileWriters({ clock, folder: undefined, log: keptLog(log) });
    const scope = () => ({ signal: new AbortController().signal, deadline: clock.now() + 47_500 });
    const number = await writers.run(OWNER, scope(), async (writer) => {
      expect(writer.mayWrite()).toBe(true);
      return send(writer, "first");
    });
    await clock.sleep(3_600_000);
    expect(await writers.run(OWNER, scope(), fates)).toEqual({ [number]: "sent" });
    expect(log).toEqual([]);
  });
});

describe("a call of the disk", () => {
  const NAMES = [
    "openSync",
    "readdirSync",
    "statSync",
    "fstatSync",
    "readSync",
    "writeSync",
    "writeFileSync",
  ];

  test.each(NAMES)("that fails once is made again, and nothing is said: %s", async (name) => {
    const { on, start } = processes();
    await start().write((writer) => send(writer, "before"));
    const one = start();
    const number = await on(
      refusing(name, "EIO", (call) => call === 1),
      () => one.write((writer) => send(writer, "first")),
    );
    expect(number).toBeLessThan(WITHOUT_LEASE);
    expect(await start().write(fates)).toMatchObject({ [number]: "sent" });
    expect(one.log).toEqual([]);
  });

  test.each(["openSync", "readdirSync", "writeSync"])(
    "that always fails is said once, and calls go on: %s",
    async (name) => {
      const { folder, on, start } = processes();
      const { log, write } = start();
      const known = await on(refusing(name), async () => {
        await write((writer) => send(writer, "first"));
        await write((writer) => send(writer, "second"));
        return write(fates);
      });
      expect(Object.values(known)).toEqual(["sent", "sent"]);
      expect(log).toEqual([
        `warn: The state folder ${folder} cannot be used (EIO), so what other processes log is not seen and nothing is remembered. ` +
          "Set TEMPO_STATE_DIR to a folder that you can write to, or to off.",
      ]);
    },
  );
});

describe("a process that gets no lease of the disk", () => {
  test("writes with numbers of its own, and what it sent is in the journal", async () => {
    const { on, start } = processes();
    const numbers = await on(refusing("readdirSync"), () =>
      start().write(async (writer) => {
        expect(writer.mayWrite()).toBe(true);
        return [await send(writer, "first"), await send(writer, "second")];
      }),
    );
    expect(numbers[0]).toBeGreaterThanOrEqual(WITHOUT_LEASE);
    expect(await start().write(fates)).toEqual(Object.fromEntries(numbers.map((number) => [number, "sent"])));
  });

  test("drops nothing from the journal", async () => {
    const { on, start } = processes();
    await start().write(async () => {});
    const done: string[] = [];
    const refuse = refusing("readdirSync");
    await on(
      (name, args, run) => {
        done.push(`${name} ${String(args[0])}`);
        return refuse(name, args, run);
      },
      () => start().write((writer) => send(writer, "first")),
    );
    expect(done.filter((call) => /^(renameSync|appendFileSync) /.test(call))).toEqual([]);
  });
});

test("a process that has the lease drops old records from a large journal", async () => {
  const { clock, path, start } = processes();
  const { write } = start();
  const number = await write((writer) => send(writer, "first"));
  const old = { type: "lost", at: clock.wallClock() - KEPT_MS, numbers: Array(200).fill(1) };
  appendFileSync(path(), `${JSON.stringify(old)}\n`.repeat(5000));
  const large = statSync(path()).size;
  await write((writer) => send(writer, "second"));
  expect(statSync(path()).size).toBeLessThan(0.51 * large);
  expect(Object.keys(await start().write(fates))).not.toContain(String(number));
});

describe("a lease that another process has", () => {
  test("is waited for until the call is cancelled, and nothing is said of the disk", async () => {
    const { clock, start } = processes();
    const cancelled = new AbortController();
    const { log, write } = start({ signal: cancelled.signal });
    const holding = start().write(() => clock.sleep(30_000));
    void clock.sleep(1000).then(() => cancelled.abort());
    await expect(write(fates)).rejects.toThrow("the call was cancelled");
    await holding;
    expect(log).toEqual([]);
  });

  test("is lost to it after a pause, and what is sent then is refused", async () => {
    const { clock, start } = processes();
    await start().write(async (writer) => {
      clock.advance(LEASE_EXPIRY_MS);
      expect(writer.mayWrite()).toBe(false);
      await expect(send(writer, "late")).rejects.toThrow("this process was paused");
    });
  });
});

describe("a disk that did not answer", () => {
  test("is asked again once it does", async () => {
    const { clock, on, start } = processes();
    let answer = () => {};
    let flushes = 0;
    await on(
      (name, _, run) => {
        if (name !== "fdatasync") return run();
        flushes += 1;
        if (flushes > 1) return undefined;
        return new Promise<void>((resolve) => {
          answer = resolve;
        });
      },
      () =>
        start().write(async (writer) => {
          await send(writer, "first");
          await send(writer, "second");
          expect([flushes, clock.now()]).toEqual([1, LONGEST_FLUSH_MS]);
          answer();
          await setImmediate();
          await send(writer, "third");
          expect([flushes, clock.now()]).toEqual([2, LONGEST_FLUSH_MS]);
        }),
    );
  });
});
