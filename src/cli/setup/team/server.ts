import { isLoopback } from "../../../config/url.ts";
import { systemClock, today } from "../../../runtime/clock.ts";
import { createRedactor } from "../../../runtime/redaction.ts";
import type { Deployment } from "../../../tempo/deployment.ts";
import { withBoundedBody } from "../../../tempo/http/bounded-body.ts";
import type { Fetch } from "../../../tempo/http/client.ts";
import { withTimeout } from "../../../tempo/http/timeout.ts";
import { oneLine } from "../../../text/characters.ts";
import { type Redact, shownText } from "../../../text/show.ts";
import { toUrl } from "../../../text/url.ts";
import {
  InvalidInputError,
  SettingsError,
  UnauthorizedError,
  UnavailableError,
} from "../../../timesheet/errors.ts";
import { HEADERS, type HeaderValues, headersOf } from "../../hosts/entry.ts";

/** Above the time that the server gives a call. */
const TIMEOUT_MS = 60_000;

/** The most characters of a server's own words that are shown. */
const MAX_SHOWN = 500;

/** The answer to a call that reads. */
interface Reply {
  status: number;
  /** Undefined if it is no answer of MCP. */
  isError: boolean | undefined;
  text: string;
}

/** @throws InvalidInputError unless tokens may be sent to it */
export function readTeamUrl(text: string): URL {
  const url = toUrl(text.trim());
  if (
    !url ||
    !["https:", "http:"].includes(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ""
  ) {
    throw new InvalidInputError(
      "--team takes the URL of your team's server, such as https://tempofiller.example.com/mcp. Your administrator has it.",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw new InvalidInputError(
      `${url.href} has no TLS, so your tokens could be read on the way. Use https.`,
    );
  }
  if (url.pathname === "/") url.pathname = "/mcp";
  return url;
}

/**
 * Asks the server which users' credentials it takes.
 *
 * @returns undefined if it takes none: it serves sample data
 * @throws UnauthorizedError if it refuses the access key
 */
export async function kindOfServer(url: URL, values: HeaderValues): Promise<Deployment["kind"] | undefined> {
  const { TEMPOFILLER_ACCESS_KEY: key } = values;
  const reply = await call(url, key === undefined ? {} : { TEMPOFILLER_ACCESS_KEY: key });
  if (!reply.isError) return undefined;
  // A server that gets no credentials names the headers that it needs.
  if (reply.text.includes(HEADERS.TEMPO_PAT)) return "datacenter";
  if (reply.text.includes(HEADERS.TEMPO_API_TOKEN)) return "cloud";
  throw new UnavailableError(`${url.href} cannot serve you now: ${reply.text}`);
}

/** Reads the schedule of today. @throws TimesheetError with the server's own words if it cannot */
export async function checkValues(url: URL, values: HeaderValues): Promise<void> {
  const { isError, text } = await call(url, values);
  if (isError) throw new UnauthorizedError(`The server could not read your schedule: ${text}`, 401);
}

async function call(url: URL, values: HeaderValues): Promise<Reply> {
  const reply = await send(url, values);
  if (reply.status === 401 || reply.status === 403) {
    throw new UnauthorizedError(
      `The server refuses the access key (HTTP ${reply.status}): ${reply.text}`,
      401,
    );
  }
  if (reply.isError === undefined) {
    throw new SettingsError(
      `${url.href} responds (HTTP ${reply.status}), but not as a server of TempoFiller. Correct the URL: it ends with /mcp.`,
    );
  }
  return reply;
}

const sendRequest: Fetch = (request) => fetch(request);

async function send(url: URL, values: HeaderValues): Promise<Reply> {
  const { JIRA_EMAIL: _, ...secrets } = values;
  const redact = createRedactor(Object.values(secrets));
  try {
    return await withTimeout(systemClock, TIMEOUT_MS, async (signal) => {
      const request = new Request(url, {
        method: "POST",
        redirect: "manual",
        signal,
        headers: {
          ...headersOf(values),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "get_schedule", arguments: { startDate: today() } },
        }),
      });
      const response = await sendRequest(request);
      return readReply(response.status, await (await withBoundedBody(response)).text(), redact);
    });
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : redact(message);
    throw new UnavailableError(
      `${url.href} cannot be reached (${reason}). Check the URL and your network; if the certificate is from your company's own ` +
        "authority, set NODE_EXTRA_CA_CERTS to its PEM file, for your host too.",
    );
  }
}

function readReply(status: number, body: string, redact: Redact): Reply {
  // A stream of events has the same JSON after `data:`.
  const json = /^data: ?(\{.*)$/m.exec(body)?.[1] ?? body;
  try {
    const { result, error } = JSON.parse(json) as {
      result?: { isError?: boolean; content?: { text?: unknown }[] };
      error?: { message?: unknown };
    };
    const said = String(error?.message ?? result?.content?.[0]?.text ?? "");
    const text = oneLine(shownText(said, redact, MAX_SHOWN, () => "…"));
    return { status, text, isError: error ? true : result && result.isError === true };
  } catch {
    return { status, text: "", isError: undefined };
  }
}
