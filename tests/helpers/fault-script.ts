import type { Fetch } from "../../src/tempo/http/client.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import {
  applyFault,
  type Fault,
  type FaultDetails,
  isSubmission,
  isUpdate,
  isWrite,
  rejection,
} from "./faults.ts";

/** A request to Tempo, as a rule selects it. */
export interface TempoRequest {
  /** Its number among those of its kind, from 1. */
  number: number;
  /** When it was sent, by the clock's `now`. */
  at: number;
  body: string;
}

/** Which requests a rule applies to. */
type Which = number | "all" | ((request: TempoRequest) => boolean);

/** A response that is no fault of the list; `serve` lets Tempo process the request. */
export type Reaction = (request: Request, serve: Fetch) => Response | Promise<Response>;

type Kind = "write" | "read" | "update" | "delete" | "submit";

/**
 * The faults that Tempo has in a test: `onWrite(1, "gateway error, processed")`. Requests without a rule pass, and so do
 * Jira's.
 */
export class FaultScript {
  readonly #clock: Clock;
  readonly #rules: { kind: Kind; which: Which; react: Reaction }[] = [];
  readonly #sentAt: Record<Kind, number[]> = { write: [], read: [], update: [], delete: [], submit: [] };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sets a fault for requests that store worklogs. */
  onWrite(which: Which, what: Fault | Reaction, details?: FaultDetails): void {
    this.#add("write", which, what, details);
  }

  /** Sets a fault for requests that read the user's worklogs or schedule. */
  onRead(which: Which, what: Fault | Reaction, details?: FaultDetails): void {
    this.#add("read", which, what, details);
  }

  onUpdate(which: Which, what: Fault | Reaction, details?: FaultDetails): void {
    this.#add("update", which, what, details);
  }

  onDelete(which: Which, what: Fault | Reaction, details?: FaultDetails): void {
    this.#add("delete", which, what, details);
  }

  onSubmit(which: Which, what: Fault | Reaction, details?: FaultDetails): void {
    this.#add("submit", which, what, details);
  }

  /** When requests that store worklogs were sent, by the clock's `now`. */
  get writeTimes(): readonly number[] {
    return this.#sentAt.write;
  }

  /** The number of requests of a kind that were sent. */
  count(kind: Kind): number {
    return this.#sentAt[kind].length;
  }

  /** Puts the script before Tempo. */
  wrap(serve: Fetch): Fetch {
    return async (request) => {
      const kind = kindOf(request);
      if (!kind) return serve(request);
      const at = this.#clock.now();
      const number = this.#sentAt[kind].push(at);
      const rules = this.#rules.filter((it) => it.kind === kind);
      if (rules.length === 0) return serve(request);
      const body = await request.clone().text();
      const rule = rules.find((it) => applies(it.which, { number, at, body }));
      return rule ? rule.react(request, serve) : serve(request);
    };
  }

  #add(kind: Kind, which: Which, what: Fault | Reaction, details?: FaultDetails): void {
    const clock = this.#clock;
    const react: Reaction =
      typeof what === "function"
        ? what
        : (request, serve) => applyFault(what, request, { serve, clock }, details);
    this.#rules.push({ kind, which, react });
  }
}

/** Rejects a request, which is not processed. */
export function rejected(status: number, message = "Rejected"): Reaction {
  return () => rejection(status, message);
}

/** Processes a request, and responds with a body that `change` has made of Tempo's. */
export function responseChanged(change: (text: string) => string): Reaction {
  return async (request, serve) => new Response(change(await (await serve(request)).text()));
}

function kindOf(request: Request): Kind | undefined {
  if (!new URL(request.url).pathname.includes("/4/")) return undefined;
  if (isWrite(request)) return "write";
  if (isUpdate(request)) return "update";
  if (isSubmission(request)) return "submit";
  return request.method === "DELETE" ? "delete" : "read";
}

function applies(which: Which, request: TempoRequest): boolean {
  if (which === "all") return true;
  return typeof which === "number" ? request.number === which : which(request);
}
