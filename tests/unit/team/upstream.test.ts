import { expect, test } from "vitest";
import { pauseOf, withUpstreamMetrics } from "../../../src/team/upstream.ts";

test.each([
  ["names no time", undefined, 1000],
  ["names a time", 7000, 7000],
  ["names a time longer than a call takes", 3_600_000, 50_000],
])("all users wait after a 429 of Tempo that %s", (_, wait, milliseconds) => {
  const pauses: [site: string, milliseconds: number][] = [];
  const pause = (site: string, time: number) => void pauses.push([site, time]);
  pauseOf({ pause }, "https://team.atlassian.net")(wait);
  expect(pauses).toEqual([["https://team.atlassian.net", milliseconds]]);
});

test("requests are counted by status, and those without a response as failed", async () => {
  const counted: string[] = [];
  const answers = [
    () => new Response("{}"),
    () => new Response("", { status: 429 }),
    () => {
      throw new Error("connection reset");
    },
  ];
  const results: unknown[] = [];
  for (const answer of answers) {
    const send = withUpstreamMetrics(async () => answer(), { upstream: (status) => counted.push(status) });
    const sent = send(new Request("https://api.tempo.io/4/worklogs"));
    results.push(
      await sent.then(
        ({ status }) => status,
        ({ message }: Error) => message,
      ),
    );
  }
  expect({ results, counted }).toEqual({
    results: [200, 429, "connection reset"],
    counted: ["200", "429", "failed"],
  });
});
