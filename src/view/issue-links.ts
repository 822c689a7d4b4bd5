import type { Bridge } from "./bridge.ts";
import type { OpenIssue } from "./env.ts";

/** @param site the address of Jira */
export function issuesOf(bridge: Bridge, site: string): OpenIssue {
  const addressOf = (issueKey: string) => `${site}/browse/${issueKey}`;
  return {
    addressOf,
    open(issueKey) {
      // The host may ask the user, who may say no.
      bridge.request("ui/open-link", { url: addressOf(issueKey) }).catch(() => {});
    },
  };
}
