import { describe, expect, test } from "vitest";
import type { Database } from "../../../../src/team/database/connect.ts";
import { DatabaseError } from "../../../../src/team/database/database-error.ts";
import { createSharedRate } from "../../../../src/team/database/rate.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

const SITE = "https://example.atlassian.net";

/** The wait that the database answers with, none if it has no such site, or its failure. */
type Answer = number | "no site" | Error;

const AWAY = new DatabaseError("timeout");

/**
 * A replica, on the answers of a database in turn, the last one for all further ones.
 *
 * @param roundTrips the milliseconds that they take, in turn likewise
 */
function replica(answers: Answer[], requestsPerSecond = 5, roundTrips = [0]) {
  const clock = virtualClock();
  const start = clock.now();
  const asked: unknown[] = [];
  const lines: unknown[] = [];
  const left: number[] = [];
  const database = {
    async query(text: string, values: readonly unknown[]) {
      const [what = ""] = /^(UPDATE|INSERT INTO tempofiller\.rate( AS)?)/.exec(text) ?? [];
      asked.push([what.replace("INTO tempofiller.rate", ""), ...values]);
      if (what.startsWith("INSERT") && !what.endsWith("AS")) return [];
      await clock.sleep((roundTrips.length > 1 ? roundTrips.shift() : roundTrips[0]) ?? 0);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer === "no site" ? [] : [{ wait: answer }];
    },
  } as unknown as Database;
  const log = (...line: unknown[]) => void lines.push(line);
  const rate = createSharedRate({ database, clock, requestsPerSecond, log });
  const send = (person = "ada") =>
    rate.limiterFor(SITE, person)(async () => void left.push(clock.now() - start));
  return { clock, rate, send, asked, lines, left, answers };
}

const HALF = ["Requests leave at half the rate until the database answers", "warn"];
const RESERVE = ["UPDATE", SITE, 5, 60_000, 1100];

describe("a request leaves", () => {
  test("at the slot that the database reserves", async () => {
    const { send, left, asked } = replica([0, 300, -20]);
    for (let count = 0; count < 3; count += 1) await send();
    expect({ left, asked }).toEqual({ left: [0, 300, 300], asked: [RESERVE, RESERVE, RESERVE] });
  });

  test("once the database knows the site", async () => {
    const { send, left, asked } = replica(["no site", 200]);
    await send();
    expect({ left, asked }).toEqual({ left: [200], asked: [RESERVE, ["INSERT ", SITE], RESERVE] });
  });

  test("never, if something else is wrong", async () => {
    const { send, left } = replica([new TypeError("A bug")]);
    await expect(send()).rejects.toThrow("A bug");
    expect(left).toEqual([]);
  });
});

describe("a slot of a database that takes its time", () => {
  test.each<[title: string, roundTrips: number[], asked: number, left: number]>([
    ["is used if it always takes as long", [200, 200], 2, 400],
    ["is used if it takes a little longer than before", [200, 250], 2, 450],
    ["is left if it takes so long that the slot may have passed", [200, 260, 200], 3, 660],
    ["is used at last if no better one comes", [200, 400], 7, 2600],
  ])("%s", async (_, roundTrips, asked, second) => {
    const made = replica([0], 5, roundTrips);
    await made.send();
    await made.send();
    expect({ asked: made.asked.length, left: made.left }).toEqual({ asked, left: [200, second] });
  });

  test("is used again a while after the database has moved farther away", async () => {
    const { send, asked } = replica([0], 5, [5, 120]);
    for (let count = 0; count < 12; count += 1) await send();
    const before = asked.length;
    await send();
    expect({ before, after: asked.length }).toEqual({ before: 66, after: 67 });
  });
});

describe("while the database is away, requests leave", () => {
  test.each<[requestsPerSecond: number, left: number[]]>([
    [5, [2200, 2200, 3300, 3300]],
    [4, [2200, 2200, 3300, 3300]],
    [1, [2200, 3300, 4400, 5500]],
  ])(
    "at half the rate of %i a second, after what all may have reserved",
    async (requestsPerSecond, expected) => {
      const { send, left, lines } = replica([AWAY], requestsPerSecond);
      await Promise.all(["ada", "grace", "mary", "joan"].map(send));
      expect({ left, lines }).toEqual({ left: expected, lines: [HALF] });
    },
  );

  test("without asking it again for two seconds", async () => {
    const { send, asked, clock, answers, left } = replica([AWAY, 0]);
    const first = send("ada");
    await clock.sleep(1999);
    const second = send("grace");
    await clock.sleep(0);
    expect({ asked: asked.length, answers: answers.length }).toEqual({ asked: 1, answers: 1 });
    await clock.sleep(1);
    const third = send("mary");
    await Promise.all([first, second, third]);
    expect({ asked: asked.length, left }).toEqual({ asked: 2, left: [2000, 2200, 2200] });
  });

  test("by its slots once it answers, and it is said again when it is away again", async () => {
    const { send, clock, lines, left } = replica([AWAY, 0, AWAY]);
    await send();
    await send();
    await clock.sleep(5000);
    await send();
    expect(lines).toEqual([HALF, HALF]);
    expect(left).toEqual([2200, 2200, 9400]);
  });
});

describe("a pause", () => {
  test.each<[milliseconds: number, shared: number]>([
    [2000, 900],
    [55_000, 53_900],
    [3_600_000, 53_900],
  ])("of %i ms is shared, up to a limit", async (milliseconds, shared) => {
    const { rate, asked, clock } = replica([0]);
    rate.pause(SITE, milliseconds);
    await clock.sleep(0);
    expect(asked).toEqual([["INSERT  AS", SITE, 5, shared]]);
  });

  test("that the database does not take holds for this replica", async () => {
    const { rate, send, left, lines } = replica([AWAY]);
    rate.pause(SITE, 7000);
    await send();
    expect({ left, lines }).toEqual({ left: [9200], lines: [HALF] });
  });

  test("while the database is away is kept after the replica's own slots", async () => {
    const { rate, send, left } = replica([AWAY]);
    await send();
    rate.pause(SITE, 7000);
    await send();
    expect(left).toEqual([2200, 9200]);
  });
});
