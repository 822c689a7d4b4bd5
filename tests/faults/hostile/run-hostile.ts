import { monitorEventLoopDelay } from "node:perf_hooks";
import fc from "fast-check";
import { expect } from "vitest";
import { sandboxDeployment } from "../../../src/runtime/connection.ts";
import { createRedactor } from "../../../src/runtime/redaction.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import { tools } from "../../../src/tools/index.ts";
import { POST } from "../../helpers/inputs.ts";
import { leastTime, processorTimeSince } from "../../helpers/processor-time.ts";
import { runTool } from "../../helpers/run-tool.ts";
import { seed } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { hostileBody, hostileHeaders, SECRET, SPELLINGS } from "./hostile-bodies.ts";

const ARGUMENTS: Record<string, object> = {
  get_schedule: { startDate: "2026-01-05" },
  get_worklogs: { startDate: "2026-01-05", endDate: "2026-01-11" },
  post_worklog: POST,
  delete_worklog: { worklogId: "1290000" },
};

const STATUSES = [200, 200, 200, 201, 302, 400, 400, 401, 403, 404, 408, 409, 429, 500, 503];

/** The longest text of an error, in characters. */
const MAX_ERROR_LENGTH = 4000;

/** The most CPU time that a call may take with one body, in milliseconds: no pause of the event loop is longer. */
const MAX_CPU_MS = 200;

/** The shortest part of a secret that no output may show. */
const MIN_PART = 8;

const PARTS = new Set(
  SPELLINGS.flatMap((spelling) =>
    Array.from({ length: spelling.length - MIN_PART + 1 }, (_, start) =>
      spelling.slice(start, start + MIN_PART),
    ),
  ),
);

const redact = createRedactor([SECRET]);

const cases = fc.record({
  deployment: fc.constantFrom("cloud" as const, "datacenter" as const),
  tool: fc.constantFrom(...tools.filter(({ name }) => name in ARGUMENTS)),
  /** Which requests meet the body: Tempo's writes, all of Tempo's, or Jira's. */
  where: fc.constantFrom(/^(POST|DELETE) .*\/4\/worklogs(\/\d+)?$/, /\/4\/|\/rest\/tempo-/, /\/rest\/api\//),
  status: fc.constantFrom(...STATUSES),
  headers: hostileHeaders,
  body: hostileBody,
});

/**
 * Calls tools of an upstream with hostile responses. Whatever they hold, no part of the token comes out, errors have a bounded
 * length, and no call keeps the process busy.
 *
 * @returns the figures in a line, and the memory of this process
 */
export async function runHostile({ runs, seed: random }: { runs: number; seed: number }) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const most = { cpu: 0, memory: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async (hostile) => {
      let output = { shown: [""], isError: false };
      const cpu = await leastTime(MAX_CPU_MS, async () => {
        const before = process.cpuUsage();
        output = await outputOf(hostile);
        return processorTimeSince(before);
      });
      const { shown, isError } = output;
      most.cpu = Math.max(most.cpu, cpu);
      most.memory = Math.max(most.memory, process.memoryUsage.rss());
      expect(partsIn(shown.join("\n"))).toEqual([]);
      if (isError) expect(shown[0]?.length).toBeLessThan(MAX_ERROR_LENGTH);
      expect(shown.join("\n")).not.toMatch(/internal error|RangeError/);
    }),
    { numRuns: runs, seed: random },
  );
  delay.disable();
  expect(most.cpu).toBeLessThan(MAX_CPU_MS);
  const milliseconds = (value: number) => `${Math.round(value)} ms`;
  const megabytes = Math.round(most.memory / 1e6);
  const figures =
    `${runs} hostile bodies: at most ${milliseconds(most.cpu)} of CPU time in a call, ` +
    `${milliseconds(delay.max / 1e6)} between two turns of the event loop, ${megabytes} MB`;
  return { figures, megabytes };
}

type Case = typeof cases extends fc.Arbitrary<infer It> ? It : never;

/** Everything that a call puts out: the texts of its result, and the lines of the log. */
async function outputOf({ deployment, tool, where, status, headers, body }: Case) {
  const clock = virtualClock();
  const sandbox = createSandbox(seed());
  const fetch: Fetch = (request) =>
    clock.work(async () =>
      where.test(`${request.method} ${request.url}`)
        ? new Response(body, { status, headers: Object.entries(headers) })
        : sandbox.fetch(request),
    );
  const log: string[] = [];
  const timesheet = openTimesheet(sandboxDeployment(deployment, SANDBOX_CREDENTIALS), {
    fetch,
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
    redact,
    debug: (line) => log.push(redact(line)),
  });
  const server = testContext(timesheet, clock);
  const context = {
    ...server,
    // Few retries: they meet the same body.
    settings: { ...server.settings, budget: 2500 },
    redact,
    log: (line: string) => log.push(redact(line)),
  };
  const { signal } = new AbortController();
  const result = await runTool(tool, ARGUMENTS[tool.name] ?? {}, context, { signal });
  const texts = result.content.map((block) => (block.type === "text" ? block.text : ""));
  return { shown: [...texts, ...log], isError: result.isError === true };
}

/** The parts of the token in a text. */
function partsIn(text: string): string[] {
  const found = new Set<string>();
  for (let start = 0; start <= text.length - MIN_PART; start += 1) {
    const part = text.slice(start, start + MIN_PART);
    if (PARTS.has(part)) found.add(part);
  }
  return [...found];
}
