import type { Format } from "./format.ts";
import type { ServerTools } from "./server-tools.ts";

/** The host and the server, as all parts of the view see them. */
export interface Env {
  /** Undefined if the host lets the view call no tool. */
  tools: ServerTools | undefined;
  /** The names of the tools that the server offers. */
  offered: ReadonlySet<string>;
  /** Today's date where the user is. */
  today: string;
  /** The time of day where the user is, such as 14:05. */
  timeOfDay(): string;
  format: Format;
  /** The pages of issues in Jira; undefined if Jira's address is not known, or the host opens no links. */
  openIssue: OpenIssue | undefined;
  /** Leaves a text with the assistant for its next turn, if the host takes one. */
  tellAssistant(text: string): void;
}

export interface OpenIssue {
  addressOf(issueKey: string): string;
  /** Asks the host to open the page. */
  open(issueKey: string): void;
}

/** Whether `fill_days` plans and logs for the view. */
export function canLog({ tools, offered }: Env): boolean {
  return tools !== undefined && offered.has("fill_days");
}

export function canDelete({ tools, offered }: Env): boolean {
  return tools !== undefined && (offered.has("delete_worklogs") || offered.has("delete_worklog"));
}

export function canPostDraft({ tools, offered }: Env): boolean {
  return tools !== undefined && offered.has("post_draft");
}
