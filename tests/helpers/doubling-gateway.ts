import type { Fetch } from "../../src/tempo/http/client.ts";
import { isWrite } from "./faults.ts";

/** A gateway that sends each request that stores worklogs twice. @param answer which of the two responses it returns */
export function doublingGateway(answer: 0 | 1): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    if (!isWrite(request)) return fetch(request);
    const copy = request.clone();
    const responses = [await fetch(request), await fetch(copy)];
    return responses[answer] as Response;
  };
}
