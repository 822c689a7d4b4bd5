import { operations } from "../../src/generated/operations.ts";
import type { Fetch } from "../../src/tempo/upstream.ts";
import { type Api, deviations, replyDeviations, validatorOf } from "../../src/tempo/upstream-check.ts";

/** A request as tests compare it. */
export interface SentRequest {
  operation: string;
  parameters: Record<string, string | number>;
  body?: unknown;
}

/** What went through a checked fetch. */
export interface Traffic {
  requests: SentRequest[];
  /** Every operation as `<api>.<operationId>`. */
  operations: string[];
  /** Where a request or a reply left the OpenAPI slices. */
  deviations: string[];
}

/** Wraps a fetch so that every request and every reply is recorded and checked against the OpenAPI slices. */
export function checkedFetch(fetch: Fetch): { fetch: Fetch; traffic: Traffic } {
  const traffic: Traffic = { requests: [], operations: [], deviations: [] };
  return {
    traffic,
    async fetch(request) {
      const { method } = request;
      const operation = findOperation(method, new URL(request.url).pathname);
      if (!operation) {
        traffic.deviations.push(`${method} ${request.url} is not in a slice`);
        return fetch(request);
      }
      const { api, id, path } = operation;
      const parameters = readParameters(operation, new URL(request.url));
      const text = await request.clone().text();
      const body = text === "" ? undefined : JSON.parse(text);
      traffic.operations.push(`${api}.${id}`);
      traffic.requests.push({ operation: id, parameters, ...(body !== undefined && { body }) });
      traffic.deviations.push(...check(api, id, parameters));
      const bodyValidator = validatorOf(api, id, "request");
      if (bodyValidator) traffic.deviations.push(...deviations(`${id} request`, bodyValidator, body));

      const response = await fetch(request);
      traffic.deviations.push(...(await replyDeviations(api, method, path, response.clone())));
      return response;
    },
  };
}

interface FoundOperation {
  api: Api;
  id: string;
  path: string;
  pattern: RegExp;
  parameters: Record<string, { in: string; type: string }>;
}

function findOperation(method: string, pathname: string): FoundOperation | undefined {
  const all = (Object.keys(operations) as Api[]).flatMap((api) =>
    Object.entries(operations[api]).map(([id, operation]) => ({ api, id, ...operation })),
  );
  return all
    .filter((operation) => operation.method === method)
    .map((operation) => ({
      ...operation,
      pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    }))
    .sort((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")))
    .find(({ pattern }) => pattern.test(pathname));
}

function readParameters({ pattern, parameters }: FoundOperation, url: URL): Record<string, string | number> {
  const inPath = pattern.exec(url.pathname)?.groups ?? {};
  const texts = [
    ...Object.entries(inPath).map(([name, text]) => [name, decodeURIComponent(text)] as const),
    ...url.searchParams.entries(),
  ];
  return Object.fromEntries(
    texts.map(([name, text]) => [name, parameters[name]?.type === "integer" ? Number(text) : text]),
  );
}

function check(api: Api, id: string, parameters: unknown): string[] {
  const validate = validatorOf(api, id, "parameters");
  return validate
    ? deviations(`${id} parameters`, validate, parameters)
    : [`${id} parameters have no validator`];
}
