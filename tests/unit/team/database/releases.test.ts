import { describe, expect, test } from "vitest";
import type { Database } from "../../../../src/team/database/connect.ts";
import { DatabaseError } from "../../../../src/team/database/database-error.ts";
import { Releases } from "../../../../src/team/database/releases.ts";
import type { UnsavedRecord } from "../../../../src/team/database/statements.ts";
import type { JournalRecord } from "../../../../src/timesheet/ledger/records.ts";
import { DATABASE_RETRY_DELAY_MS, RELEASE_RETRIES_MS } from "../../../../src/timesheet/timeline.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

/** The wait before another try, by chance. */
const WAIT_MS = DATABASE_RETRY_DELAY_MS * 0.75;

const HOLDING = { name: "ada", holder: "h" };

const DONE: JournalRecord = { at: 0, type: "done", fates: [{ number: 1 }] };
const INTENT: JournalRecord = {
  ...{ at: 0, type: "intent", batch: 7 },
  intents: [{ number: 7, op: "status", period: "2026-01-01", from: "open", effect: "submitted" }],
};
const VOID: JournalRecord = { at: 0, type: "void", numbers: [7] };

type Answer = "held" | "lost" | "away";

/** Releases of a lease whose holder has recorded this, and the answers of the database in turn, the last one for all further ones. */
function releasing(
  recorded: readonly JournalRecord[],
  answers: readonly Answer[],
  state: "ready" | "away" = "ready",
) {
  const clock = { ...virtualClock(), random: () => 0.25 };
  const start = clock.now();
  const asked: string[] = [];
  const saved: unknown[] = [];
  const unsaved = recorded.map((record, index): UnsavedRecord => ({ number: index + 1, age: 0, record }));
  const database = {
    state: () => state,
    async query(text: string, [, , records]: readonly unknown[]) {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      const kinds = (JSON.parse(records as string) as UnsavedRecord[]).map(({ record }) => record.type);
      const what = text.includes("holder = NULL") ? "release" : "add";
      asked.push([clock.now() - start, what, ...kinds].join(" "));
      await clock.sleep(0);
      if (answer === "away") throw new DatabaseError("timeout");
      return [{ isHeld: what === "add" || answer === "held", before: "b", lastId: "12" }];
    },
  } as unknown as Database;
  const releases = new Releases(database, clock);
  const release = () =>
    releases.release(HOLDING, { unsaved: () => unsaved, saved: (...all) => saved.push(all) });
  return { releases, release, asked, saved, unsaved, clock };
}

describe("a release", () => {
  test.each<[what: string, recorded: JournalRecord[], answers: Answer[], asked: string[], saved: number[]]>([
    ["saves what was recorded", [INTENT, VOID, DONE], ["held"], ["0 release intent void done"], [3]],
    ["saves nothing if nothing was recorded", [], ["held"], ["0 release"], []],
    [
      "of a lost lease adds what became of requests",
      [INTENT, DONE],
      ["lost"],
      ["0 release intent done", "0 add done"],
      [],
    ],
    ["of a lost lease adds no requests", [INTENT], ["lost"], ["0 release intent"], []],
    [
      "that fails is made again, until the database answers",
      [VOID],
      ["away", "away", "held"],
      ["0 release void", "0 release void", `${WAIT_MS} release void`],
      [],
    ],
  ])("%s", async (_, recorded, answers, asked, saved) => {
    const it = releasing(recorded, answers);
    await it.release();
    await it.clock.sleep(2 * DATABASE_RETRY_DELAY_MS);
    const addition = { addition: expect.any(String), before: "b", lastId: "12" };
    expect({ asked: it.asked, saved: it.saved }).toEqual({
      asked,
      saved: saved.map((number) => [number, addition]),
    });
    expect(it.releases.attempt("ada")).toBe(undefined);
  });

  test.each<[what: string, recorded: JournalRecord[], waits: boolean]>([
    ["waits until anything but what took effect is saved", [DONE, VOID], true],
    ["does not wait to save that entries are done", [DONE], false],
    ["does not wait if there is nothing to save", [], false],
  ])("%s", async (_, recorded, waits) => {
    const { release, releases } = releasing(recorded, ["held"]);
    await release();
    expect(releases.attempt("ada") === undefined).toBe(waits);
    await releases.attempt("ada");
    expect(releases.attempt("grace")).toBe(undefined);
  });

  test("waits for no database that is known to be away, and counts nothing as saved", async () => {
    const { release, releases, asked, saved, clock } = releasing([VOID], ["held"], "away");
    await release();
    expect(releases.attempt("ada")).toBe(undefined);
    await clock.sleep(1000);
    expect({ asked, saved }).toEqual({ asked: ["0 release void"], saved: [] });
  });

  test("is tried for a minute", async () => {
    const { releases, asked, clock } = releasing([], ["away"]);
    releases.retry(HOLDING, []);
    await clock.sleep(2 * RELEASE_RETRIES_MS);
    expect(asked).toHaveLength(RELEASE_RETRIES_MS / WAIT_MS);
    expect(asked.at(-1)).toBe(`${RELEASE_RETRIES_MS - WAIT_MS} release`);
  });
});

test("closing ends retries, also of a release that fails meanwhile, each after one more try", async () => {
  const { release, releases, asked, clock } = releasing([DONE], ["away"]);
  releases.retry(HOLDING, []);
  await clock.sleep(100);
  await release();
  await releases.close();
  expect(asked).toEqual(["0 release", "100 release done", "100 release done"]);
});
