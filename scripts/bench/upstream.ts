import { type HttpServer, serveOverHttp } from "../../src/cli/sandbox/http-server.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { createSandbox, SANDBOX_CREDENTIALS, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";

/** A sandbox behind HTTP on loopback, and the settings for it. */
export interface Upstream {
  sandbox: Sandbox;
  settings: Record<string, string>;
  /** The requests since the last call of this. */
  takeRequests(): Request[];
  close(): Promise<void>;
}

/** The issues that measurements log time on: BENCH-0, BENCH-1, … */
export const ISSUES = Array.from({ length: 25 }, (_, index) => ({
  id: 20_000 + index,
  key: `BENCH-${index}`,
  summary: `Task ${index}`,
}));

const SEED = demoSeed("2026-01-15");

/** The user who owns the token. */
export const ACCOUNT_ID = SEED.me.accountId;

/** A Tempo with these issues and worklogs. */
export function benchSeed(worklogs: SandboxSeed["worklogs"]): SandboxSeed {
  return { ...SEED, holidays: [], issues: ISSUES, activity: [], worklogs };
}

export async function startUpstream(
  kind: Deployment["kind"],
  worklogs: SandboxSeed["worklogs"] = [],
  further: Partial<SandboxSeed> = {},
): Promise<Upstream> {
  const sandbox = createSandbox({ ...benchSeed(worklogs), ...further });
  const requests: Request[] = [];
  const server: HttpServer = await serveOverHttp((request) => {
    requests.push(request.clone());
    return sandbox.fetch(request);
  });
  const { tempoToken, jiraEmail, jiraToken, personalAccessToken } = SANDBOX_CREDENTIALS;
  const { address } = server;
  return {
    sandbox,
    settings:
      kind === "cloud"
        ? {
            TEMPO_API_URL: address,
            TEMPO_API_TOKEN: tempoToken,
            JIRA_BASE_URL: address,
            JIRA_EMAIL: jiraEmail,
            JIRA_API_TOKEN: jiraToken,
          }
        : { TEMPO_BASE_URL: address, TEMPO_PAT: personalAccessToken },
    takeRequests: () => requests.splice(0),
    close: server.close,
  };
}
