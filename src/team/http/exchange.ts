import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authenticated } from "../auth/authenticator.ts";
import type { Refusal } from "./guards.ts";

/** A request, its response, and the results of the steps that it has passed. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Set by the step that authenticates; undefined before, so that a step in the wrong place fails. */
  authenticated!: Authenticated;
  /** The key of the source of the request, set by the same step: the caller at an address. */
  sourceKey!: string;
  /** Set by the step that reads the body. */
  message!: object;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    this.requestId = requestIdOf(request);
  }
}

/** Refuses or answers a request, or returns undefined to let it pass on. */
export type Step = (exchange: Exchange) => Result | Promise<Result>;

type Result = Refusal | "answered" | undefined;

/** The client's own identifier, if it is short and plain. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}
