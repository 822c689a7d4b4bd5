/** What programs import as `tempofiller/contract`: the types of the replies and inputs, and checks of both by name. */
import type { Inputs } from "../generated/inputs.ts";
import type { Responses } from "../generated/responses.ts";
import { describeViolation } from "./describe-violation.ts";
import { inputViolations } from "./inputs.ts";
import { replyViolations } from "./replies.ts";

export type * from "../generated/inputs.ts";
export type * from "../generated/responses.ts";
export { CONTRACT_VERSION } from "../generated/schemas.ts";

/**
 * Where a reply breaks its published schema: one line per fault, and none where the reply keeps it.
 *
 * @param name the reply's name: `GetScheduleResponse` for `get_schedule`; another one throws
 * @param reply the tool's `structuredContent`, or its text after `JSON.parse`
 */
export function replyErrors(name: keyof Responses, reply: unknown): string[] {
  return replyViolations(name, reply).map((violation) => describeViolation(name, violation));
}

/** Whether a reply keeps its published schema; it then has that reply's type. */
export function isReply<Name extends keyof Responses>(name: Name, reply: unknown): reply is Responses[Name] {
  return replyErrors(name, reply).length === 0;
}

/**
 * Where the arguments of a call break their published schema, or hold one that the tool does not know: one line per
 * fault, and none where they are good. The server checks rules beyond the schema as well, such as real calendar dates;
 * `contracts/README.md` tells them.
 *
 * @param name the input's name: `GetScheduleInput` for `get_schedule`
 */
export function inputErrors(name: keyof Inputs, input: unknown): string[] {
  return inputViolations(name, input).map((violation) => describeViolation(name, violation));
}

/** Whether arguments keep their published schema and hold none that the tool does not know. */
export function isInput<Name extends keyof Inputs>(name: Name, input: unknown): input is Inputs[Name] {
  return inputErrors(name, input).length === 0;
}
