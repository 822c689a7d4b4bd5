import { describe, expect, test } from "vitest";
import { retry } from "../../src/tempo/http/client.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const ERROR = new Error("not yet");

/** Retries a request that succeeds on its third attempt, with waits of 1 s and 2 s, within 10 s. */
async function retried(options: { deadline?: number; isFinal?: boolean; signal?: AbortSignal }) {
  const clock = virtualClock();
  const { deadline = 10_000, signal = new AbortController().signal } = options;
  let attempts = 0;
  const delayAfter = (_: unknown, attempt: number) => (options.isFinal ? undefined : attempt * 1000);
  const result = await retry({ deadline, signal }, clock, delayAfter, async () => {
    attempts += 1;
    if (attempts < 3) throw ERROR;
    return "done";
  }).catch((error: unknown) => error);
  return { result, attempts, milliseconds: clock.now() };
}

describe("a retry", () => {
  test("waits after each failed attempt, and returns the first result", async () => {
    expect(await retried({})).toEqual({ result: "done", attempts: 3, milliseconds: 3000 });
  });

  test("throws a final failure at once", async () => {
    expect(await retried({ isFinal: true })).toEqual({ result: ERROR, attempts: 1, milliseconds: 0 });
  });

  test("leaves a second for the attempt after the wait, or is not made", async () => {
    expect(await retried({ deadline: 4001 })).toMatchObject({ result: "done", attempts: 3 });
    expect(await retried({ deadline: 4000 })).toEqual({ result: ERROR, attempts: 2, milliseconds: 1000 });
  });

  test("sends nothing more after the call was cancelled", async () => {
    expect(await retried({ signal: AbortSignal.abort() })).toEqual({
      result: ERROR,
      attempts: 1,
      milliseconds: 0,
    });
  });
});
