import type { ProbedRequest } from "../../generated/outputs.ts";
import { findRoute } from "../../sandbox/routes.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { neverSent } from "../../tempo/http/network-errors.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { Exchange } from "./exchange.ts";

const NAMES: Readonly<Record<string, ProbedRequest["name"]>> = {
  createWorklog: "log",
  createWorklogsForIssue: "log",
  updateWorklog: "change",
  deleteWorklog: "delete",
};

/** The requests that write, and their answers, as they have passed. */
export interface RecordedWrites {
  fetch: Fetch;
  exchanges: readonly Exchange[];
  /** The most worklogs that they may have stored: one that had no usable answer may do so later. */
  mostStored(): number;
  /** The ids that Tempo has deleted. */
  deleted: ReadonlySet<string>;
  /** The time at which the last request left, reading or not: before that, it may have waited for its turn at the rate. */
  lastSentAt(): number;
}

export function recordWrites(send: Fetch, clock: Clock): RecordedWrites {
  const exchanges: Exchange[] = [];
  const deleted = new Set<string>();
  let mostStored = 0;
  let lastSentAt = clock.now();
  return {
    exchanges,
    deleted,
    mostStored: () => mostStored,
    lastSentAt: () => lastSentAt,
    async fetch(request) {
      lastSentAt = clock.now();
      const route = findRoute(request.method, apiUrl(request.url));
      const name = "id" in route ? NAMES[route.id] : undefined;
      if (name === undefined || !("path" in route)) return send(request);
      const { url, method } = request;
      const start = clock.now();
      // Counted before it leaves: its answer may never come.
      if (name === "log") mostStored += 1;
      const note = (answer: Exchange["answer"], isWithoutEffect: boolean) => {
        if (name === "log" && isWithoutEffect) mostStored -= 1;
        const asked = { name, request: `${method} ${route.path}` };
        exchanges.push({ ...asked, milliseconds: clock.now() - start, answer });
      };
      try {
        const response = await send(request);
        const { status, headers } = response;
        const text = await response
          .clone()
          .text()
          .catch(() => "");
        if (name === "delete" && response.ok) deleted.add(String(route.parameters.id));
        note({ status, url, headers: [...headers], text }, status >= 400 && status < 500);
        return response;
      } catch (error) {
        note("no connection", neverSent(error));
        throw error;
      }
    },
  };
}

/** The address without the path that Jira may have of its own. */
function apiUrl(text: string): URL {
  const url = new URL(text);
  url.pathname = url.pathname.replace(/^.*?(?=\/(rest|4)\/)/, "");
  return url;
}
