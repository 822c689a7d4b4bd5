import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/runtime/clock.ts";
import { EvidenceError } from "../../../src/timesheet/draft/evidence.ts";
import { leastTime, longestSilence } from "../../helpers/processor-time.ts";
import { readFiles } from "./calendar.ts";
import { HOSTILE_CALENDARS, YEAR } from "./hostile-calendars.ts";

/** The longest silence that is allowed while a calendar is read, in milliseconds. */
const MOST = 250;

const silences: [what: string, silence: number][] = [];

afterAll(() => {
  const longest = silences.toSorted(([, a], [, b]) => b - a).slice(0, 10);
  const lines = longest.map(([what, silence]) => `  ${Math.round(silence)} ms: ${what}`);
  process.stdout.write(
    `The longest silences while ${silences.length} calendars were read:\n${lines.join("\n")}\n`,
  );
});

describe("other requests wait for less than 250 ms while a calendar is read with", () => {
  test.each(HOSTILE_CALENDARS)("%s", async (what, content) => {
    const bytes = content();
    const read = () =>
      readFiles({ "bad.ics": bytes }, { range: YEAR, context: { deadline: systemClock.now() + 1000 } }).catch(
        (error: unknown) => expect(error).toBeInstanceOf(EvidenceError),
      );
    const silence = await leastTime(MOST, () => longestSilence(read));
    silences.push([what, silence]);
    expect(silence).toBeLessThan(MOST);
  });
});
