import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type AuthInfo, createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { ServerContext } from "../../server/context.ts";
import { SettingsError, UnauthorizedError } from "../../timesheet/errors.ts";
import type { Log } from "../../timesheet/log.ts";
import type { FailureLimit } from "../auth/attempt-limit.ts";
import { createAttempts, RecentlyRefusedError } from "../auth/attempts.ts";
import type { Admitted } from "../auth/authenticator.ts";
import { checkJiraUser } from "../auth/jira-user.ts";
import type { OpenedFrontDoor } from "../auth/open-authenticator.ts";
import { asksForReadOnly } from "../credentials.ts";
import { logName } from "../keyed-hash.ts";
import { logCall } from "../observability/call-log.ts";
import { codeOf, type ServerMetrics } from "../observability/server-metrics.ts";
import { type Carrier, carrierOf, inSpan, markFailed, traceIdOf } from "../observability/trace.ts";
import type { Person } from "../user.ts";
import { nobody } from "../users.ts";
import { readBody } from "./body.ts";
import { callerAddress } from "./caller-address.ts";
import { type GuardOptions, MAX_BODY_BYTES, refusalOf, refusalOfTwoHosts } from "./guards.ts";
import { refuse, sendMethodNotFound, tooManyRefused } from "./responses.ts";

export interface EndpointOptions {
  guards: GuardOptions;
  door: OpenedFrontDoor;
  failures: FailureLimit;
  /** Throws a `SettingsError` that names the missing headers. */
  personOf(headers: IncomingMessage["headers"]): Person;
  /** Whether each of these credentials has worked. */
  knows(headers: IncomingMessage["headers"]): boolean;
  /** For requests without credentials. */
  context: ServerContext;
  createServer(context: ServerContext, readOnly: boolean): McpServer;
  /** Where the proxy in front of the server says whose request it passes on. */
  isBehindProxy: boolean;
  metrics: ServerMetrics;
  log: Log;
  key: Buffer;
}

interface Received {
  requestId: string;
  /** Whose refused tokens are counted together: whoever was admitted, at an address. */
  source: string;
  admitted: Admitted;
}

/** Serves MCP over HTTP. Each request is served alone: nothing of it is kept but what `People` keeps of its sender. */
export function createEndpoint(
  options: EndpointOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { guards, door, failures, log, metrics } = options;
  const attempts = createAttempts(failures);
  const handlerOptions = {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error: Error) => log(`protocol: ${error.message}`, "warn"),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = requestIdOf(request);
    response.setHeader("x-request-id", requestId);
    const ambiguous = refusalOfTwoHosts(request);
    if (ambiguous) return refuse(response, ambiguous);
    const { method = "", url = "" } = request;
    if (await door.sendMetadata(method, url.split("?", 1)[0] ?? "", response)) return;
    const refusal = refusalOf(request, guards);
    if (refusal) return refuse(response, refusal);
    const address = callerAddress(request, options.isBehindProxy);
    const admitted = await door.frontDoor.check(request.headers.authorization);
    if (!admitted.admitted) {
      const { status, message, challenge, isExpired } = admitted;
      // Hosts that sign in begin without a credential.
      if (status === 401 && request.headers.authorization && !isExpired) {
        const wait = failures.isBlocked(address);
        if (wait !== undefined) return refuse(response, tooManyRefused(wait));
        failures.record(address);
      }
      const headers = challenge === "" ? {} : { "www-authenticate": challenge };
      return refuse(response, { status, message, headers });
    }
    const source = JSON.stringify([admitted.caller?.kind, admitted.caller?.name, address]);
    const wait = failures.isBlocked(source);
    if (wait !== undefined && !options.knows(request.headers)) return refuse(response, tooManyRefused(wait));
    // Only now: a caller that waits for it sends nothing of what is refused.
    if (request.headers.expect !== undefined && request.httpVersion !== "1.0") response.writeContinue();
    const body = await readBody(request);
    if ("refusal" in body) return refuse(response, body.refusal);
    const { id, method: name } = body.json as { id?: string | number; method?: unknown };
    // No list ever changes. The SDK would still keep the stream open.
    if (name === "subscriptions/listen") return sendMethodNotFound(response, id ?? null);
    await serveMessage(request, response, body.json, { requestId, source, admitted });
  }

  async function serveMessage(
    request: IncomingMessage,
    response: ServerResponse,
    message: object,
    received: Received,
  ): Promise<void> {
    const carrier = carrierOf(message, request.headers);
    const context = contextOf(request, received, carrier);
    const server = () => options.createServer(context, asksForReadOnly(request.headers));
    const mcp = createMcpHandler(server, handlerOptions);
    const serve = toNodeHandler(
      { fetch: async (...args) => withoutConnection(await mcp.fetch(...args)) },
      handlerOptions,
    );
    const { admitted } = received;
    const auth: AuthInfo = {
      // What admitted the caller is of no use to a tool, so none gets it.
      token: "",
      clientId: admitted.caller?.name ?? "",
      scopes: [...admitted.scopes],
      ...(admitted.expiresAt !== undefined && { expiresAt: admitted.expiresAt }),
      ...(door.resourceMetadataUrl !== undefined && { resourceMetadataUrl: door.resourceMetadataUrl }),
    };
    const incoming = Object.assign(request, { auth }) as Parameters<typeof serve>[0];
    await inSpan(message, carrier, () => serve(incoming, response, message));
  }

  /** The context of one request: that of the person, with a log that names the request. */
  function contextOf(request: IncomingMessage, { requestId, source, admitted }: Received, carrier: Carrier) {
    const traceId = traceIdOf(carrier);
    // A key and a token may have the same name, and are two callers.
    const caller = admitted.caller && logName(options.key, admitted.caller.kind, admitted.caller.name);
    let person: Person | undefined;
    let base: ServerContext;
    try {
      person = options.personOf(request.headers);
      base = person.context;
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      base = nobody(options.context, error);
    }
    const ids = () => ({ requestId, traceId, person: person?.name(), caller });
    const context: ServerContext = {
      ...base,
      log: (line) => log(base.redact(line), "info", ids()),
      async openTimesheet() {
        if (!person) return base.openTimesheet();
        const timesheet = await person.openTimesheet((run) => attempts(source, run));
        const names = person.jiraNames();
        if (admitted.jiraUser && names) checkJiraUser(admitted.jiraUser, names);
        return timesheet;
      },
      finished(call) {
        metrics.call(call);
        logCall(log, call, ids());
        if (call.isError) markFailed(codeOf(call));
        const { error } = call;
        const isRefusal = error instanceof UnauthorizedError && !(error instanceof RecentlyRefusedError);
        if (isRefusal && person?.refuse(error)) failures.record(source);
      },
    };
    return context;
  }

  return handle;
}

/** A caller's own identifier, if it is short and plain. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Whether the connection stays is not for the SDK to say: the caller may want to close it, or the server may be going away. */
function withoutConnection(response: Response): Response {
  response.headers.delete("connection");
  return response;
}
