import { expect, test } from "vitest";
import { unsound } from "../late/check.ts";
import { play, type Scenario } from "../late/play.ts";

const SHORT = { seconds: 7, budget: 4000, pause: 1500, within: 25_000 };

const SCENARIOS: Scenario[] = [
  { ...SHORT, deployment: "cloud", quirk: "slow-writes", tool: "post_worklog" },
  { ...SHORT, deployment: "datacenter", quirk: "slow-writes", tool: "bulk_post_worklogs" },
  { ...SHORT, deployment: "cloud", quirk: "late-writes", tool: "bulk_post_worklogs" },
  { ...SHORT, deployment: "datacenter", quirk: "late-writes", tool: "post_worklog" },
];

// `npm run test:long` has the long times.
test("an entry that Tempo stores after its call has ended is stored once, and the repeated call says so", async () => {
  const runs = await Promise.all(SCENARIOS.map(play));
  expect(unsound(runs)).toEqual([]);
  // The first call of each ended before Tempo had stored anything.
  expect(runs.flatMap(({ replies }) => replies[0]?.rows.filter(({ success }) => success))).toEqual([]);
}, 60_000);
