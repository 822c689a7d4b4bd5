import type { Inputs } from "../generated/inputs.ts";
import type { Responses } from "../generated/responses.ts";
import type { CallScope, Timesheet } from "../timesheet/port.ts";
import type { PostingPolicy } from "../timesheet/posting/post-worklogs.ts";

/** What a tool is handed beside its arguments. */
export interface ToolCall {
  timesheet: Timesheet;
  /** What bounds the call: its deadline, and the caller's withdrawal. */
  scope: CallScope;
  posting: PostingPolicy;
  /** Tells the caller how far the call is: `done` of `total`, never going backwards. */
  progress(done: number, total: number, message: string): void;
  /** By index, for a tool with `rows`: the rows that break a rule, with its words. */
  refusedRows: ReadonlyMap<number, string>;
}

/** A tool as one literal: names of its contract shapes, the words an assistant reads, and what it does. */
export interface Tool<
  Input extends keyof Inputs = keyof Inputs,
  Reply extends keyof Responses = keyof Responses,
> {
  name: string;
  title: string;
  /** What it does, when to use it, what it does not do. The first sentence stands in the README's table. */
  description: string;
  /** What a repeated call does, by what is done with duplicates: one sentence more of the description. */
  repeated?: Record<PostingPolicy["duplicates"], string>;
  input: Input;
  reply: Reply;
  /** What it changes in Tempo. The protocol's hints are derived from it. */
  effect: "read" | "create" | "delete";
  /** Set where a row of the argument `worklogs` that breaks a rule fails alone instead of the whole call. */
  rows?: true;
  handle(input: Inputs[Input], call: ToolCall): Promise<Responses[Reply]>;
  /** Whether a reply is a failure as a whole. */
  failed?(reply: Responses[Reply]): boolean;
}

/** The identity function, there for inference. */
export function defineTool<Input extends keyof Inputs, Reply extends keyof Responses>(
  tool: Tool<Input, Reply>,
): Tool<Input, Reply> {
  return tool;
}

/** All that a tool says of itself, by what is done with duplicates. */
export function descriptionOf(
  { description, repeated }: Tool,
  duplicates: PostingPolicy["duplicates"],
): string {
  return repeated ? `${description} ${repeated[duplicates]}` : description;
}
