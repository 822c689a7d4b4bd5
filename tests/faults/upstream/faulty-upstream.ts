import type { Fetch } from "../../../src/tempo/http/client.ts";
import { applyFault, type Fault } from "../../helpers/faults.ts";
import type { VirtualClock } from "../../helpers/virtual-clock.ts";

const GATEWAY_ERRORS = [500, 502, 503, 504];
const REJECTIONS = [400, 403, 404, 409];

export interface FaultyUpstream {
  clock: VirtualClock;
  random: () => number;
  /** The probability that a request meets a fault. */
  rate: number;
  faults: readonly Fault[];
  /** The latest that a request is processed after it arrived, in milliseconds. */
  latest: number;
}

/** An upstream whose requests take a while and meet faults at random, and which lists worklogs in any order. */
export function faultyUpstream(fetch: Fetch, { clock, random, rate, faults, latest }: FaultyUpstream): Fetch {
  const serve: Fetch = async (request) => shuffled(await clock.work(() => fetch(request)), random);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  return async (request) => {
    await clock.sleep(50 + random() * 400, request.signal);
    request.signal.throwIfAborted();
    if (random() >= rate || faults.length === 0) return serve(request);
    const fault = pick(faults);
    const details = {
      ...(fault.startsWith("gateway error") && { status: pick(GATEWAY_ERRORS) }),
      ...(fault === "rejected, processed" && { status: pick(REJECTIONS) }),
      processedAfter: 500 + random() * (latest - 500),
      retryAfter: 1 + Math.floor(random() * 3),
      storedShare: random(),
    };
    return applyFault(fault, request, { serve, clock }, details);
  };
}

/** A list in another order: Tempo promises none. */
async function shuffled(response: Response, random: () => number): Promise<Response> {
  if (response.status !== 200) return response;
  const body = (await response.json()) as unknown;
  const shuffle = (items: unknown[]) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  if (Array.isArray(body)) return Response.json(shuffle(body));
  if (typeof body !== "object" || body === null || !("results" in body)) return Response.json(body);
  return Response.json({ ...body, results: shuffle(body.results as unknown[]) });
}
