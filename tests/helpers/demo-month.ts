import { showCalendar } from "../../src/cli/calendar/show-calendar.ts";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import { testContext } from "./server-context.ts";
import { virtualClock } from "./virtual-clock.ts";

export const TODAY = "2026-11-21";

interface Drawing {
  unit?: "month" | "week";
  period?: string;
  json?: boolean;
  width?: number;
  colour?: boolean;
  kind?: Deployment["kind"];
  seed?: SandboxSeed;
}

/** The embedded Tempo as of `TODAY`, in this process. */
export function embedded(
  seed: SandboxSeed = demoSeed(TODAY),
  kind: Deployment["kind"] = "cloud",
  upstream: (fetch: Fetch) => Fetch = (fetch) => fetch,
) {
  const { fetch, state } = createSandbox(seed);
  const clock = virtualClock();
  const timesheet = openTimesheet(sandboxDeployment(kind, SANDBOX_CREDENTIALS), {
    fetch: upstream(fetch),
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
  });
  return { server: { ...testContext(timesheet, clock), today: () => TODAY }, state };
}

/** The lines of a month or a week, drawn in this process as of a date. */
export async function drawCalendar({ kind = "cloud", seed, ...drawing }: Drawing = {}) {
  const { server, state } = embedded(seed, kind);
  const stored = state.worklogs.size;
  const lines: string[] = [];
  const { signal } = new AbortController();
  const print = (line: string) => lines.push(line);
  const usual = { unit: "month", period: undefined, json: false, width: 80, colour: false } as const;
  await showCalendar({ ...usual, ...drawing, signal, print }, server);
  if (state.worklogs.size !== stored) throw new Error("A calendar is drawn without writing.");
  return lines;
}
