import { Agent, request } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import type { Results } from "../../faults/upstream/tally.ts";

/** The reply to a call of a tool. */
export interface Reply {
  status: number;
  /** The response as it came. */
  text: string;
  isError: boolean;
  /** The tool's text for the user, or the message of a protocol error. */
  message: string;
  data: { results?: Results; worklogs?: { id: string }[]; worklog?: { id: string }; success?: boolean };
  milliseconds: number;
}

/** Sends one call of a tool without a handshake, as a stateless server allows it. Rejects if the connection fails. */
export type Call = (url: URL, headers: Record<string, string>, name: string, args: object) => Promise<Reply>;

const TIMEOUT_MS = 180_000;

interface CallerOptions {
  /** Whether connections serve several calls, as those to a load balancer do. */
  keepAlive: boolean;
  /** The certificate to trust; without it, calls are not encrypted. */
  certificate?: string;
}

export function caller({ keepAlive, certificate }: CallerOptions): Call & { close(): void } {
  const options = { keepAlive, maxSockets: 400 };
  const agent =
    certificate === undefined ? new Agent(options) : new TlsAgent({ ...options, ca: certificate });
  const open = certificate === undefined ? request : tlsRequest;
  const call: Call = (url, headers, name, args) =>
    new Promise((resolve, reject) => {
      const since = performance.now();
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args },
      });
      const sent = open(url, {
        agent,
        method: "POST",
        timeout: TIMEOUT_MS,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
      });
      sent.on("error", reject);
      sent.on("timeout", () => sent.destroy(new Error(`No response after ${TIMEOUT_MS} ms`)));
      sent.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({
            status: response.statusCode ?? 0,
            ...read(text),
            milliseconds: performance.now() - since,
          });
        });
      });
      sent.end(body);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}

/** The last event of the stream is the response; a refusal is no stream. */
function read(text: string): Pick<Reply, "text" | "isError" | "message" | "data"> {
  const event = text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .at(-1);
  const json = event?.slice("data: ".length) ?? text;
  try {
    const { result, error } = JSON.parse(json) as {
      result?: { isError?: boolean; content?: { text?: string }[]; structuredContent?: Reply["data"] };
      error?: { message?: string };
    };
    return {
      text,
      isError: !result || result.isError === true,
      message: error?.message ?? result?.content?.[0]?.text ?? "",
      data: result?.structuredContent ?? {},
    };
  } catch {
    return { text, isError: true, message: text, data: {} };
  }
}
