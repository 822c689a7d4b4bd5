import { expect, test, vi } from "vitest";
import { errorResult } from "../../src/server/error-result.ts";
import { approvalDetails } from "../../src/tempo/approval-fields.ts";
import { noChanges } from "../../src/timesheet/call-context.ts";

test.each([
  ["Europe/Berlin", "2026-12-01T23:30:00Z", "2026-12-02"],
  ["America/Los_Angeles", "2026-12-02T01:30:00Z", "2026-12-01"],
  ["America/Los_Angeles", "2026-12-02 01:30:00.000", "2026-12-02"],
  ["UTC", "2026-12-01T23:30:00.000+0100", "2026-12-01"],
  ["UTC", "soon", undefined],
  ["UTC", 1_767_369_600_000, undefined],
  ["UTC", null, undefined],
])("in %s, a timesheet that was changed at %j was changed on %s", (zone, changedAt, changedOn) => {
  vi.stubEnv("TZ", zone);
  expect(approvalDetails({ comment: undefined, changedAt }).changedOn).toBe(changedOn);
  vi.unstubAllEnvs();
});

test("an error after a submission says that the timesheet is submitted, or may be", () => {
  const changes = { ...noChanges(), submitted: ["2026-11-01"], possiblySubmitted: new Set(["2026-10-01"]) };
  const { content } = errorResult(new Error("Oh"), "submit_timesheet", changes);
  expect(content).toEqual([
    {
      type: "text",
      text: expect.stringMatching(
        /The timesheet from 2026-11-01 is submitted\. It is unknown whether the timesheet from 2026-10-01 is submitted\.$/,
      ),
    },
  ]);
});
