import { expect, test } from "vitest";
import { describeRun, TABLE_HEAD, unsound } from "./check.ts";
import { play, type Scenario } from "./play.ts";

const TEMPOS: Pick<Scenario, "quirk" | "seconds">[] = [
  ...[25, 40, 75, 200].map((seconds) => ({ quirk: "slow-writes", seconds }) as const),
  ...[20, 40, 60].map((seconds) => ({ quirk: "late-writes", seconds }) as const),
];

const SCENARIOS: Scenario[] = TEMPOS.flatMap((tempo) =>
  (["cloud", "datacenter"] as const).flatMap((deployment) =>
    (["post_worklog", "bulk_post_worklogs"] as const).map((tool) => ({
      ...tempo,
      deployment,
      tool,
      within: 540_000,
    })),
  ),
);

const print = (line: string) => process.stdout.write(`${line}\n`);

test("however long Tempo takes, an entry is stored once, nothing is deleted, and every reply is true", async () => {
  const runs = await Promise.all(
    SCENARIOS.map(async (scenario) => {
      const run = await play(scenario);
      print(describeRun(run));
      return run;
    }),
  );
  print(["", ...TABLE_HEAD, ...runs.map(describeRun)].join("\n"));
  expect(unsound(runs)).toEqual([]);
});
