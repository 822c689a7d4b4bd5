import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { withTimeout } from "../../../src/tempo/http/timeout.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

test("a request that does not end in time fails, and is aborted for that reason", async () => {
  const clock = virtualClock();
  let aborted: unknown;
  const failure = await withTimeout(clock, 5000, (signal) => {
    signal.addEventListener("abort", () => {
      aborted = signal.reason;
    });
    return new Promise(() => {});
  }).catch((error: unknown) => error);
  expect({ failure, at: clock.now() }).toEqual({
    failure: new DOMException("No response in time", "TimeoutError"),
    at: 5000,
  });
  expect(failure).toMatchObject({ name: "TimeoutError" });
  expect(aborted).toBe(failure);
});

test.each([
  ["a success", async () => "done", "done"],
  ["a failure", () => Promise.reject("lost"), "lost"],
])("after %s, no timer is left and nothing is aborted", async (_, send, expected) => {
  const clock = virtualClock();
  const timers: (AbortSignal | undefined)[] = [];
  const watched = {
    ...clock,
    sleep(milliseconds: number, signal?: AbortSignal) {
      timers.push(signal);
      return clock.sleep(milliseconds, signal);
    },
  };
  const requests: AbortSignal[] = [];
  const result = await withTimeout(watched, 5000, (signal) => {
    requests.push(signal);
    return send();
  }).catch((error: unknown) => error);
  await setImmediate();
  expect({
    result,
    timers: timers.map((signal) => signal?.aborted),
    requests: requests.map((signal) => signal.aborted),
  }).toEqual({ result: expected, timers: [true], requests: [false] });
});

test("a request is aborted if its caller cancels, before or after it was sent", async () => {
  const caller = new AbortController();
  const reasons: unknown[] = [];
  const send = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const end = () => {
        reasons.push(signal.reason);
        reject(signal.reason);
      };
      if (signal.aborted) end();
      signal.addEventListener("abort", end);
    });
  const sent = withTimeout(virtualClock(), 5000, send, caller.signal);
  caller.abort("cancelled");
  await expect(sent).rejects.toBe("cancelled");
  await expect(withTimeout(virtualClock(), 5000, send, caller.signal)).rejects.toBe("cancelled");
  expect(reasons).toEqual(["cancelled", "cancelled"]);
});
