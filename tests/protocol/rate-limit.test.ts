import { expect, test } from "vitest";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import { bulkPostWorklogs } from "../../src/tools/bulk-post-worklogs.ts";
import { runTool } from "../helpers/run-tool.ts";
import { seed } from "../helpers/seeds.ts";
import { testContext } from "../helpers/server-context.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

test("100 entries of 20 issues are stored at 5 requests a second, and none is rejected with 429", async () => {
  const clock = virtualClock();
  const issues = Array.from({ length: 20 }, (_, index) => ({
    id: 700 + index,
    key: `LIM-${index}`,
    summary: "",
  }));
  const sandbox = createSandbox(seed({ issues }));
  const times: number[] = [];
  let refused = 0;
  const timesheet = openTimesheet(sandboxDeployment("cloud", SANDBOX_CREDENTIALS), {
    clock,
    timeout: 30_000,
    fetch: (request) =>
      clock.work(async () => {
        if (!request.url.includes("/4/")) return sandbox.fetch(request);
        const now = clock.now();
        if (times.filter((time) => now - time < 1000).length >= 5) {
          refused += 1;
          return new Response("", { status: 429 });
        }
        times.push(now);
        return sandbox.fetch(request);
      }),
  });
  const worklogs = Array.from({ length: 100 }, (_, index) => ({
    issueKey: `LIM-${index % 20}`,
    hours: 0.25,
    date: `2026-01-${String(1 + Math.floor(index / 20)).padStart(2, "0")}`,
  }));
  const start = clock.now();
  const result = await runTool(bulkPostWorklogs, { worklogs }, testContext(timesheet, clock), {
    signal: new AbortController().signal,
    progress: () => {},
  });
  const end = clock.now();
  expect(result.structuredContent).toMatchObject({ summary: { succeeded: 100, failed: 0 } });
  expect({ stored: sandbox.state.worklogs.size, requests: times.length, refused }).toEqual({
    stored: 100,
    requests: 22,
    refused: 0,
  });
  // 22 requests at 5 a second: the last one may leave after 4 seconds.
  expect(end - start).toBeLessThan(1.25 * 4000);
});
