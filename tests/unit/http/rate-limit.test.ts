import { describe, expect, test } from "vitest";
import {
  createDataCenterRateLimiters,
  createRateLimiter,
  rateLimited,
  tryAgain,
} from "../../../src/tempo/http/rate-limit.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { SERVICE, shown } from "./service.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each<[milliseconds: number | undefined, text: string]>([
  [undefined, "in a minute"],
  [60_000, "in a minute"],
  [60_001, "in about 2 minutes"],
  [90 * MINUTE, "in about 90 minutes"],
  [90 * MINUTE + 1, "in about 2 hours"],
  [48 * HOUR, "in about 48 hours"],
  [48 * HOUR + 1, "in about 3 days"],
  [364 * DAY + 1, "in about 365 days"],
  [1000 * DAY, "in about 365 days"],
])("a wait of %s ms is written with one unit: %s", (wait, text) => {
  expect(tryAgain(wait)).toBe(`Try again ${text}.`);
});

test("what is not sent for a rate limit says how long it lasts", () => {
  expect(shown(rateLimited(SERVICE, 7200_000))).toEqual({
    kind: "RateLimitedError",
    message: "Not sent: Tempo is rate-limiting requests (HTTP 429). Try again in about 2 hours.",
    httpStatus: 429,
    retryAfter: 7200_000,
  });
});

describe("at a time", () => {
  test.each([
    ["cloud", 3],
    ["datacenter", 4],
  ] as const)("%s is sent %i requests", async (kind, most) => {
    const limiter = createRateLimiter(kind, virtualClock());
    const waiting: (() => void)[] = [];
    const requests = Array.from({ length: 5 }, () =>
      limiter(() => new Promise<void>((resolve) => waiting.push(resolve))),
    );
    await expect.poll(() => waiting.length).toBe(most);
    for (let sent = 0; sent < requests.length; sent += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
    }
    await Promise.all(requests);
  });
});

test("Data Center is sent 4 requests of a user at a time, and 32 of all users of one server", async () => {
  const limiterOf = createDataCenterRateLimiters();
  const people = Array.from({ length: 10 }, (_, person) => ({ person, limiter: limiterOf() }));
  const waiting: { person: number; end: () => void }[] = [];
  const requests = people.flatMap(({ person, limiter }) =>
    Array.from({ length: 5 }, () =>
      limiter(() => new Promise<void>((end) => void waiting.push({ person, end }))),
    ),
  );
  await expect.poll(() => waiting.length).toBe(32);
  const ofEach = people.map(({ person }) => waiting.filter((one) => one.person === person).length);
  expect(ofEach).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 0, 0]);
  for (let sent = 0; sent < requests.length; sent += 1) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.end();
  }
  await Promise.all(requests);
});

test("cloud is sent at most five requests in any second, whenever the first of them left", async () => {
  const clock = virtualClock();
  const limiter = createRateLimiter("cloud", clock);
  const sentAt: number[] = [];
  const send = () => limiter(async () => void sentAt.push(clock.now()));
  await send();
  await clock.sleep(1000);
  await Promise.all(Array.from({ length: 10 }, send));
  expect(sentAt).toHaveLength(11);
  const inSecondBefore = (end: number) => sentAt.filter((time) => end - 1000 < time && time <= end).length;
  expect(Math.max(...sentAt.map(inSecondBefore))).toBe(5);
});
