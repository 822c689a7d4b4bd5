import type { components } from "../generated/tempo-api.ts";
import type { OperationCall } from "./operation.ts";
import type { SandboxState } from "./state.ts";

interface Page<Item> {
  self: string;
  metadata: components["schemas"]["PageMetadata"];
  results: Item[];
}

/** 50 items from the first on unless the parameters say otherwise. */
export function pageOf<Item>(
  { behaviour }: SandboxState,
  items: Item[],
  { parameters, url }: OperationCall,
): Page<Item> {
  const offset = Number(parameters.offset ?? 0);
  const limit = Math.min(Number(parameters.limit ?? 50), behaviour.maxPageSize);
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
