import { onAbort } from "../timesheet/on-abort.ts";
import { dataCenterHandlers } from "./data-center-operations.ts";
import { CLOUD_ID, jiraHandlers } from "./jira-operations.ts";
import { type OperationCall, Refusal } from "./operation.ts";
import { findRoute, type Route } from "./routes.ts";
import {
  countTimeSpent,
  createState,
  type SandboxBehaviour,
  type SandboxCredentials,
  type SandboxSeed,
  type SandboxState,
} from "./state.ts";
import { tempoHandlers } from "./tempo-operations.ts";

/** Cloud and Data Center on one state. */
export interface Sandbox {
  fetch(request: Request): Promise<Response>;
  state: SandboxState;
}

/** Valid nowhere else. */
export const SANDBOX_CREDENTIALS: SandboxCredentials = {
  personalAccessToken: "sandbox-personal-access-token",
  tempoToken: "sandbox-tempo-token",
  jiraEmail: "sam@example.com",
  jiraToken: "sandbox-jira-token",
};

const HANDLERS: Record<Route["api"], Record<string, unknown>> = {
  tempo: tempoHandlers,
  "tempo-data-center": dataCenterHandlers,
  jira: jiraHandlers,
};

export function createSandbox(
  seed: SandboxSeed,
  options: { credentials?: SandboxCredentials; behaviour?: Partial<SandboxBehaviour> } = {},
): Sandbox {
  const { credentials = SANDBOX_CREDENTIALS, behaviour = {} } = options;
  const state = createState(seed, credentials, behaviour);
  return { state, fetch: (request) => respond(state, request) };
}

async function respond(state: SandboxState, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const route = findRoute(request.method, url);
  if ("otherMethods" in route) return html(route.otherMethods.length > 0 ? 405 : 404);
  if (!isAuthenticated(state, route, request)) return html(401);
  if (lacksScope(state, route))
    return json(401, { code: 401, message: "Unauthorized; scope does not match" });
  if (lacksTempoScope(state, route)) return html(403);
  // A method that there is not is refused before a licence is looked at.
  const { licenceStatus, schedules } = state.behaviour;
  if (route.api === "tempo-data-center" && route.id !== "getWorklogs" && licenceStatus !== undefined)
    return licenceStatus === 403 ? refused(new Refusal(403), state, route) : unknownPath(url);
  if (route.id === "searchSchedules" && schedules === "of one user") return unknownPath(url);

  const text = await request.text();
  let body: unknown;
  try {
    body = text === "" ? undefined : JSON.parse(text);
  } catch {
    return json(400, { errors: [{ message: "The body is not JSON" }] });
  }
  // A client that has gone changes nothing any more.
  request.signal.throwIfAborted();
  const { clock, secondsToStore, gatewayGivesUp } = state.behaviour;
  if (!STORING.includes(route.id) || !clock || secondsToStore === 0)
    return carryOut(state, route, { body, url });
  const done = clock.sleep(secondsToStore * 1000).then(() => carryOut(state, route, { body, url }));
  return gatewayGivesUp ? html(504) : Promise.race([done, untilAborted(request)]);
}

/** The requests that create worklogs. */
const STORING = ["createWorklog", "createWorklogsForIssue"];

async function carryOut(
  state: SandboxState,
  route: Route,
  { body, url }: Pick<OperationCall, "body" | "url">,
): Promise<Response> {
  const handle = HANDLERS[route.api][route.id] as (state: SandboxState, call: OperationCall) => unknown;
  try {
    const reply = handle(state, { parameters: route.parameters, body, url });
    await countTimeSpent(state);
    return reply === undefined
      ? new Response(null, { status: 204 })
      : json(200, reply, ownerHeader(state, route));
  } catch (error) {
    if (error instanceof Refusal) return refused(error, state, route);
    throw error;
  }
}

/** Violations come as an array on Tempo Cloud, as on the wire; its own documentation shows an object. Data Center has Jira's form. */
function refused({ status, messages }: Refusal, state: SandboxState, route: Route): Response {
  if (messages.length === 0 && (status !== 403 || route.api === "tempo")) return html(status);
  const body =
    route.api === "tempo"
      ? { errors: messages.map((message) => ({ message })) }
      : { errorMessages: messages, errors: {} };
  return json(status, body, ownerHeader(state, route));
}

/** Rejects once the client has gone, as `fetch` does. */
function untilAborted(request: Request): Promise<never> {
  return new Promise((_, reject) => {
    onAbort(request.signal, () => reject(request.signal.reason));
  });
}

function isAuthenticated(
  { credentials, behaviour }: SandboxState,
  { api, id, path, cloudId }: Route,
  request: Request,
): boolean {
  if (id === "getTenantInfo" || id === "getServerInfo" || id === "getServerInfoCloud") return true;
  const { personalAccessToken, tempoToken, jiraEmail, jiraToken } = credentials;
  const given = request.headers.get("authorization");
  if (api === "tempo") return given === `Bearer ${tempoToken}`;
  if (api === "jira" && path.startsWith("/rest/api/3/")) {
    const isRightAddress = cloudId === (behaviour.jiraTokenScopes ? CLOUD_ID : undefined);
    return isRightAddress && given === `Basic ${Buffer.from(`${jiraEmail}:${jiraToken}`).toString("base64")}`;
  }
  return given === `Bearer ${personalAccessToken}`;
}

function lacksScope({ behaviour: { jiraTokenScopes } }: SandboxState, { cloudId, id }: Route): boolean {
  const needed = id === "getMyself" || id === "bulkGetUsers" ? "read:jira-user" : "read:jira-work";
  return cloudId !== undefined && jiraTokenScopes?.includes(needed) === false;
}

/** The scopes that paths of Tempo Cloud need, by how the paths begin. */
const TEMPO_SCOPES = [
  ["/4/periods", "Periods"],
  ["/4/timesheet-approvals/", "Approvals"],
  ["/4/teams", "Teams"],
  ["/4/team-memberships/", "Teams"],
] as const;

function lacksTempoScope({ behaviour }: SandboxState, { api, path }: Route): boolean {
  const [, scope] = TEMPO_SCOPES.find(([start]) => path.startsWith(start)) ?? [];
  return api === "tempo" && scope !== undefined && behaviour.missingTempoScopes.includes(scope);
}

/** Jira Cloud names the owner of a token that it accepts. */
function ownerHeader({ seed }: SandboxState, { api, path }: Route): Record<string, string> {
  return api === "jira" && path.startsWith("/rest/api/3/") ? { "x-aaccountid": seed.me.accountId } : {};
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** The reply of Jira Data Center for a path that nothing serves. */
function unknownPath({ href }: URL): Response {
  return json(404, { message: `null for uri: ${href}` });
}

function html(status: number): Response {
  const page = `<!doctype html><title>${status}</title><p>HTTP ${status}</p>`;
  return new Response(page, { status, headers: { "content-type": "text/html;charset=UTF-8" } });
}
