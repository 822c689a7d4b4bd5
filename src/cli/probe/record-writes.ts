import type { ProbedRequest } from "../../generated/outputs.ts";
import { findRoute } from "../../sandbox/routes.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { Exchange } from "./exchange.ts";

const NAMES: Readonly<Record<string, ProbedRequest["name"]>> = {
  createWorklog: "log",
  createWorklogsForIssue: "log",
  updateWorklog: "change",
  deleteWorklog: "delete",
};

/** Records the requests that write, and their answers, as they pass. */
export function recordWrites(fetch: Fetch, clock: Clock, record: (exchange: Exchange) => void): Fetch {
  return async (request) => {
    const route = findRoute(request.method, apiUrl(request.url));
    const name = "id" in route ? NAMES[route.id] : undefined;
    if (name === undefined || !("path" in route)) return fetch(request);
    const { url, method } = request;
    const asked = { name, request: `${method} ${route.path}` };
    const start = clock.now();
    const noted = (answer: Exchange["answer"]) =>
      record({ ...asked, milliseconds: clock.now() - start, answer });
    try {
      const response = await fetch(request);
      const { status, headers } = response;
      const text = await response
        .clone()
        .text()
        .catch(() => "");
      noted({ status, url, headers: [...headers], text });
      return response;
    } catch (error) {
      noted("no connection");
      throw error;
    }
  };
}

/** The address without the path that Jira may have of its own. */
function apiUrl(text: string): URL {
  const url = new URL(text);
  url.pathname = url.pathname.replace(/^.*?(?=\/(rest|4)\/)/, "");
  return url;
}
