import type { Inputs } from "../generated/inputs.ts";
import type { Responses } from "../generated/responses.ts";
import type { CallContext } from "../timesheet/call-context.ts";

/** By index: the rows of a batch that break a rule, with the problem. */
export type InvalidRows = ReadonlyMap<number, string>;

/** A tool as one literal: the names of its contract shapes, its texts, and what it does. */
export interface Tool<
  Input extends keyof Inputs = keyof Inputs,
  Reply extends keyof Responses = keyof Responses,
> {
  name: string;
  title: string;
  /** What it does, when to use it, what it does not do. The README's table shows the first sentence. */
  description: string;
  /** One more sentence of the description, by the setting for duplicates: what a repeated call does. */
  repeated?: Record<CallContext["duplicates"], string>;
  input: Input;
  reply: Reply;
  /** What it changes in Tempo. The protocol's hints are derived from it. */
  effect: "read" | "create" | "delete";
  /** The argument whose rows fail alone if they break a rule, instead of the whole call. */
  rows?: "worklogs";
  /** @param invalidRows rows that broke a rule, for a tool with `rows`; empty for others */
  handle(input: Inputs[Input], context: CallContext, invalidRows: InvalidRows): Promise<Responses[Reply]>;
  /** Whether a reply reports a failure as a whole. */
  failed?(reply: Responses[Reply]): boolean;
}

/** Returns the tool as it is; there for type inference. */
export function defineTool<Input extends keyof Inputs, Reply extends keyof Responses>(
  tool: Tool<Input, Reply>,
): Tool<Input, Reply> {
  return tool;
}

/** The whole description of a tool, by the setting for duplicates. */
export function descriptionOf(
  { description, repeated }: Tool,
  duplicates: CallContext["duplicates"],
): string {
  return repeated ? `${description} ${repeated[duplicates]}` : description;
}
