import type { ProbeOutput } from "../../generated/outputs.ts";
import { sandboxDeployment } from "../../runtime/sandbox-deployment.ts";
import { createSandbox, demoSeed, SANDBOX_CREDENTIALS } from "../../sandbox/index.ts";
import type { SandboxBehaviour } from "../../sandbox/state.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { makeReport } from "./make-report.ts";
import { createSender, sendRequests } from "./send-requests.ts";

/** The report that the embedded Tempo with sample data gives. Nothing leaves the process. */
export async function probeSandbox(
  kind: Deployment["kind"],
  { clock, today, behaviour }: { clock: Clock; today: string; behaviour: Partial<SandboxBehaviour> },
): Promise<ProbeOutput> {
  const { fetch } = createSandbox(demoSeed(today), { behaviour });
  const connection = {
    deployment: sandboxDeployment(kind, SANDBOX_CREDENTIALS),
    options: { fetch, clock, timeout: 8000, rateLimiter: <Result>(send: () => Promise<Result>) => send() },
  };
  const { signal } = new AbortController();
  const exchanges = await sendRequests(createSender(connection, today, signal), connection);
  return makeReport({ deployment: kind, upstream: "sandbox", exchanges });
}
