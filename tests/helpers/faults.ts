import type { Fetch } from "../../src/tempo/http/client.ts";
import type { Clock } from "../../src/timesheet/clock.ts";

/** Faults that a request can meet. "Processed" means that upstream has done its work. */
export const FAULTS = [
  "connection refused",
  "connection lost, not processed",
  "connection lost, processed",
  "gateway error, not processed",
  "gateway error, processed",
  "gateway timeout, processed late",
  "rate limit",
  "rate limit, with Retry-After",
  "no response, not processed",
  "no response, processed",
  "response cut off",
  "HTML page, not processed",
  "HTML page, processed",
  "group rejected, partly stored",
  "empty success, processed late",
  "connection lost while reading, processed",
  "rejected, processed",
] as const;

export type Fault = (typeof FAULTS)[number];

/** Faults that leave the outcome of one request unknown, and how often Tempo carries it out. */
export const LOST_RESPONSES: readonly [Fault, processed: number][] = [
  ["connection lost, processed", 1],
  ["connection lost, not processed", 0],
  ["gateway error, processed", 1],
  ["gateway error, not processed", 0],
  ["gateway timeout, processed late", 1],
  ["no response, processed", 1],
  ["no response, not processed", 0],
  ["response cut off", 1],
  ["HTML page, processed", 1],
  ["HTML page, not processed", 0],
  ["connection lost while reading, processed", 1],
  ["empty success, processed late", 1],
];

/** Optional details of a fault. */
export interface FaultDetails {
  /** The HTTP status of a gateway error (504 unless given) or of a rejection (400 unless given). */
  status?: number;
  /** When a request is processed late: so many milliseconds after it arrived. 5,000 unless given. */
  processedAfter?: number;
  /** Seconds in `Retry-After`; 1 unless given. */
  retryAfter?: number;
  /** The share of a rejected group that is stored, from 0 to 1 and rounded down; half of it unless given. */
  storedShare?: number;
}

/** Whether a request stores worklogs, on either deployment. */
export function isWrite({ method, url }: Request): boolean {
  return method === "POST" && /\/4\/worklogs(\/issue\/\d+\/bulk)?$/.test(url);
}

/** Whether a request changes a worklog, on either deployment. */
export function isUpdate({ method, url }: Request): boolean {
  return method === "PUT" && /\/4\/worklogs\/\d+(\/issue\/\d+)?$/.test(url);
}

/** Whether a request submits or recalls a timesheet, on either deployment. */
export function isSubmission({ method, url }: Request): boolean {
  return method === "POST" && /\/timesheet-approval(s\/user\/[^/]+\/(submit|recall)\?.*)?$/.test(url);
}

/** Whether a request stores or changes a worklog, or submits or recalls a timesheet, on either deployment. */
export function changesSomething(request: Request): boolean {
  return isWrite(request) || isUpdate(request) || isSubmission(request);
}

/** Lets a request meet a fault. One that the fault does not apply to is served. */
export async function applyFault(
  fault: Fault,
  request: Request,
  { serve, clock }: { serve: Fetch; clock: Clock },
  { status, processedAfter = 5000, retryAfter = 1, storedShare = 0.5 }: FaultDetails = {},
): Promise<Response> {
  const processLate = () => {
    const detached = detach(request);
    void clock.sleep(processedAfter).then(() => serve(detached));
  };
  switch (fault) {
    case "connection refused":
      throw networkError("ECONNREFUSED", "connect");
    case "connection lost, not processed":
      throw networkError("UND_ERR_SOCKET");
    case "connection lost, processed":
      await serve(request);
      throw networkError("UND_ERR_SOCKET");
    case "gateway error, not processed":
      return page(status ?? 504);
    case "gateway error, processed":
      await serve(request);
      return page(status ?? 504);
    case "gateway timeout, processed late":
      processLate();
      return page(status ?? 504);
    case "rate limit":
      return new Response("", { status: 429 });
    case "rate limit, with Retry-After":
      return new Response("", { status: 429, headers: { "retry-after": String(retryAfter) } });
    case "no response, not processed":
      return silence(request);
    case "no response, processed":
      await serve(detach(request));
      return silence(request);
    case "response cut off": {
      const response = await serve(request);
      return response.body ? cutOff(response) : response;
    }
    case "HTML page, not processed":
      return page(200);
    case "HTML page, processed":
      await serve(request);
      return page(200);
    case "group rejected, partly stored": {
      if (!request.url.endsWith("/bulk")) return serve(request);
      const worklogs = (await request.clone().json()) as unknown[];
      const part = worklogs.slice(0, Math.floor(storedShare * worklogs.length));
      if (part.length > 0) await serve(new Request(request, { body: JSON.stringify(part) }));
      return rejection(status ?? 400, "The period is closed");
    }
    case "connection lost while reading, processed":
      await serve(request);
      throw networkError("EHOSTUNREACH", "read");
    case "rejected, processed":
      if (!changesSomething(request) && request.method !== "DELETE") return serve(request);
      await serve(request);
      return rejection(status ?? 400, "The period is closed");
    case "empty success, processed late":
      if (!changesSomething(request)) return serve(request);
      processLate();
      return Response.json([]);
  }
}

/** The error that `fetch` throws if the network fails, in a system call if it is known. */
export function networkError(code: string, syscall?: string): TypeError {
  return new TypeError("fetch failed", { cause: { code, syscall } });
}

/** A page of a gateway or a login, where JSON is expected. */
export function page(status: number): Response {
  return new Response("<html>gateway</html>", { status, headers: { "content-type": "text/html" } });
}

/** A rejection as Tempo words one. */
export function rejection(status: number, message: string): Response {
  return Response.json({ errors: [{ message }] }, { status });
}

/** The same request, which its sender cannot abort. */
export function detach(request: Request): Request {
  return new Request(request.clone(), { signal: new AbortController().signal });
}

/** No response, until the sender gives up. */
export function silence(request: Request): Promise<never> {
  return new Promise((_, reject) => {
    // The closure keeps the request alive: without it, its signal would be collected and never fire.
    const end = () => reject(request.signal.reason);
    if (request.signal.aborted) end();
    else request.signal.addEventListener("abort", end, { once: true });
  });
}

async function cutOff(response: Response): Promise<Response> {
  const text = await response.text();
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)));
      stream.error(networkError("UND_ERR_SOCKET"));
    },
  });
  return new Response(body, { status: response.status, headers: { "content-type": "application/json" } });
}
