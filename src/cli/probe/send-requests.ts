import type { Connection } from "../../runtime/connection.ts";
import { basicAuthorization } from "../../tempo/cloud/jira.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { ResponseTooLargeError, withBoundedBody } from "../../tempo/http/bounded-body.ts";
import { createRateLimiter, type RateLimiter } from "../../tempo/http/rate-limit.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";
import type { Exchange } from "./exchange.ts";
import { successOf } from "./exchange.ts";
import { type Asked, datesAsked, type Fact, factAt, requestsOf, withFacts } from "./requests.ts";

/** The time that all of it may take, in milliseconds: with the last answer, less than a minute. */
const DURATION_MS = 50_000;

const REQUEST_MS = 8000;

/** Sends requests one at a time, each once, with the user's credentials at their own service alone. */
export interface Sender {
  /** Values for the requests that follow. */
  readonly facts: Map<Fact, string>;
  readonly isCloud: boolean;
  send(asked: Asked): Promise<Exchange>;
}

export function createSender(
  { deployment, options }: Connection,
  today: string,
  signal: AbortSignal,
): Sender {
  const { clock } = options;
  const limit: RateLimiter = options.rateLimiter ?? createRateLimiter(deployment.kind, clock);
  const facts = new Map(datesAsked(today));
  let usesGateway = false;

  async function exchanged(request: Request): Promise<Pick<Exchange, "milliseconds" | "answer">> {
    const start = clock.now();
    try {
      const { status, headers, text } = await withTimeout(
        clock,
        REQUEST_MS,
        async (aborted) => {
          // This is a variable since Node 20 loses the signal of a request that nothing refers to; the connection would then stay open.
          const abortable = new Request(request, { signal: aborted });
          const response = await withBoundedBody(await options.fetch(abortable));
          return { status: response.status, headers: [...response.headers], text: await response.text() };
        },
        signal,
      );
      return { milliseconds: clock.now() - start, answer: { status, url: request.url, headers, text } };
    } catch (error) {
      signal.throwIfAborted();
      const isLate = error instanceof DOMException && error.name === "TimeoutError";
      const isTooLarge = error instanceof ResponseTooLargeError;
      const answer = isLate ? "no answer in time" : isTooLarge ? "answer too large" : "no connection";
      return { milliseconds: clock.now() - start, answer };
    }
  }

  return {
    facts,
    isCloud: deployment.kind === "cloud",
    async send(asked) {
      signal.throwIfAborted();
      const { name, method, path, limit: wanted } = asked;
      const shared = { name, request: `${method} ${path}`, ...(wanted !== undefined && { limit: wanted }) };
      const request = requestOf(asked, facts, deployment, usesGateway);
      if (!request) return { ...shared, milliseconds: 0, answer: "not sent" };
      const sent = { ...shared, ...(await limit(() => exchanged(request))) };
      const body = successOf(sent);
      for (const [fact, place] of Object.entries(asked.facts ?? {})) {
        const value = factAt(body, place);
        if (value !== undefined) facts.set(fact as Fact, value);
      }
      usesGateway ||= asked.service === "gateway" && body !== undefined;
      return sent;
    },
  };
}

/** Sends the reading requests, whatever became of those before. @throws the reason of the signal */
export async function sendRequests(
  sender: Sender,
  { deployment, options: { clock } }: Connection,
): Promise<Exchange[]> {
  const end = clock.now() + DURATION_MS;
  const exchanges: Exchange[] = [];
  for (const asked of requestsOf(deployment.kind)) {
    if (asked.unless !== undefined && sender.facts.has(asked.unless)) continue;
    const { name, method, path } = asked;
    const isOver = clock.now() >= end;
    exchanges.push(
      isOver
        ? { name, request: `${method} ${path}`, milliseconds: 0, answer: "not sent" }
        : await sender.send(asked),
    );
  }
  return exchanges;
}

/** Undefined if a fact is missing. Redirects are not followed: credentials go only where they were meant to go. */
function requestOf(
  { service, method, path, body, isPublic }: Asked,
  facts: ReadonlyMap<Fact, string>,
  deployment: Deployment,
  usesGateway: boolean,
): Request | undefined {
  const filledPath = withFacts(path, facts);
  const text = body && withFacts(JSON.stringify(body), facts, (value) => JSON.stringify(value).slice(1, -1));
  if (filledPath === undefined || (body && text === undefined)) return undefined;
  const gatewayPath =
    usesGateway && service === "jira" && !isPublic
      ? `/ex/jira/${encodeURIComponent(facts.get("cloudId") ?? "")}`
      : "";
  const { base, authorization } = target(deployment, gatewayPath === "" ? service : "gateway");
  return new Request(`${base}${gatewayPath}${filledPath}`, {
    method,
    redirect: "manual",
    headers: {
      accept: "application/json",
      ...(!isPublic && { authorization }),
      ...(text !== undefined && { "content-type": "application/json" }),
    },
    ...(text !== undefined && { body: text }),
  });
}

function target(deployment: Deployment, service: Asked["service"]): { base: string; authorization: string } {
  if (deployment.kind === "datacenter")
    return { base: deployment.baseUrl, authorization: `Bearer ${deployment.token}` };
  const { tempoUrl, tempoToken, jiraUrl, atlassianUrl } = deployment;
  if (service === "tempo") return { base: tempoUrl, authorization: `Bearer ${tempoToken}` };
  return { base: service === "jira" ? jiraUrl : atlassianUrl, authorization: basicAuthorization(deployment) };
}
