import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/runtime/clock.ts";
import { CancelledError } from "../../../src/timesheet/errors.ts";
import { serveOnLoopback } from "../../helpers/http-server.ts";
import { calendar, event, readCalendars, shown } from "./calendar.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const KEPT = ["2026-11-16T10:00 60 Kept"];
const CONTENT = calendar(event("SUMMARY:Kept"));
const MB = 1024 * 1024;
const LONG = calendar([`X-PICTURE:${"x".repeat(10_000)}`]);

/** The message of a failed read, once nothing secret is found in its stack and no cause is kept. */
async function failureOf(read: Promise<unknown>): Promise<string> {
  const error: unknown = await read.then(
    () => new Error("nothing failed"),
    (reason) => reason,
  );
  if (!(error instanceof Error)) return String(error);
  expect(error.cause).toBeUndefined();
  expect(`${error.stack}${JSON.stringify(error)}`).not.toMatch(/hidden7/i);
  return error.message;
}

test("a calendar is read from an address", async () => {
  const requests: Request[] = [];
  const send = async (request: Request) => {
    requests.push(request);
    return new Response(CONTENT);
  };
  const addresses = ["https://example.com/a.ics?key=1", "https://example.com/b.ics"];
  const read = await readCalendars(addresses, {}, send);
  expect(shown(read)).toEqual(KEPT);
  expect(read.found).toBe("2 calendars, 1 meeting");
  expect(requests.map(({ url, method, redirect }) => `${method} ${url} ${redirect}`)).toEqual([
    "GET https://example.com/a.ics?key=1 manual",
    "GET https://example.com/b.ics manual",
  ]);
  expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([null, null]);
});

const RESET = "Copy it again from the calendar's settings.";
const OTHER_HOST =
  "leads to another host, which is not followed, since its address is a secret. It may want you to sign in. " +
  "Take the address that needs no sign-in, or the one that it leads to.";
const moved = (location: string) => new Response(null, { status: 302, headers: { location } });

test.each<[what: string, response: () => Response, problem: string]>([
  [
    "refuses it",
    () => new Response("hidden7", { status: 403 }),
    "refuses its address (HTTP 403). It may have been reset: copy it again from the calendar's settings.",
  ],
  [
    "does not have it",
    () => new Response("hidden7", { status: 404 }),
    `is not at its address (HTTP 404). ${RESET}`,
  ],
  [
    "is broken",
    () => new Response("hidden7", { status: 503 }),
    "cannot be read now (HTTP 503). Try again later.",
  ],
  ["leads to another host", () => moved("https://hidden7.example.com/"), OTHER_HOST],
  ["leads to another port", () => moved("http://127.0.0.1:1/hidden7"), OTHER_HOST],
  ["leads to a file", () => moved("file:///hidden7"), OTHER_HOST],
  [
    "leads nowhere",
    () => new Response(null, { status: 302, headers: { location: "https://" } }),
    "answers with a redirect that is not valid (HTTP 302). Copy its address again.",
  ],
  [
    "leads to itself for ever",
    () => moved("?hidden7"),
    "leads from one address to another more than 3 times. Copy its address again.",
  ],
  [
    "wants a sign-in",
    () => new Response("<html>hidden7"),
    "is a web page, such as one to sign in, and not a calendar. Take the address of the calendar in iCal format (.ics), which needs no sign-in.",
  ],
  ["sends nothing", () => new Response(null), "is empty. Check that it is the right one."],
  [
    "sends too much, packed",
    () =>
      new Response(gzipSync(Buffer.alloc(33 * MB, LONG)), {
        headers: { "content-encoding": "gzip" },
      }),
    "is larger than 32 MB. Use one that goes back fewer years, or has no attachments.",
  ],
])("an address whose server %s costs only itself, and stays a secret", async (_, response, problem) => {
  const address = await serveOnLoopback(async () => response());
  expect(await failureOf(readCalendars([`${address}/hidden7/calendar.ics?key=hidden7`]))).toBe(
    `calendar 1 ${problem}`,
  );
});

test("a calendar that fails is named by its place, and the others are read", async () => {
  const send = async ({ url }: Request) => {
    if (url.includes("good")) return new Response(CONTENT);
    throw Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error("getaddrinfo ENOTFOUND hidden7"), { code: "ENOTFOUND" }),
    });
  };
  const read = await readCalendars(
    ["https://example.com/good", "https://hidden7.example.com/hidden7"],
    {},
    send,
  );
  expect(shown(read)).toEqual(KEPT);
  expect(read.problems).toEqual([
    "calendar 2 cannot be reached (ENOTFOUND). Check the network and its address.",
  ]);
  expect(read.found).toBe("1 calendar, 1 meeting");
});

test.each<[error: unknown, problem: string]>([
  [
    { code: "SELF_SIGNED_CERT_IN_CHAIN" },
    "has a TLS certificate that this machine does not trust (SELF_SIGNED_CERT_IN_CHAIN). Set NODE_EXTRA_CA_CERTS to a PEM file with its authority.",
  ],
  [
    { code: "https://hidden7" },
    "cannot be reached (the connection failed). Check the network and its address.",
  ],
  [new Error("hidden7"), "cannot be reached (the connection failed). Check the network and its address."],
])("a connection that fails with %j says why", async (cause, problem) => {
  const error = Object.assign(new TypeError("hidden7"), {
    cause: Object.assign(new Error("hidden7"), cause),
  });
  const read = readCalendars(["https://example.com/hidden7"], {}, () => Promise.reject(error));
  expect(await failureOf(read)).toBe(`calendar 1 ${problem}`);
});

describe("a server that never ends", () => {
  const silent = () => new Promise<Response>(() => {});
  const slow = async () =>
    new Response(new ReadableStream({ start: (body) => body.enqueue(Buffer.from("BEGIN:VCALENDAR\n")) }));

  test.each([
    ["its headers", silent],
    ["its body", slow],
  ])("sending %s costs only its own time", async (_, send) => {
    const context = { deadline: systemClock.now() + 100 };
    const read = readCalendars(["https://example.com/hidden7"], { context }, send);
    expect(await failureOf(read)).toBe(
      "calendar 1 could not be read in time. Try again, or use a smaller calendar.",
    );
  });

  test.each([
    ["its headers", silent],
    ["its body", slow],
  ])("sending %s ends once the caller cancels", async (_, send) => {
    const controller = new AbortController();
    const read = readCalendars(
      ["https://example.com/hidden7"],
      { context: { signal: controller.signal } },
      send,
    );
    controller.abort();
    await expect(read).rejects.toThrow(CancelledError);
  });

  test("is left once its time is over, also after a garbage collection", async () => {
    const server = createServer(() => {}).listen(0, "127.0.0.1");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, "listening");
    const closed = once(server, "connection").then(([socket]) => once(socket, "close"));
    const collecting = setInterval(collectGarbage, 50);
    onTestFinished(() => clearInterval(collecting));
    const { port } = server.address() as AddressInfo;
    const context = { deadline: systemClock.now() + 500 };
    const read = readCalendars([`http://127.0.0.1:${port}/a.ics`], { context });
    await expect(read).rejects.toThrow("calendar 1 could not be read in time");
    await closed;
  });
});
