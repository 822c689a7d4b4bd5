import { isLoopback } from "../../config/url.ts";
import type { VariableName } from "../../config/variable-names.ts";
import { operations } from "../../generated/operations.ts";
import { systemClock, today } from "../../runtime/clock.ts";
import { createSandbox, demoSeed, SANDBOX_CREDENTIALS } from "../../sandbox/index.ts";
import { type Api, findRoute } from "../../sandbox/routes.ts";
import type { SandboxSeed } from "../../sandbox/state.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { toUrl } from "../../text/url.ts";
import { addDays, datesOfMonth } from "../../timesheet/dates.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { onAbort } from "../../timesheet/on-abort.ts";
import { machineZone } from "../../timesheet/zones.ts";
import { columns } from "../lines.ts";
import { type HttpServer, serveOverHttp } from "./http-server.ts";
import { chosenQuirks } from "./quirks.ts";

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
  const chosen = chosenQuirks(quirks);
  const demo = demoSeed(today(), machineZone());
  const seed = chosen.seed?.(demo) ?? demo;
  const sandbox = createSandbox(seed, {
    behaviour: {
      // A slow write does not keep the process from ending.
      clock: { ...systemClock, sleep: (milliseconds) => systemClock.sleep(milliseconds, end.signal) },
      ...chosen.behaviour,
    },
  });
  const answer: Fetch = async (request) => {
    const { method, url } = request;
    const { pathname, search } = new URL(url);
    const isStart = method === "GET" && pathname === "/";
    const response = isStart
      ? startPage(request, exampleRequest(server.address, seed))
      : withJsonError(await sandbox.fetch(request), request);
    debug?.(`${method} ${pathname}${search} ${response.status}`);
    return response;
  };
  const ownPort = () => Number(new URL(server.address).port || 80);
  const server = await listen(guardRequests(answer, ownPort), port);
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
    return await serveOverHttp(handle, port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === "EADDRINUSE" ? "is in use" : `is not available (${code})`;
    throw new InvalidInputError(
      `Port ${port} ${problem}. Choose another, or omit --port to use any free port.`,
    );
  }
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
${address}/ lists the operations. Try it:
  ${exampleRequest(address, seed)}
`;
}

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Only programs on this machine get through: a web page open in a browser here is refused by its `Origin`, and one whose name was
 * made to point here (DNS rebinding) by its `Host`. Bodies that are too large are refused while they arrive.
 */
function guardRequests(handle: Fetch, port: () => number): Fetch {
  return async (request) => {
    const { headers } = request;
    const host = headers.get("host") ?? "";
    if (!isOwnHost(host, port())) {
      return refusal(403, `the Host header is '${host}'. Use http://127.0.0.1:${port()}`);
    }
    const origin = headers.get("origin");
    if (origin !== null && !isLocalOrigin(origin)) {
      return refusal(403, `the Origin is '${origin}'. Only programs and pages on this machine may use it`);
    }
    const body = await readBody(request);
    if (body === undefined) return refusal(413, `its body has more than ${MAX_BODY_BYTES} bytes. Send less`);
    const { url, method, signal } = request;
    // The body was read, so the request is made anew; one without a body may have been given an empty one.
    return handle(new Request(url, { method, headers, signal, ...(body.length > 0 && { body }) }));
  };
}

function isOwnHost(host: string, port: number): boolean {
  const url = toUrl(`http://${host}`);
  return url !== undefined && isLoopback(url) && Number(url.port || 80) === port;
}

function isLocalOrigin(origin: string): boolean {
  const url = toUrl(origin);
  return url !== undefined && isLoopback(url);
}

/** The body, empty if there is none; undefined if it is too large, and the rest of it is not read then. */
async function readBody({ headers, body }: Request): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(headers.get("content-length")) > MAX_BODY_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Closes the connection, so that the rest of a body is not received. */
function refusal(status: number, reason: string): Response {
  const body = { errors: [{ message: `This request is refused: ${reason}.` }] };
  return Response.json(body, { status, headers: { connection: "close" } });
}

const UNKNOWN = "no operation has this path. GET / lists the operations";

/** Errors as JSON, in the form of the API under the path. The embedded Tempo answers some with a page, as a proxy in front of a real one may. */
function withJsonError(response: Response, { method, url }: Request): Response {
  const { status, headers } = response;
  if (status < 400 || !headers.get("content-type")?.startsWith("text/html")) return response;
  const { pathname } = new URL(url);
  const isTempoCloud = pathname.startsWith("/4/");
  // Clients see from Jira's form for a path that nothing serves that there is no API.
  if (status === 404 && !isTempoCloud)
    return Response.json({ message: `null for uri: ${url}: ${UNKNOWN}`, "status-code": 404 }, { status });
  const route = findRoute(method, new URL(url));
  const allow = "otherMethods" in route ? route.otherMethods.join(", ") : "";
  const messages: Record<number, string> = {
    401: "The token is missing or wrong. GET / shows the one that this API takes",
    403: "The token's owner lacks permission for this",
    404: `${pathname}: ${UNKNOWN}`,
    405: `${method} is not possible here, only ${allow}. GET / lists the operations`,
  };
  const message = messages[status] ?? `HTTP ${status}`;
  const body = isTempoCloud ? { errors: [{ message }] } : { errorMessages: [message], errors: {} };
  return Response.json(body, { status, headers: status === 405 ? { allow } : {} });
}

/** The operations that there are, as text or, if the client prefers it, as JSON. @param example a command that shows data */
function startPage({ headers }: Request, example: string): Response {
  const jira = listed("jira");
  const isOfCloud = ({ path }: { path: string }) => /^\/(rest\/api\/3|_edge)\//.test(path);
  const { tempo, jiraCloud, dataCenter } = AUTHORIZATION;
  const apis = [
    { name: "Tempo Cloud", authorization: tempo, operations: listed("tempo") },
    { name: "Jira Cloud", authorization: jiraCloud, operations: jira.filter(isOfCloud) },
    {
      name: "Tempo on Jira Data Center",
      authorization: dataCenter,
      operations: [...listed("tempo-data-center"), ...jira.filter((operation) => !isOfCloud(operation))],
    },
  ];
  if (/\bjson\b/.test(headers.get("accept") ?? "")) return Response.json({ example, apis });
  const sections = apis.flatMap(({ name, authorization, operations: ofApi }) => [
    `${name} (Authorization: ${authorization})`,
    ...columns(
      ofApi.map(({ id, method, path, parameters, takesBody }) => [
        `  ${method}`,
        parameters.length > 0 ? `${path}?${parameters.join("&")}` : path,
        takesBody ? `${id}, with a JSON body` : id,
      ]),
    ),
    "",
  ]);
  const title =
    "The sandbox: Tempo and Jira with sample data. With `Accept: application/json`, this page is JSON.";
  return new Response([title, "", ...sections, `Try it: ${example}`, ""].join("\n"));
}

function listed(api: Api) {
  return Object.entries(operations[api]).map(([id, { method, path, parameters, takesBody }]) => ({
    id,
    method,
    path,
    parameters: Object.entries<{ in: string }>(parameters).flatMap(([name, { in: place }]) =>
      place === "query" ? [name] : [],
    ),
    takesBody,
  }));
}
