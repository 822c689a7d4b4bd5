import type { Connection } from "../../runtime/connection.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { withBoundedBody } from "../../tempo/http/bounded-body.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";

export interface Site {
  /** Undefined if nothing at the address says it. */
  kind: Deployment["kind"] | undefined;
  /** Of Jira, with its context path if it has one. */
  url: string;
}

/** Of one request, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Context paths are short: longer ones are a page's. */
const MAX_CONTEXT_PARTS = 3;

/** The URL of any page of Jira, with or without its scheme. Undefined if it is no URL. */
export function readAddress(text: string): URL | undefined {
  const address = text.trim();
  const url = /^[a-z][a-z+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  return /\s/.test(address) || !URL.canParse(url) ? undefined : new URL(url);
}

/** A Cloud site by its name, and any other Jira by what it answers; sends no token. */
export async function findSite(address: URL, connection: Connection["options"]): Promise<Site> {
  if (address.hostname.endsWith(".atlassian.net")) return { kind: "cloud", url: address.origin };
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

/** What Jira says of itself to everybody. */
async function deploymentAt(
  url: string,
  { fetch: send, clock }: Connection["options"],
): Promise<Deployment["kind"] | undefined> {
  try {
    const response = await withTimeout(clock, TIMEOUT_MS, async (signal) => {
      const request = new Request(`${url}/rest/api/2/serverInfo`, {
        headers: { accept: "application/json" },
        redirect: "manual",
        signal,
      });
      return (await withBoundedBody(await send(request))).json() as Promise<{
        deploymentType?: unknown;
      } | null>;
    });
    if (response?.deploymentType === "Cloud") return "cloud";
    return typeof response?.deploymentType === "string" ? "datacenter" : undefined;
  } catch {
    // Whatever it is, it is no Jira that answers; the checks that follow say why.
    return undefined;
  }
}
