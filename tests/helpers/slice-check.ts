import * as validators from "../../src/generated/request-validators.js";
import type { Validator } from "../../src/generated/validator.ts";
import { type Api, findRoute, type Parameters } from "../../src/sandbox/routes.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { conformanceErrors, nameInCode, schemaErrors } from "../../src/tempo/http/conformance.ts";

/** A request as tests compare it. */
export interface SentRequest {
  operation: string;
  parameters: Parameters;
  body?: unknown;
}

/** The requests that a checked fetch has sent. */
export interface Traffic {
  requests: SentRequest[];
  /** Every operation as `<api>.<operationId>`. */
  operations: string[];
  /** The places in which a request or a reply left the OpenAPI slices. */
  deviations: string[];
}

/** Wraps a fetch so that every request and every reply is recorded and checked against the OpenAPI slices. */
export function checkedFetch(fetch: Fetch): { fetch: Fetch; traffic: Traffic } {
  const traffic: Traffic = { requests: [], operations: [], deviations: [] };
  return {
    traffic,
    async fetch(request) {
      const { method } = request;
      const route = findRoute(method, new URL(request.url));
      if ("otherMethods" in route) {
        traffic.deviations.push(`${method} ${request.url} is not in a slice`);
        return fetch(request);
      }
      const { api, id, path, parameters } = route;
      const sent: SentRequest = { operation: id, parameters };
      traffic.operations.push(`${api}.${id}`);
      traffic.requests.push(sent);
      const text = await request.clone().text();
      const body = text === "" ? undefined : JSON.parse(text);
      if (body !== undefined) sent.body = body;
      traffic.deviations.push(...check(api, id, "parameters", parameters));
      if (validatorOf(api, id, "request") || body !== undefined) {
        traffic.deviations.push(...check(api, id, "request", body));
      }

      const response = await fetch(request);
      // No slice has what a gateway answers.
      if (response.status !== 504)
        traffic.deviations.push(...(await conformanceErrors(api, method, path, response.clone())));
      return response;
    },
  };
}

function check(api: Api, id: string, what: string, value: unknown): string[] {
  const validate = validatorOf(api, id, what);
  return validate ? schemaErrors(`${id} ${what}`, validate, value) : [`${id} has no ${what}`];
}

/** The validator of what an operation is sent; undefined without a JSON body. */
function validatorOf(api: Api, id: string, what: string): Validator | undefined {
  return (validators as Record<string, Validator>)[`${nameInCode(api)}_${id}_${what}`];
}
