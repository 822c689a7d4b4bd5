import { describe, expect, test } from "vitest";
import { createAttemptLimit } from "../../../../src/team/auth/attempts.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

describe("the limit of failed credentials", () => {
  test("blocks a key from its 20th failure within a minute until that minute is over, and no other key", () => {
    const clock = virtualClock();
    const { isBlocked, record } = createAttemptLimit({ clock });
    for (let failure = 0; failure < 19; failure++) record("192.0.2.1");
    expect(isBlocked("192.0.2.1")).toBeUndefined();
    clock.advance(20_500);
    record("192.0.2.1");
    expect([isBlocked("192.0.2.1"), isBlocked("192.0.2.2")]).toEqual([40, undefined]);
    clock.advance(39_499);
    expect(isBlocked("192.0.2.1")).toBe(1);
    clock.advance(1);
    expect(isBlocked("192.0.2.1")).toBeUndefined();
  });

  test("begins a new minute with the next failure after one", () => {
    const clock = virtualClock();
    const { isBlocked, record } = createAttemptLimit({ clock, perMinute: 2 });
    record("key");
    clock.advance(60_000);
    record("key");
    expect(isBlocked("key")).toBeUndefined();
    record("key");
    expect(isBlocked("key")).toBe(60);
  });

  test("is not made longer by further failures", () => {
    const clock = virtualClock();
    const { isBlocked, record } = createAttemptLimit({ clock, perMinute: 1 });
    record("key");
    clock.advance(59_000);
    record("key");
    expect(isBlocked("key")).toBe(1);
  });

  test("keeps so many keys at most: the older half goes first", () => {
    const clock = virtualClock();
    const { isBlocked, record } = createAttemptLimit({ clock, perMinute: 1, maxKeys: 4 });
    const kept = () => [..."abcdef"].filter((key) => isBlocked(key) !== undefined).join("");
    for (const key of "abcd") record(key);
    expect(kept()).toBe("abcd");
    for (const key of "abc") record(key);
    expect(kept()).toBe("abcd");
    record("e");
    expect(kept()).toBe("cde");
    record("f");
    expect(kept()).toBe("cdef");
  });

  test("takes a million keys, and keeps 10,000 at most", () => {
    const clock = virtualClock();
    const { isBlocked, record } = createAttemptLimit({ clock, perMinute: 1 });
    for (let key = 0; key < 1_000_001; key++) record(`key ${key}`);
    const kept = Array.from({ length: 20_000 }, (_, key) => isBlocked(`key ${980_001 + key}`) !== undefined);
    expect(kept.lastIndexOf(false)).toBe(14_998);
    expect(kept.indexOf(true)).toBe(14_999);
  });
});
