import type { VariableName } from "../../config/variable-names.ts";
import { systemClock, today } from "../../runtime/clock.ts";
import { createSandbox, demoSeed, SANDBOX_CREDENTIALS } from "../../sandbox/index.ts";
import type { SandboxSeed } from "../../sandbox/state.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { addDays, datesOfMonth } from "../../timesheet/dates.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { onAbort } from "../../timesheet/on-abort.ts";
import { guardRequests } from "./guard-requests.ts";
import { type HttpServer, serveOverHttp } from "./http-server.ts";
import { withJsonErrors } from "./json-errors.ts";
import { behaviourOf } from "./quirks.ts";
import { withStartPage } from "./start-page.ts";

interface SandboxServerOptions {
  /** The text of `--port`; 0 means any free port. */
  port: string;
  /** Names of quirks; none unless given. */
  quirks?: readonly string[];
  print(text: string): void;
  debug?: ((line: string) => void) | undefined;
}

/** @throws InvalidInputError if the port is invalid or in use, or a quirk is unknown */
export async function serveSandbox({ port, quirks = [], print, debug }: SandboxServerOptions): Promise<void> {
  const end = new AbortController();
  process.once("SIGINT", () => end.abort());
  process.once("SIGTERM", () => end.abort());
  const seed = demoSeed(today());
  const { fetch } = createSandbox(seed, {
    behaviour: {
      // A slow write does not keep the process from ending.
      clock: { ...systemClock, sleep: (milliseconds) => systemClock.sleep(milliseconds, end.signal) },
      ...behaviourOf(quirks),
    },
  });
  const handle = withStartPage(withJsonErrors(fetch), () => ({
    example: exampleRequest(server.address, seed),
    authorization: AUTHORIZATION,
  }));
  const server = await listen(debug ? withRequestLog(handle, debug) : handle, port);
  print(welcome(server.address, seed));
  await new Promise<void>((resolve) => onAbort(end.signal, resolve));
  await server.close();
}

async function listen(handle: Fetch, text: string): Promise<HttpServer> {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidInputError(
      `--port takes a number from 0 to 65535, not '${text}'; 0 means any free port.`,
    );
  }
  try {
    const guarded = guardRequests(handle, () => Number(new URL(server.address).port || 80));
    const server = await serveOverHttp(guarded, port);
    return server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === "EADDRINUSE" ? "is in use" : `is not available (${code})`;
    throw new InvalidInputError(
      `Port ${port} ${problem}. Choose another, or omit --port to use any free port.`,
    );
  }
}

function withRequestLog(handle: Fetch, debug: (line: string) => void): Fetch {
  return async (request) => {
    const response = await handle(request);
    const { pathname, search } = new URL(request.url);
    debug(`${request.method} ${pathname}${search} ${response.status}`);
    return response;
  };
}

type Settings = { [Name in VariableName]?: string };

function lines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `  ${name}=${value}`)
    .join("\n");
}

const AUTHORIZATION = {
  tempo: `Bearer ${SANDBOX_CREDENTIALS.tempoToken}`,
  jiraCloud: `Basic, as ${SANDBOX_CREDENTIALS.jiraEmail}:${SANDBOX_CREDENTIALS.jiraToken}`,
  dataCenter: `Bearer ${SANDBOX_CREDENTIALS.personalAccessToken}`,
};

/** Shows a worklog that is there: on the first of a month, those of the month before. */
function exampleRequest(address: string, { today, me }: SandboxSeed): string {
  const { startDate, endDate } = datesOfMonth(addDays(today, -7).slice(0, 7));
  const query = `from=${startDate}&to=${endDate}&limit=1`;
  return `curl -H "Authorization: ${AUTHORIZATION.tempo}" "${address}/4/worklogs/user/${me.accountId}?${query}"`;
}

function welcome(address: string, seed: SandboxSeed): string {
  const { tempoToken, jiraEmail, jiraToken, personalAccessToken } = SANDBOX_CREDENTIALS;
  const cloud: Settings = {
    TEMPO_API_URL: address,
    TEMPO_API_TOKEN: tempoToken,
    JIRA_BASE_URL: address,
    JIRA_EMAIL: jiraEmail,
    JIRA_API_TOKEN: jiraToken,
    ATLASSIAN_API_URL: address,
  };
  const dataCenter: Settings = { TEMPO_BASE_URL: address, TEMPO_PAT: personalAccessToken };
  return `The sandbox (Tempo and Jira with sample data) answers at ${address} until you press Ctrl-C. It keeps nothing after that.

Settings for Tempo Cloud
${lines(cloud)}

Settings for Tempo on Jira Data Center
${lines(dataCenter)}

Use either set: same data. The tokens work nowhere else.
To set it up in a host, such as Cursor, as a profile of its own:
  printf '%s\\n' ${Object.entries(dataCenter)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ")} | tempofiller setup --name sandbox --yes --tokens - --host cursor
${address}/ lists the operations. Try it: ${exampleRequest(address, seed)}
`;
}
