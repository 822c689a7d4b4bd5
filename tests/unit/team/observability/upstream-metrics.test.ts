import { expect, test } from "vitest";
import { withUpstreamMetrics } from "../../../../src/team/observability/upstream-metrics.ts";

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
