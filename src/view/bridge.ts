import type { McpUiInitializeRequest, McpUiInitializeResult } from "@modelcontextprotocol/ext-apps";
import { isCalendarDate } from "../timesheet/dates.ts";

export type Bridge = ReturnType<typeof connectHost>;

interface Message {
  jsonrpc: "2.0";
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message?: string };
}

const METHOD_NOT_FOUND = -32_601;

/**
 * JSON-RPC 2.0 with the window that holds this one, as MCP Apps (2026-01-26) describes it.
 *
 * @param notices what is done at the host's notifications, by their methods
 */
export function connectHost(
  own: Pick<Window, "addEventListener">,
  host: Pick<Window, "postMessage">,
  notices: Record<string, (params: Record<string, unknown>) => void>,
) {
  const open = new Map<string | number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  // The host's origin is unknown, so what is sent is only what it may know.
  const post = (message: object) => host.postMessage({ jsonrpc: "2.0", ...message }, "*");

  /** Rejects with the message of the host. Waits as long as the host does: it may be asking the user. */
  function request<Result>(method: string, params: object): Promise<Result> {
    lastId += 1;
    const id = lastId;
    return new Promise<unknown>((resolve, reject) => {
      open.set(id, { resolve, reject });
      post({ id, method, params });
    }) as Promise<Result>;
  }

  function receive({ id, method, params = {}, result, error }: Message): void {
    if (method !== undefined && id !== undefined) post({ id, ...answer(method) });
    else if (method !== undefined) notices[method]?.(params);
    else if (id !== undefined) {
      const call = open.get(id);
      open.delete(id);
      if (error) call?.reject(new Error(error.message ?? "The host gave no reason."));
      else call?.resolve(result);
    }
  }

  own.addEventListener("message", ({ source, data }) => {
    // Hosts also post messages that are not JSON-RPC.
    if (source === host && isMessage(data)) receive(data);
  });

  return {
    request,
    notify: (method: string, params: object) => post({ method, params }),
    /** The handshake. Until it is done, hosts may keep the view hidden. */
    async initialize() {
      const params: McpUiInitializeRequest["params"] = {
        appInfo: { name: "tempofiller-timesheet", version: "1" },
        appCapabilities: { availableDisplayModes: ["inline"] },
        protocolVersion: "2026-01-26",
      };
      const result = await request<McpUiInitializeResult>("ui/initialize", params);
      post({ method: "ui/notifications/initialized", params: {} });
      return result;
    },
  };
}

function answer(method: string): { result: object } | { error: object } {
  return method === "ping" || method === "ui/resource-teardown"
    ? { result: {} }
    : { error: { code: METHOD_NOT_FOUND, message: `${method} is not supported` } };
}

function isMessage(data: unknown): data is Message {
  return asObject(data).jsonrpc === "2.0";
}

/** The value as an object; empty if it is none. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The value as a list; empty if it is none. */
export function asList<Item>(value: unknown): Item[] {
  return Array.isArray(value) ? value : [];
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isDate(value: unknown): value is string {
  return isText(value) && isCalendarDate(value);
}
