import { type HttpServer, serveOverHttp } from "../../src/cli/sandbox/http-server.ts";
import { createSandbox, SANDBOX_CREDENTIALS, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { seed } from "../../tests/helpers/seeds.ts";

/** An embedded Tempo behind HTTP on loopback, and the settings that lead a server to it. */
export interface Upstream {
  sandbox: Sandbox;
  settings: Record<string, string>;
  /** What was asked since the last call of this. */
  takeRequests(): Request[];
  close(): Promise<void>;
}

/** The issues that measurements book on: BENCH-0, BENCH-1, … */
export const ISSUES = Array.from({ length: 25 }, (_, index) => ({
  id: 20_000 + index,
  key: `BENCH-${index}`,
  summary: `Task ${index}`,
}));

export async function startUpstream(
  kind: Deployment["kind"],
  worklogs: Omit<SandboxWorklog, "id">[] = [],
): Promise<Upstream> {
  const sandbox = createSandbox(seed({ issues: ISSUES, worklogs }));
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
