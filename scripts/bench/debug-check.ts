import { checkReply } from "../../src/contract/replies.ts";
import type { GetWorklogsResponse } from "../../src/generated/responses.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { conformanceErrors } from "../../src/tempo/http/conformance.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import type { Section } from "./section.ts";
import { median } from "./statistics.ts";
import { ACCOUNT_ID, benchSeed } from "./upstream.ts";

const ROWS = 1000;
const RUNS = 50;

/** Measures the time that debug mode adds per 1,000 rows: it checks the reply, and the upstream response behind it. */
export async function measureDebugCheck(): Promise<Section> {
  const worklogs = Array.from({ length: ROWS }, (_, index) => ({
    id: String(1_290_000 + index),
    issueKey: "BENCH-1",
    issueSummary: "Task 1",
    date: "2026-01-05",
    hours: 0.5,
    comment: "Working on the login flow",
  }));
  const reply: GetWorklogsResponse = {
    startDate: "2026-01-05",
    endDate: "2026-01-05",
    worklogs,
    byIssue: [{ issueKey: "BENCH-1", issueSummary: "Task 1", totalHours: ROWS / 2, entryCount: ROWS }],
    summary: { totalHours: ROWS / 2, totalEntries: ROWS, uniqueIssues: 1 },
  };
  const text = JSON.stringify(reply);
  const answer = await answerOfTempo();
  const ofReply = await medianOf(() => checkReply("GetWorklogsResponse", JSON.parse(text)));
  const ofAnswer = await medianOf(() =>
    conformanceErrors("tempo", "GET", "/4/worklogs/user/{accountId}", answer.clone()),
  );
  return {
    title: `Debug mode's checks per ${ROWS.toLocaleString("en")} rows, medians of ${RUNS}`,
    columns: ["", "ms"],
    rows: [
      ["the reply, against the contract", ofReply],
      ["upstream's answer, against the OpenAPI slice", ofAnswer],
    ],
    missed: [],
  };
}

/** The sandbox's response with `ROWS` worklogs. */
async function answerOfTempo(): Promise<Response> {
  const worklogs = Array.from({ length: ROWS }, () => ({
    issueId: 20_000,
    accountId: ACCOUNT_ID,
    startDate: "2026-01-05",
    timeSpentSeconds: 1800,
    billableSeconds: 1800,
    description: "Working on the login flow",
  }));
  const sandbox = createSandbox(benchSeed(worklogs));
  let answer: Response | undefined;
  const timesheet = openTimesheet(sandboxDeployment("cloud", SANDBOX_CREDENTIALS), {
    clock: systemClock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
    async fetch(request) {
      const response = await sandbox.fetch(request);
      if (request.url.includes("/4/worklogs/user/")) answer = response.clone();
      return response;
    },
  });
  const scope = { signal: new AbortController().signal, deadline: systemClock.now() + 30_000 };
  const day = { startDate: "2026-01-05", endDate: "2026-01-05" };
  const { length } = await timesheet.getExistingWorklogs(day, scope);
  if (!answer || length !== ROWS) throw new Error(`the sandbox answered ${length} worklogs`);
  return answer;
}

async function medianOf(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < RUNS; round += 1) {
    const before = performance.now();
    await run();
    times.push(performance.now() - before);
  }
  return median(times);
}
