import { describe, expect, test } from "vitest";
import { createWriters, nameOf } from "../../../src/state/writers.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import type { ReadRecord } from "../../../src/timesheet/ledger/records.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import { LATE_ANSWER_MS, SILENCE_MS, UNKNOWN_LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { keptLog } from "../../helpers/kept-log.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const ADA = { site: "https://acme.example.com", worker: "ada" };
const BO = { ...ADA, worker: "bo" };
const IDLE_MS = 600_000;

/** Writers whose leases are free unless `taken`, and each step that they take. */
function openWriters({ isKept = true, taken = false, records = [] as ReadRecord[] } = {}) {
  const clock = virtualClock();
  const steps: string[] = [];
  const log: string[] = [];
  const writers = createWriters(clock, keptLog(log), (name, owner) => {
    expect(name).toBe(nameOf(owner));
    steps.push(`open ${owner.worker}`);
    return {
      ledger: new Ledger(journalInMemory([...records]), clock),
      isKept,
      async acquire() {
        steps.push(`take ${owner.worker}`);
        if (taken) return undefined;
        return {
          mayWrite: () => steps.push(`check ${owner.worker}`) > 0,
          confirm: async () => void steps.push(`confirm ${owner.worker}`),
          release: async () => void steps.push(`release ${owner.worker}`),
        };
      },
    };
  });
  return {
    clock,
    log,
    steps,
    write(
      owner = ADA,
      { waitMs = 47_500, signal = new AbortController().signal, takes = 0, fails = false } = {},
    ) {
      return writers.run(owner, { signal, deadline: clock.now() + waitMs }, async (writer) => {
        steps.push(`write as ${owner.worker}`);
        writer.mayWrite();
        await writer.confirm();
        await clock.sleep(takes);
        if (fails) throw new Error("the write failed");
        return writer;
      });
    },
  };
}

const OF_ADA = ["write as ada", "check ada", "confirm ada", "release ada"];

describe("calls of a process", () => {
  test("of one user write one after the other, each with the lease", async () => {
    const { write, steps } = openWriters();
    await Promise.all([write(ADA, { takes: 1000 }), write()]);
    expect(steps).toEqual(["open ada", "take ada", ...OF_ADA, "take ada", ...OF_ADA]);
  });

  test("of two users write at once", async () => {
    const { write, clock } = openWriters();
    await Promise.all([write(ADA, { takes: 1000 }), write(BO, { takes: 1000 })]);
    expect(clock.now()).toBe(1000);
  });

  test("that wait for another one until their deadline send nothing, and say so", async () => {
    const { write, steps } = openWriters();
    const first = write(ADA, { takes: 60_000 });
    await expect(write(ADA, { waitMs: 5000 })).rejects.toThrow("another TempoFiller is posting for you");
    await first;
    expect(steps.filter((step) => step.startsWith("write"))).toHaveLength(1);
  });

  test("write nothing while another process has the lease", async () => {
    const { write, steps } = openWriters({ taken: true });
    await expect(write()).rejects.toThrow("another TempoFiller is posting for you");
    expect(steps).toEqual(["open ada", "take ada"]);
  });

  test("that fail release the lease", async () => {
    const { write, steps } = openWriters();
    await expect(write(ADA, { fails: true })).rejects.toThrow("the write failed");
    expect(steps).toEqual(["open ada", "take ada", ...OF_ADA]);
  });
});

describe("an answer that comes after its call", () => {
  test("is recorded in a turn of its own, after the calls that came before it", async () => {
    const { write, steps } = openWriters();
    const { later } = await write();
    const next = write(ADA, { takes: 1000 });
    await Promise.all([next, later(() => void steps.push("record"))]);
    const turns = ["take ada", ...OF_ADA, "take ada", ...OF_ADA, "take ada", "record", "release ada"];
    expect(steps).toEqual(["open ada", ...turns]);
  });

  test("is recorded although its user was dropped from memory meanwhile", async () => {
    const { write, steps, clock } = openWriters();
    const { later, ledger } = await write();
    await clock.sleep(IDLE_MS + 1);
    steps.length = 0;
    const known: Ledger[] = [];
    await later((now) => void known.push(now));
    expect(steps).toEqual(["open ada", "take ada", "release ada"]);
    expect([known.length, known.includes(ledger)]).toEqual([1, false]);
  });

  test("is given up after a while, which is said, and fails nothing", async () => {
    const { write, steps, log, clock } = openWriters();
    const { later } = await write();
    const long = write(ADA, { takes: LATE_ANSWER_MS + 1 });
    await later(() => void steps.push("record"));
    expect([clock.now(), steps.includes("record")]).toEqual([LATE_ANSWER_MS, false]);
    expect(log).toEqual([
      expect.stringMatching(
        /^warn: An answer of Tempo that came late could not be recorded: .*another TempoFiller is posting for you/,
      ),
    ]);
    await long;
  });
});

describe("the state of a user", () => {
  test.each<[what: string, isKept: boolean, idle: number, opened: number]>([
    ["is remembered for ten minutes without a call", true, IDLE_MS, 1],
    ["is read again after that", true, IDLE_MS + 1, 2],
    ["is remembered for ever if it is kept nowhere else", false, 100 * IDLE_MS, 1],
  ])("%s", async (_, isKept, idle, opened) => {
    const { write, steps, clock } = openWriters({ isKept });
    await write();
    await clock.sleep(idle);
    await write();
    expect(steps.filter((step) => step === "open ada")).toHaveLength(opened);
  });

  test("is remembered as long as a call goes on, and ten minutes from its end", async () => {
    const { write, steps, clock } = openWriters();
    const long = write(ADA, { takes: 2 * IDLE_MS, waitMs: 3 * IDLE_MS });
    await clock.sleep(IDLE_MS + 1);
    await write(BO);
    const next = write(ADA, { waitMs: 3 * IDLE_MS });
    await long;
    await next;
    await clock.sleep(IDLE_MS);
    await write();
    expect(steps.filter((step) => step.startsWith("open"))).toEqual(["open ada", "open bo"]);
  });

  test("has the same name in every version, and another one than that of other users", () => {
    const names = [ADA, BO, { ...ADA, site: "https://other.example.com" }, { site: "", worker: "" }].map(
      nameOf,
    );
    expect(names[0]).toBe("4fd0e8f46d28de2f");
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("a record that cannot be read", () => {
  const AGE_MS = 300;
  const LEFT_MS = SILENCE_MS + UNKNOWN_LIST_LAG_MS - AGE_MS;
  const unreadable = (at: number): ReadRecord => ({
    type: "unreadable",
    place: "line 2",
    at,
    mayBe: "request",
  });
  const sentJustNow = () => openWriters({ records: [unreadable(virtualClock().wallClock() - AGE_MS)] });

  test("is said once, although it is read again", async () => {
    const { write, log, clock } = openWriters({ records: [unreadable(0)] });
    await write();
    await clock.sleep(IDLE_MS + 1);
    await write();
    expect(log).toEqual(["warn: Part of the journal cannot be read, and is skipped: line 2"]);
  });

  test("is said together with others", async () => {
    const { write, log } = openWriters({ records: [unreadable(0), unreadable(0), unreadable(0)] });
    await write();
    expect(log).toEqual(["warn: Part of the journal cannot be read, and is skipped: line 2 and 2 more"]);
  });

  test("is waited for until lists show what it may have announced", async () => {
    const { write, clock } = sentJustNow();
    await write(ADA, { waitMs: LEFT_MS + 1 });
    expect(clock.now()).toBe(LEFT_MS);
  });

  test.each([LEFT_MS, LEFT_MS - 1, 1500])(
    "keeps a call from writing whose deadline is after %i ms",
    async (waitMs) => {
      const { write, clock, steps } = sentJustNow();
      await expect(write(ADA, { waitMs })).rejects.toThrow(
        "Not sent: a record of what was sent for you cannot be read, and until Tempo shows all of that, hours could be logged " +
          `twice. Send the same call again in ${Math.ceil(LEFT_MS / 1000)} seconds; what exists by then is not stored again.`,
      );
      expect([clock.now(), steps]).toEqual([0, ["open ada", "take ada", "release ada"]]);
    },
  );

  test("lets a call write whose deadline is just after that", async () => {
    const { write, steps } = sentJustNow();
    await write(ADA, { waitMs: LEFT_MS + 1 });
    expect(steps).toContain("write as ada");
  });

  test("keeps a call from writing that is cancelled meanwhile", async () => {
    const { write, clock, steps } = sentJustNow();
    const cancelled = new AbortController();
    void clock.sleep(1000).then(() => cancelled.abort());
    await expect(write(ADA, { waitMs: LEFT_MS + 1, signal: cancelled.signal })).rejects.toThrow(
      "the call was cancelled",
    );
    expect([clock.now(), steps]).toEqual([1000, ["open ada", "take ada", "release ada"]]);
  });
});
