import type { components } from "../generated/tempo-api.ts";
import { isCalendarDate } from "../timesheet/dates.ts";
import type { Parameters } from "./routes.ts";
import type { SandboxState } from "./state.ts";

/** The JSON body is unchecked. */
export interface OperationCall {
  parameters: Partial<Parameters>;
  body: unknown;
  url: URL;
}

type ReplyOf<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : undefined;

/** Each returns the body of its reply, or throws a `Refusal`. The compiler reports a missing operation. */
export type OperationHandlers<Operations> = {
  [Id in keyof Operations]: (state: SandboxState, call: OperationCall) => ReplyOf<Operations[Id]>;
};

/** Why an operation is not carried out: in the form of its API, or as a page if there are no messages. */
export class Refusal extends Error {
  readonly status: 400 | 403 | 404 | 405;
  readonly messages: readonly string[];

  constructor(status: Refusal["status"], ...messages: string[]) {
    super(messages.join(" "));
    this.status = status;
    this.messages = messages;
  }
}

/** @throws Refusal that names every parameter of Tempo Cloud that is no date */
export function checkDates(dates: Record<string, unknown>): void {
  const wrong = Object.entries(dates).filter(([, date]) => !isCalendarDate(String(date)));
  if (wrong.length > 0)
    throw new Refusal(400, ...wrong.map(([name]) => `'${name}' must be valid on the format: 'yyyy-MM-dd'`));
}

interface Page<Item> {
  self: string;
  metadata: components["schemas"]["PageMetadata"];
  results: Item[];
}

/** A list of Tempo Cloud that has no pages. */
export function listOf<Item>(results: Item[], { href }: URL) {
  return { self: href, metadata: { count: results.length }, results };
}

const MAX_PAGE_SIZE = 5000;

/** 50 items from the first on unless the parameters say otherwise. */
export function pageOf<Item>(
  items: Item[],
  { parameters, url }: OperationCall,
  { behaviour }: SandboxState,
): Page<Item> {
  const offset = Number(parameters.offset ?? 0);
  const limit = Math.min(Number(parameters.limit ?? 50), MAX_PAGE_SIZE);
  const results = items.slice(offset, offset + limit);
  const link = (to: number) => {
    const address = new URL(url);
    address.searchParams.set("offset", String(to));
    address.searchParams.set("limit", String(limit));
    return address.href;
  };
  return {
    self: url.href,
    metadata: {
      count: results.length,
      limit,
      offset,
      ...(offset + limit < items.length
        ? { next: link(offset + limit) }
        : behaviour.nextOfLastPage === "empty" && { next: "" }),
      ...(offset > 0 && { previous: link(Math.max(0, offset - limit)) }),
    },
    results,
  };
}
