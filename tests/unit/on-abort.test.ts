import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { withTimeout } from "../../src/tempo/http/timeout.ts";
import { onAbort } from "../../src/timesheet/on-abort.ts";
import { whenAllowed } from "../../src/timesheet/rate.ts";

const never = () => new Promise<never>(() => {});

/** Collects Node's warnings during this test. */
function keepWarnings(): string[] {
  const warnings: string[] = [];
  const keep = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
  process.on("warning", keep);
  onTestFinished(() => void process.off("warning", keep));
  return warnings;
}

test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  [
    "their turn at the rate",
    (signal) => whenAllowed(never, { signal, deadline: 1_000_000_000 }, systemClock, never),
  ],
  [
    "their responses",
    (signal) => withTimeout(systemClock, 1_000_000_000, (request) => ended(request), signal),
  ],
  ["a pause to pass", (signal) => systemClock.sleep(1_000_000_000, signal)],
])(
  "30 requests of a call that wait for %s cause no warning, and end when it is cancelled",
  async (_, wait) => {
    const warnings = keepWarnings();
    const call = new AbortController();
    const requests = Array.from({ length: 30 }, () => wait(call.signal));
    await setImmediate();
    call.abort();
    await Promise.allSettled(requests);
    await setImmediate();
    expect(warnings).toEqual([]);
  },
);

const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => onAbort(signal, () => reject(signal.reason)));

test.each([
  ["once the signal aborts", false],
  ["at once if the signal has aborted", true],
])("a listener is called %s, and only then", (_, isAborted) => {
  const controller = new AbortController();
  if (isAborted) controller.abort();
  const listener = vi.fn();
  onAbort(controller.signal, listener);
  const before = listener.mock.calls.length;
  controller.abort();
  expect([before, listener.mock.calls.length]).toEqual([isAborted ? 1 : 0, 1]);
});

test("a listener that was removed is not called", () => {
  const controller = new AbortController();
  const listener = vi.fn();
  onAbort(controller.signal, listener)();
  controller.abort();
  expect(listener).not.toHaveBeenCalled();
});
