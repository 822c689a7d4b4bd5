import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { oneLine } from "../../text/characters.ts";
import { cut } from "../../text/lengths.ts";
import { isLoopback, toUrl } from "../../text/url.ts";
import { CalendarError } from "./errors.ts";

const MAX_NAME = 80;

/** The place of a calendar in the setting: the path of a file, or an address. */
export interface Place {
  /** Its name for the user. Never a part of an address, the host included, since a host may be the secret: the setting shows the address. */
  name: string;
  path?: string;
  url?: URL;
  /** Why the calendar cannot be read there. */
  error?: CalendarError;
}

/** The places of calendars, in the order of the setting: files have their names, addresses their numbers. */
export function placesOf(calendars: readonly string[]): Place[] {
  const places = calendars.map((text, index) => placeOf(text.trim(), `calendar ${index + 1}`));
  const names = places.map(({ name }) => name);
  return places.map((place, index) =>
    names.indexOf(place.name) === names.lastIndexOf(place.name)
      ? place
      : { ...place, name: `${place.name} (calendar ${index + 1})` },
  );
}

function placeOf(text: string, name: string): Place {
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(text)?.[1]?.toLowerCase();
  // The path may be one of Windows.
  const file = basename(text.replaceAll("\\", "/"));
  if (scheme === undefined) return { name: cut(oneLine(file), MAX_NAME) || name, path: text };
  const url = toUrl(text.replace(/^webcals?:/i, "https:"));
  if (!url) return { name, error: new CalendarError("has an address that is not valid. Copy it again") };
  if (!isSafe(url)) {
    return {
      name,
      error: new CalendarError(
        url.protocol === "http:"
          ? "has an address without TLS, which others could read. Use the same address with https"
          : "is neither a file nor an https address. Use one of them",
      ),
    };
  }
  return { name, url };
}

/** Whether nothing between two machines can read what is sent. */
function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

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

const CHUNK_BYTES = 64 * 1024;

/** Windows has no such flag, and no files that would need it. */
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

/** The content of a file in chunks. @throws CalendarError, from the iteration, if it cannot be read */
export async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    // A pipe without a writer would block here, before its kind is known.
    const file = await open(path, constants.O_RDONLY | NON_BLOCKING);
    try {
      const status = await file.stat();
      if (!status.isFile())
        throw new CalendarError("is not a regular file. Use the path of a calendar that ends in .ics");
      for (;;) {
        signal.throwIfAborted();
        const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES));
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
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
