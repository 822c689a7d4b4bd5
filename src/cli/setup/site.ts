import { dataCenterHelp } from "../../config/service-help.ts";
import type { Connection } from "../../runtime/connection.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { withBoundedBody } from "../../tempo/http/bounded-body.ts";
import { networkError, perhapsTls } from "../../tempo/http/network-errors.ts";
import type { Service } from "../../tempo/http/service.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";
import { toUrl } from "../../text/url.ts";

export interface Site {
  /** Undefined if nothing at the address says it. */
  kind: Deployment["kind"] | undefined;
  /** The base URL of Jira, with its context path if it has one. */
  url: string;
}

/** Milliseconds allowed for one request. */
const TIMEOUT_MS = 10_000;

/** Context paths are short: longer ones are a page's. */
const MAX_CONTEXT_PARTS = 3;

/** The URL of any page of Jira, with or without its scheme. Undefined if it is no URL. */
export function readAddress(text: string): URL | undefined {
  const address = text.trim();
  const url = /^[a-z][a-z+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  return /\s/.test(address) ? undefined : toUrl(url);
}

/**
 * Finds Jira by its public server info; sends no token.
 *
 * @throws TimesheetError if nothing answers
 */
export async function findSite(address: URL, connection: Connection["options"]): Promise<Site> {
  const parts = address.pathname.split("/").filter(Boolean).slice(0, MAX_CONTEXT_PARTS);
  const prefixes = [0, ...parts.keys()].map((count, index) =>
    index === 0 ? "" : `/${parts.slice(0, count + 1).join("/")}`,
  );
  for (const prefix of prefixes) {
    const url = address.origin + prefix;
    const kind = await deploymentAt(url, connection);
    if (kind) return { kind, url: kind === "cloud" ? address.origin : url };
  }
  return { kind: undefined, url: address.origin };
}

/**
 * Reads the deployment from Jira's public server info.
 *
 * @param version of Jira's API: Cloud alone has the third
 * @throws TimesheetError if nothing answers, or what does may expect TLS
 */
export async function deploymentAt(
  url: string,
  { fetch: send, clock }: Pick<Connection["options"], "fetch" | "clock">,
  version: 2 | 3 = 2,
): Promise<Deployment["kind"] | undefined> {
  const jira = serviceAt(url, "Jira");
  const body = await withTimeout(clock, TIMEOUT_MS, async (signal) => {
    const request = new Request(`${url}/rest/api/${version}/serverInfo`, {
      headers: { accept: "application/json" },
      redirect: "manual",
      signal,
    });
    const response = await send(request);
    if (response.status === 400 && perhapsTls(jira))
      throw new Error("no answer of Jira's", { cause: new Error("HTTP 400") });
    return (await withBoundedBody(response)).text();
  }).catch((error: unknown) => {
    throw networkError(jira, "read", error);
  });
  const type = deploymentTypeIn(body);
  if (type === "Cloud") return "cloud";
  return typeof type === "string" ? "datacenter" : undefined;
}

/** The service at an address that a user has typed, for errors. */
export function serviceAt(baseUrl: string, name: "Jira" | "Tempo"): Service {
  const help = { ...dataCenterHelp().jira, urlSetting: "the address" };
  return { api: "jira", name, baseUrl, isRateLimited: false, help };
}

function deploymentTypeIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { deploymentType?: unknown } | null)?.deploymentType;
  } catch {
    return undefined;
  }
}
