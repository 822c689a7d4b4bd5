import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { memoizeAsync } from "../../src/tempo/memoize.ts";
import { CancelledError } from "../../src/timesheet/errors.ts";
import type { CallScope } from "../../src/timesheet/port.ts";

/** A load that ends when the test says so, and the signals of all that were started. */
function heldLoads() {
  const loads: { signal: AbortSignal; resolve(value: string): void; reject(error: Error): void }[] = [];
  const load = ({ signal }: CallScope) =>
    new Promise<string>((resolve, reject) => {
      loads.push({ signal, resolve, reject });
    });
  return { loads, memoized: memoizeAsync(load) };
}

function callScope() {
  const call = new AbortController();
  return { scope: { signal: call.signal, deadline: 0 }, cancel: () => call.abort() };
}

describe("calls that share a load", () => {
  test("load once, and keep what was loaded", async () => {
    const { loads, memoized } = heldLoads();
    const [first, second, later] = [callScope(), callScope(), callScope()];
    const both = Promise.all([memoized(first.scope), memoized(second.scope)]);
    loads[0]?.resolve("it");
    expect(await both).toEqual(["it", "it"]);
    later.cancel();
    expect(await memoized(later.scope)).toBe("it");
    expect(loads.length).toBe(1);
  });

  test("stop waiting at once when they are cancelled, and the others get their value", async () => {
    const { loads, memoized } = heldLoads();
    const [first, second] = [callScope(), callScope()];
    const cancelled = memoized(first.scope);
    const kept = memoized(second.scope);
    first.cancel();
    await expect(cancelled).rejects.toThrow(CancelledError);
    expect(loads[0]?.signal.aborted).toBe(false);
    loads[0]?.resolve("it");
    expect(await kept).toBe("it");
  });

  test("cut the load short when the last of them is cancelled, and the next call loads anew", async () => {
    const { loads, memoized } = heldLoads();
    const [first, second, next] = [callScope(), callScope(), callScope()];
    const both = Promise.allSettled([memoized(first.scope), memoized(second.scope)]);
    first.cancel();
    second.cancel();
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(loads[0]?.signal.aborted).toBe(true);
    const loaded = memoized(next.scope);
    loads[0]?.reject(new Error("aborted"));
    loads[1]?.resolve("it");
    expect(await loaded).toBe("it");
    expect(loads.length).toBe(2);
  });

  test("share one more load after a failure, which reaches the call that began the first", async () => {
    const { loads, memoized } = heldLoads();
    const failed = memoized(callScope().scope);
    const others = Promise.all([memoized(callScope().scope), memoized(callScope().scope)]);
    loads[0]?.reject(new Error("no"));
    await expect(failed).rejects.toThrow("no");
    await setImmediate();
    loads[1]?.resolve("it");
    expect(await others).toEqual(["it", "it"]);
    expect(loads.length).toBe(2);
  });
});
