import { expect, test } from "vitest";
import { record, summaryOf } from "../../helpers/figures.ts";
import { mostWithin } from "../../unit/rate/most-within.ts";
import { postgresForFile } from "../database.ts";
import { isFull, startTeam } from "./team.ts";

const postgres = postgresForFile();

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };

test("many users at once on two replicas never send Tempo more than five requests in a second, and wait alike", {
  timeout: 600_000,
}, async () => {
  const people = isFull ? 200 : 60;
  const { tempo, one, other, call } = await startTeam(postgres(), { kind: "cloud", size: people });
  const replies = await Promise.all(
    tempo.members.map(({ headers }, index) =>
      call((index % 2 === 0 ? one : other).url, headers, "get_worklogs", WEEK),
    ),
  );
  const waits = replies.map(({ milliseconds }) => milliseconds);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  const times = [...tempo.tempoTimes].sort((first, second) => first - second);
  const most = mostWithin(times, 1000);
  const failed = replies.flatMap(({ isError, message }) => (isError ? message : []));
  record({
    row: 7,
    check: "requests to Tempo within any second, people at once on two replicas",
    figures: {
      people,
      requests: times.length,
      most,
      failed: failed.length,
      "longest wait by the mean": Math.max(...waits) / mean,
      ...summaryOf(waits),
    },
  });
  expect({ failed, most }).toEqual({ failed: [], most: 5 });
  // The last in a fair queue waits twice as long as the mean.
  expect(Math.max(...waits) / mean).toBeLessThan(isFull ? 2 : 2.2);
});
