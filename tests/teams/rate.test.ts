import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { createSharedRate } from "../../src/team/database/rate.ts";
import { mostWithin } from "../unit/rate/most-within.ts";
import { migratedDatabase, opened, postgresForFile } from "./database.ts";

const postgres = postgresForFile();
const SITE = "https://example.atlassian.net";

/** Two replicas on the real clock: a slot is a moment of the database's. */
async function twoRates() {
  const url = await migratedDatabase(postgres());
  const left: { person: string; at: number }[] = [];
  const replica = () => {
    const database = opened(url);
    const rate = createSharedRate({ database, clock: systemClock, requestsPerSecond: 5, log() {} });
    const send = (person: string) =>
      rate.limiterFor(SITE, person)(async () => void left.push({ person, at: performance.now() }));
    return { rate, send };
  };
  return { database: opened(url), left, one: replica(), other: replica() };
}

const times = (count: number, run: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

describe("the rate of a site over two replicas", () => {
  test("leaves one request of a user no worse behind a batch of another replica", async () => {
    const { left, one, other } = await twoRates();
    const since = performance.now();
    const batch = times(20, () => one.send("ada"));
    await other.send("grace");
    expect(performance.now() - since).toBeLessThan(2500);
    await batch;
    expect(left).toHaveLength(21);
  });

  test("is paused for both", async () => {
    const { left, one, other } = await twoRates();
    await one.send("ada");
    const since = performance.now();
    one.rate.pause(SITE, 2000);
    await systemClock.sleep(50);
    await Promise.all([times(3, () => one.send("ada")), times(3, () => other.send("grace"))]);
    const at = left.slice(1).map((request) => request.at - since);
    expect(Math.min(...at)).toBeGreaterThan(1990);
    expect(Math.max(...at)).toBeLessThan(3900);
    expect(mostWithin(at, 1000)).toBeLessThanOrEqual(5);
  });

  test("starts anew if the clock of the database was set back by an hour", async () => {
    const { database, one } = await twoRates();
    await times(5, () => one.send("ada"));
    await database.query(
      "UPDATE tempofiller.rate SET slots = array_fill(clock_timestamp() + interval '1 hour', ARRAY[5])",
    );
    const since = performance.now();
    await one.send("ada");
    expect(performance.now() - since).toBeLessThan(500);
  });
});
