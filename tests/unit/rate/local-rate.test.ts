import { describe, expect, test } from "vitest";
import {
  createLocalRate,
  RATE_INTERVAL_MS,
  SITE_CONCURRENCY,
  whenAllowed,
} from "../../../src/timesheet/rate.ts";
import { type VirtualClock, virtualClock } from "../../helpers/virtual-clock.ts";
import { mostWithin } from "./most-within.ts";

const SITE = "https://example.atlassian.net";

function setUp(clock: VirtualClock = virtualClock(), requestsPerSecond = 5) {
  const rate = createLocalRate({ clock, requestsPerSecond });
  const left: { person: string; at: number }[] = [];
  const send = (person: string, site = SITE) =>
    rate.limiterFor(site, person)(async () => void left.push({ person, at: clock.now() }));
  return { clock, rate, left, send };
}

const times = (count: number, run: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, run));

describe("the rate of a site", () => {
  test("has at most so many requests in any interval, and wastes none of them", async () => {
    const { clock, left, send } = setUp();
    await send("ada");
    await clock.sleep(1000);
    await times(20, () => send("ada"));
    const at = left.map((request) => request.at);
    expect(mostWithin(at, RATE_INTERVAL_MS)).toBe(5);
    expect(at.at(-1)).toBe(4 * RATE_INTERVAL_MS);
  });

  test("is another site's business not at all", async () => {
    const { left, send } = setUp();
    await Promise.all([times(5, () => send("ada")), times(5, () => send("ada", "https://other.example"))]);
    expect(left.map(({ at }) => at)).toEqual(Array.from({ length: 10 }, () => 0));
  });

  test("is shared by turns: one request does not wait for another user's batch", async () => {
    const { left, send } = setUp();
    await Promise.all([times(30, () => send("ada")), times(2, () => send("grace")), send("edsger")]);
    const orderOf = (person: string) =>
      left.flatMap((request, index) => (request.person === person ? [index] : []));
    expect(Math.max(...orderOf("edsger"))).toBeLessThanOrEqual(2 * SITE_CONCURRENCY);
    expect(Math.max(...orderOf("grace"))).toBeLessThanOrEqual(3 * SITE_CONCURRENCY);
  });

  test("lets three requests run at a time", async () => {
    const { clock, rate } = setUp();
    let running = 0;
    let most = 0;
    await times(9, () =>
      rate.limiterFor(
        SITE,
        "ada",
      )(async () => {
        running += 1;
        most = Math.max(most, running);
        await clock.sleep(3000);
        running -= 1;
      }),
    );
    expect(most).toBe(SITE_CONCURRENCY);
  });

  test("goes on after a request that fails, which fails for its caller", async () => {
    const { rate, send } = setUp();
    const failing = rate.limiterFor(SITE, "ada")(() => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    await times(10, () => send("ada"));
  });

  test("is paused, also for what had a slot", async () => {
    const { clock, left, rate, send } = setUp();
    const sent = times(8, () => send("ada"));
    await clock.sleep(500);
    rate.pause(SITE, 10_000);
    await sent;
    const at = left.map((request) => request.at);
    expect(at.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(Math.min(...at.slice(5))).toBeGreaterThanOrEqual(10_500);
    expect(mostWithin(at, RATE_INTERVAL_MS)).toBe(5);
  });

  test("is kept by a process that wakes late", async () => {
    const clock = virtualClock();
    let lateness = 400;
    const late: VirtualClock = {
      ...clock,
      async sleep(milliseconds, signal) {
        await clock.sleep(milliseconds, signal);
        clock.advance(lateness);
        lateness = 0;
      },
    };
    const { left, send } = setUp(late);
    await times(20, () => send("ada"));
    expect(
      mostWithin(
        left.map(({ at }) => at),
        RATE_INTERVAL_MS,
      ),
    ).toBe(5);
  });
});

describe("a call that gives up before its turn", () => {
  const scope = { deadline: 500, signal: new AbortController().signal };

  test("uses no slot of those that come later", async () => {
    const { clock, left, rate, send } = setUp();
    await times(5, () => send("ada"));
    const started: string[] = [];
    const given = times(50, () =>
      whenAllowed(rate.limiterFor(SITE, "grace"), scope, clock, async () => void started.push("grace")),
    );
    await expect(given).rejects.toThrow("the call's time ran out");
    expect(clock.now()).toBe(500);
    await times(5, () => send("edsger"));
    expect(started).toEqual([]);
    // Some of the fifty had reserved a slot.
    expect(Math.max(...left.map(({ at }) => at))).toBeLessThanOrEqual(3 * RATE_INTERVAL_MS);
  });

  test("hears so in time, though others use the rate for long, and takes no other user's turn", async () => {
    const { clock, left, rate, send } = setUp();
    const others = Promise.all(Array.from({ length: 50 }, (_, person) => send(`person ${person}`)));
    const waiting = whenAllowed(rate.limiterFor(SITE, "grace"), scope, clock, () => send("grace"));
    await expect(waiting).rejects.toThrow("the call's time ran out");
    expect(clock.now()).toBe(500);
    await others;
    expect(left).toHaveLength(50);
    expect(Math.max(...left.map(({ at }) => at))).toBe(9 * RATE_INTERVAL_MS);
  });
});
