import type { Middleware } from "openapi-fetch";
import type { Clock } from "../../timesheet/clock.ts";
import type { Service } from "./service.ts";

/** Each value of a response may deviate. */
const MAX_ERRORS = 20;

export function requestLog({ name, api }: Service, clock: Clock, log: (line: string) => void): Middleware {
  const startedAt = new WeakMap<Request, number>();
  const since = (request: Request) => Math.round(clock.now() - (startedAt.get(request) ?? clock.now()));
  return {
    onRequest({ request }) {
      startedAt.set(request, clock.now());
    },
    async onResponse({ request, response, schemaPath }) {
      log(`${name} ${request.method} ${request.url} ${response.status} ${since(request)} ms`);
      const { conformanceErrors } = await import("./conformance.ts");
      const errors = await conformanceErrors(api, request.method, schemaPath, response.clone());
      for (const line of errors.slice(0, MAX_ERRORS)) {
        log(`${name} deviates from contracts/${api}-openapi.yaml: ${line}`);
      }
    },
    onError({ request, error }) {
      log(`${name} ${request.method} ${request.url} failed after ${since(request)} ms: ${error}`);
    },
  };
}
