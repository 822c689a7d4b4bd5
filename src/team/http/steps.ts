import { readMessages } from "../../server/read-message.ts";
import { type AttemptLimit, tooManyRefused } from "../auth/attempts.ts";
import type { Auth } from "../auth/auth.ts";
import type { Users } from "../users.ts";
import { callerAddress } from "./caller-address.ts";
import { type Step, sendMethodNotFound } from "./exchange.ts";
import { checkOneHost, checkRequest, type GuardOptions, readBody } from "./guards.ts";
import { type MessageOptions, serveMessage, type UnderWay } from "./serve-message.ts";

interface StepOptions extends MessageOptions {
  guards: GuardOptions;
  auth: Auth;
  attempts: AttemptLimit;
  /** Whether a proxy in front of the server names the client's address. */
  isBehindProxy: boolean;
}

/**
 * The steps of a request. Their order is a promise: a step reads nothing that an earlier one has not made safe, and a refused request
 * costs as little as possible.
 */
export function createSteps(options: StepOptions): Step[] {
  const underWay: UnderWay = new Map();
  return [
    // First, since a request with two hosts means different things to a proxy and to the checks below.
    ({ request }) => checkOneHost(request),
    // Public: hosts read it before they can sign in, and from pages of any origin.
    serveMetadata(options.auth),
    // Headers alone, so strangers learn nothing of keys and tokens on a path or host that is not served.
    ({ request }) => checkRequest(request, options.guards),
    // Before the body, which only authenticated callers may send.
    authenticate(options),
    // After authentication, since sources are callers, and those whose credentials have worked are never blocked.
    limitAttempts(options),
    // After the checks of headers, so that clients do not upload a body that is refused.
    continueUpload,
    // Bounded while it is read, and before the SDK, which repeats a header or a name in an error, and refuses what hosts add.
    readRequest,
    // No list ever changes. The SDK would still keep the stream open.
    refuseSubscriptions,
    (exchange) => serveMessage(exchange, options, underWay),
  ];
}

function serveMetadata({ metadataResponse }: Auth): Step {
  return async ({ request: { method = "", url = "" }, response }) => {
    const document = metadataResponse(method, url.split("?", 1)[0] ?? "");
    if (!document) return undefined;
    response.writeHead(document.status, Object.fromEntries(document.headers));
    response.end(await document.text());
    return "answered";
  };
}

function authenticate({ auth, attempts, isBehindProxy }: StepOptions): Step {
  return async (exchange) => {
    const { authorization } = exchange.request.headers;
    const address = callerAddress(exchange.request, isBehindProxy);
    const result = await auth.authenticate(authorization);
    if (result.authenticated) {
      exchange.authenticated = result;
      exchange.sourceKey = JSON.stringify([result.caller?.kind, result.caller?.name, address]);
      return undefined;
    }
    const { status, message, challenge, isExpired } = result;
    // Hosts that sign in begin without a credential.
    if (status === 401 && authorization && !isExpired) {
      const wait = attempts.isBlocked(address);
      if (wait !== undefined) return tooManyRefused(wait);
      attempts.record(address);
    }
    const headers = challenge === "" ? {} : { "www-authenticate": challenge };
    return { status, message, headers };
  };
}

function limitAttempts({ attempts, users }: { attempts: AttemptLimit; users: Users }): Step {
  return ({ request, sourceKey }) => {
    const wait = attempts.isBlocked(sourceKey);
    return wait === undefined || users.isIdentified(request.headers) ? undefined : tooManyRefused(wait);
  };
}

const continueUpload: Step = (exchange) => {
  const { request, response } = exchange;
  exchange.isAskedForBody = request.headers.expect !== undefined && request.httpVersion !== "1.0";
  if (exchange.isAskedForBody) response.writeContinue();
  return undefined;
};

const readRequest: Step = async (exchange) => {
  const read = await readBody(exchange.request);
  if ("refusal" in read) return read.refusal;
  const [message] = readMessages(read.body, exchange.request.headers);
  if (!message?.message) return { status: 400, message: "", ...message?.refused };
  exchange.message = message.message;
  return undefined;
};

const refuseSubscriptions: Step = ({ message, response }) => {
  const { method, id = null } = message as { method?: unknown; id?: unknown };
  if (method !== "subscriptions/listen") return undefined;
  sendMethodNotFound(response, id);
  return "answered";
};
