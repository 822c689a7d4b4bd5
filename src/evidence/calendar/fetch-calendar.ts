import { toUrl } from "../../text/to-url.ts";
import { CalendarError } from "./errors.ts";
import { isSafe } from "./place.ts";

/**
 * Sends a request, through the proxy and with the certificates of the settings. The signal comes beside the request: Node 20 can lose that of
 * a request to garbage collection, and a server that never answers would then keep the process from ending.
 */
export type Fetch = (request: Request, options: { signal: AbortSignal }) => Promise<Response>;

/** The most times that an address may lead to another one of the same host. */
const MAX_REDIRECTS = 3;

/**
 * The calendar at an address, in chunks, decoded. The address is a secret: nothing of it is in an error, and it is sent to its own host alone.
 *
 * @throws CalendarError, from the iteration, if it cannot be read
 */
export async function* fetchCalendar(url: URL, send: Fetch, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const response = await request(url, send, signal);
  if (!response.body) return;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader
        .read()
        .catch((error: unknown) => Promise.reject(networkError(error)));
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    // The body of a failed connection rejects this too.
    await reader.cancel().catch(() => {});
  }
}

async function request(first: URL, send: Fetch, signal: AbortSignal): Promise<Response> {
  let url = first;
  const { username, password } = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(requestTo(url, username, password), { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw networkError(error);
    });
    if (response.ok) return response;
    await response.body?.cancel().catch(() => {});
    if (![301, 302, 303, 307, 308].includes(response.status)) throw statusError(response.status);
    url = redirectOf(response, url);
  }
  throw new CalendarError(
    `leads from one address to another more than ${MAX_REDIRECTS} times. Copy its address again`,
  );
}

/** API quirk: a request's address may have no user name, so that it goes into a header, as browsers have it. */
function requestTo(url: URL, username: string, password: string): Request {
  const address = new URL(url);
  address.username = "";
  address.password = "";
  address.hash = "";
  const headers = new Headers({ accept: "text/calendar, */*;q=0.1" });
  if (username || password) headers.set("authorization", `Basic ${credentials(username, password)}`);
  return new Request(address, { headers, redirect: "manual" });
}

function credentials(username: string, password: string): string {
  try {
    return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  } catch {
    throw new CalendarError(
      "has an address with a user name or a password that is not valid. Write a % in it as %25",
    );
  }
}

/** @throws CalendarError for an address of another host, which must not learn of the secret, and for one without TLS */
function redirectOf(response: Response, from: URL): URL {
  const to = toUrl(response.headers.get("location") ?? "", from.href);
  if (!to)
    throw new CalendarError(
      `answers with a redirect that is not valid (HTTP ${response.status}). Copy its address again`,
    );
  if (to.host !== from.host || !isSafe(to) || (from.protocol === "https:" && to.protocol !== "https:")) {
    throw new CalendarError(
      "leads to another host, which is not followed, since its address is a secret. It may want you to sign in. " +
        "Take the address that needs no sign-in, or the one that it leads to",
    );
  }
  return to;
}

function statusError(status: number): CalendarError {
  if (status === 401 || status === 403) {
    return new CalendarError(
      `refuses its address (HTTP ${status}). It may have been reset: copy it again from the calendar's settings`,
    );
  }
  if (status === 404 || status === 410) {
    return new CalendarError(
      `is not at its address (HTTP ${status}). Copy it again from the calendar's settings`,
    );
  }
  return new CalendarError(`cannot be read now (HTTP ${status}). Try again later`);
}

/** The messages of failures have the host and the address, so only the code is shown, and nothing is kept as a cause. */
function networkError(error: unknown): CalendarError {
  const code = codeOf(error);
  if (/CERT|SIGNATURE|TLS|SSL/.test(code)) {
    return new CalendarError(
      `has a TLS certificate that this machine does not trust (${code}). Set NODE_EXTRA_CA_CERTS to a PEM file with its authority`,
    );
  }
  return new CalendarError(
    `cannot be reached (${code || "the connection failed"}). Check the network and its address`,
  );
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === "string" && /^[A-Z\d_]{1,60}$/.test(code)) return code;
  return cause instanceof Error ? codeOf(cause) : "";
}
