import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { oneLine } from "../../text/characters.ts";
import { cut } from "../../text/lengths.ts";
import { toUrl } from "../../text/url.ts";
import { CalendarError } from "./errors.ts";

const MAX_NAME = 80;

/** The place of a calendar in the settings, which have full paths of files and addresses of https:// alone. */
export interface Place {
  /** Its name for the user. Never a part of an address, the host included, since a host may be the secret: the setting shows the address. */
  name: string;
  /** The path or the address. */
  at: string;
}

/** The places of calendars, in the order of the setting: files have their names, addresses their numbers. */
export function placesOf(calendars: readonly string[]): Place[] {
  const places = calendars.map((at, index) => ({ at, name: nameOf(at) || `calendar ${index + 1}` }));
  const names = places.map(({ name }) => name);
  return places.map(({ at, name }, index) => {
    const isOnly = names.indexOf(name) === names.lastIndexOf(name);
    return { at, name: isOnly ? name : `${name} (calendar ${index + 1})` };
  });
}

function nameOf(at: string): string {
  return isAddress(at) ? "" : cut(oneLine(basename(at)), MAX_NAME);
}

function isAddress(at: string): boolean {
  return at.includes("://");
}

/** The bytes of a calendar in chunks, decompressed. @throws CalendarError, from the iteration, if it cannot be read */
export function contentOf({ at }: Place, send: Fetch, signal: AbortSignal): AsyncIterable<Uint8Array> {
  return isAddress(at) ? fetchCalendar(new URL(at), send, signal) : readFile(at, signal);
}

/**
 * Sends a request, through the proxy and with the certificates of the settings. The signal comes beside the request: Node 20 can lose that of
 * a request to garbage collection, and a server that never answers would then keep the process from ending.
 */
export type Fetch = (request: Request, options: { signal: AbortSignal }) => Promise<Response>;

/** The most times that an address may lead to another one of the same host. */
const MAX_REDIRECTS = 3;

/** The address is a secret: nothing of it is in an error, and it is sent to its own host alone. */
async function* fetchCalendar(url: URL, send: Fetch, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    const { body } = await request(url, send, signal);
    for await (const chunk of body ?? []) {
      signal.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof CalendarError ? error : networkError(error);
  }
}

async function request(first: URL, send: Fetch, signal: AbortSignal): Promise<Response> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const headers = { accept: "text/calendar, */*;q=0.1" };
    const response = await send(new Request(url, { headers, redirect: "manual" }), { signal });
    if (response.ok) return response;
    // The body of a failed connection rejects this too.
    await response.body?.cancel().catch(() => {});
    if (![301, 302, 303, 307, 308].includes(response.status)) throw statusError(response.status);
    url = redirectOf(response, url);
  }
  throw new CalendarError(
    `leads from one address to another more than ${MAX_REDIRECTS} times. Copy its address again`,
  );
}

/** @throws CalendarError for an address of another host, which must not learn of the secret, and for one without TLS */
function redirectOf({ headers, status }: Response, from: URL): URL {
  const to = toUrl(headers.get("location") ?? "", from.href);
  if (!to)
    throw new CalendarError(
      `answers with a redirect that is not valid (HTTP ${status}). Copy its address again`,
    );
  if (to.origin !== from.origin) {
    throw new CalendarError(
      "leads to another host, which is not followed, since its address is a secret. It may want you to sign in. " +
        "Take the address that needs no sign-in, or the one that it leads to",
    );
  }
  return to;
}

function statusError(status: number): CalendarError {
  const refused = `refuses its address (HTTP ${status}). It may have been reset: copy it again from the calendar's settings`;
  if (status === 401 || status === 403) return new CalendarError(refused);
  const gone = `is not at its address (HTTP ${status}). Copy it again from the calendar's settings`;
  if (status === 404 || status === 410) return new CalendarError(gone);
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

/** Windows has no such flag, and no files that would need it. */
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    // A pipe without a writer would block here, before its kind is known.
    const file = await open(path, constants.O_RDONLY | NON_BLOCKING);
    try {
      const status = await file.stat();
      if (!status.isFile())
        throw new CalendarError("is not a regular file. Use the path of a calendar that ends in .ics");
      for await (const chunk of file.createReadStream({ autoClose: false })) {
        signal.throwIfAborted();
        yield chunk;
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readError(error);
  }
}

/** The system's own message has the path, so only its code is shown. */
function readError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string") return error;
  const why = code === "ENOENT" || code === "ENOTDIR" ? "there is no such file" : code;
  return new CalendarError(`cannot be read (${why}). Check its path and its permissions`);
}
