import type { Bridge } from "./bridge.ts";
import type { OpenIssue } from "./env.ts";

/** Whether it is a key; replies name hidden issues by their ids. */
export function isIssueKey(text: string): boolean {
  return /^[A-Z][A-Z0-9_]*-\d+$/i.test(text);
}

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
