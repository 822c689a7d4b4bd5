import type { Inputs } from "../generated/inputs.ts";
import type { Responses } from "../generated/responses.ts";
import type { CallContext } from "../timesheet/call-context.ts";

/** The opt-in sets; the setting that turns them on has the same names. */
export const TOOL_SETS = [
  "fill",
  "edit",
  "approvals",
  "find",
  "draft",
  "reports",
  "team",
  "details",
] as const;

export type ToolSet = (typeof TOOL_SETS)[number];

export type InvalidRows = ReadonlyMap<number, string>;

export interface Tool<
  Input extends keyof Inputs = keyof Inputs,
  Reply extends keyof Responses = keyof Responses,
  Detailed extends keyof Inputs = Input,
> {
  name: string;
  title: string;
  /** The README's table shows the first sentence. */
  description: string;
  /** Added to the description: what a repeated call does. */
  repeated?: Record<CallContext["duplicates"], string>;
  /** The opt-in set that it belongs to; one without is always offered. */
  set?: ToolSet;
  input: Input;
  /** Its input with the set `details`, which has all of the other one: see `toolsOf`. */
  detailed?: Detailed;
  reply: Reply;
  /** The protocol's hints are derived from it. */
  effect: "read" | "create" | "update" | "delete" | "submit";
  /** Hosts with MCP Apps draw its replies in the view. */
  view?: true;
  /** The view calls it. Where its set is off, hosts with MCP Apps are offered it for the view alone. */
  calledByView?: true;
  /** The argument whose rows fail alone if they break a rule, instead of the whole call. */
  rows?: "worklogs";
  /** @param invalidRows rows that broke a rule, for a tool with `rows`; empty for others */
  handle(input: Inputs[Detailed], context: CallContext, invalidRows: InvalidRows): Promise<Responses[Reply]>;
  /** The lines of the form that asks before a plan is carried out; the first is the question. Every tool with a `confirm` has it. */
  question?(plan: Responses[Reply], input: Inputs[Input]): string[];
  /** Whether a reply reports a failure as a whole. */
  failed?(reply: Responses[Reply]): boolean;
  /** The entries of a reply, for a tool whose entries succeed or fail on their own. A plan has not failed. */
  entries?(reply: Responses[Reply]): Entries;
}

/** The results of a call's entries. */
export interface Entries {
  total: number;
  failed: FailedEntry[];
}

export interface FailedEntry {
  /** The entry's name in a sentence, such as `worklog 77`. */
  name: string;
  reason: string;
}

/** Returns its argument; the types of input and reply are inferred from it. */
export function defineTool<
  Input extends keyof Inputs,
  Reply extends keyof Responses,
  Detailed extends keyof Inputs = Input,
>(tool: Tool<Input, Reply, Detailed>): Tool<Input, Reply, Detailed> {
  return tool;
}

export function descriptionOf(
  { description, repeated }: Tool,
  duplicates: CallContext["duplicates"],
): string {
  return repeated ? `${description} ${repeated[duplicates]}` : description;
}
