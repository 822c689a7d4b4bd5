import { expect, test, vi } from "vitest";
import { approvalDetails } from "../../src/tempo/approval-fields.ts";

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
