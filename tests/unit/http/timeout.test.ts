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
  const timers: (AbortSignal | undefined)[] = [];
  const clock = {
    ...virtualClock(),
    async sleep(_: number, signal?: AbortSignal) {
      timers.push(signal);
      await new Promise(() => {});
    },
  };
  const requests: AbortSignal[] = [];
  const result = await withTimeout(clock, 5000, (signal) => {
    requests.push(signal);
    return send();
  }).catch((error: unknown) => error);
  expect({
    result,
    timers: timers.map((signal) => signal?.aborted),
    requests: requests.map((signal) => signal.aborted),
  }).toEqual({ result: expected, timers: [true], requests: [false] });
});
