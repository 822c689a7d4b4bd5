import { expect, test } from "vitest";
import { withUpstreamMetrics } from "../../../../src/team/observability/upstream-metrics.ts";

const TEMPO = "https://api.tempo.io/4/worklogs";
const JIRA = "https://team.atlassian.net/rest/api/3/myself";

/** The counts and the pauses after a request. */
async function after(url: string, answer: () => Response) {
  const counted: string[] = [];
  const pauses: [site: string, milliseconds: number][] = [];
  const send = withUpstreamMetrics(async () => answer(), {
    metrics: { upstream: (status) => counted.push(status) },
    rate: {
      limiterFor: () => (start) => start(),
      pause: (site, milliseconds) => pauses.push([site, milliseconds]),
    },
    site: "https://team.atlassian.net",
    limitedOrigin: "https://api.tempo.io",
  });
  const response = await send(new Request(url)).catch((error: Error) => error.message);
  return { response: response instanceof Response ? response.status : response, counted, pauses };
}

const tooMany =
  (headers: Record<string, string> = {}) =>
  () =>
    new Response("", { status: 429, headers });

test.each([
  ["names no time", undefined, 1000],
  ["names a time", { "retry-after": "7" }, 7000],
  ["names a time that is no number of seconds", { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }, 1000],
  ["names a time longer than a call takes", { "retry-after": "3600" }, 50_000],
])("all users wait after a 429 of Tempo that %s", async (_, headers, milliseconds) => {
  expect(await after(TEMPO, tooMany(headers))).toEqual({
    response: 429,
    counted: ["429"],
    pauses: [["https://team.atlassian.net", milliseconds]],
  });
});

test("no user waits after a 429 of Jira, which limits each user", async () => {
  expect(await after(JIRA, tooMany())).toEqual({ response: 429, counted: ["429"], pauses: [] });
});

test("requests are counted by status, and those without a response as failed", async () => {
  expect(await after(TEMPO, () => new Response("{}"))).toEqual({
    response: 200,
    counted: ["200"],
    pauses: [],
  });
  const fails = () => {
    throw new Error("connection reset");
  };
  expect(await after(TEMPO, fails)).toEqual({
    response: "connection reset",
    counted: ["failed"],
    pauses: [],
  });
});
