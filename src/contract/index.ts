/** The module `tempofiller/contract` for programs: the types of replies and inputs, checks of both, and the error codes. */
import { inputProblems } from "./inputs.ts";
import {
  type InputName,
  type InputOf,
  inputTypeName,
  type ReplyName,
  type ReplyOf,
  replyTypeName,
} from "./names.ts";
import { describeProblem } from "./problems.ts";
import { replyProblems } from "./replies.ts";

export type * from "../generated/inputs.ts";
export type * from "../generated/responses.ts";
export { CONTRACT_VERSION } from "../generated/schemas.ts";
export type { Tools } from "../generated/tool-shapes.ts";
export type { ErrorCode } from "../timesheet/errors.ts";
export { ERROR_CODES } from "./error-codes.ts";
export type { InputName, InputOf, ReplyName, ReplyOf } from "./names.ts";

/**
 * Checks a reply against its published schema. Returns one sentence per problem.
 *
 * @param name the tool (`"get_schedule"`) or the reply's type (`"GetScheduleResponse"`)
 * @param reply the tool's `structuredContent`, or its text after `JSON.parse`
 * @throws TypeError that lists the known names, for an unknown one
 */
export function replyErrors(name: ReplyName, reply: unknown): string[] {
  return replyProblems(replyTypeName(name), reply);
}

/** Whether a reply matches its published schema, and so has that reply's type. @throws TypeError for an unknown name */
export function isReply<Name extends ReplyName>(name: Name, reply: unknown): reply is ReplyOf<Name> {
  return replyErrors(name, reply).length === 0;
}

/**
 * Checks the arguments of a call. Returns one sentence per problem, worded as the server words it; none if the server would
 * accept them. Covers the published schema and every rule of `contracts/README.md` that needs no request. In a batch, the
 * server lets a row with a problem fail alone. The server also refuses to log hours more than two years ahead, which depends on
 * its clock and is not checked here.
 *
 * @param name the tool (`"get_schedule"`) or the arguments' type (`"GetScheduleInput"`)
 * @throws TypeError that lists the known names, for an unknown one
 */
export function inputErrors(name: InputName, input: unknown): string[] {
  return inputProblems(inputTypeName(name), input).map((problem) => describeProblem(problem, "the input"));
}

/** Whether the arguments of a call have no `inputErrors`, and so the tool's input type. @throws TypeError for an unknown name */
export function isInput<Name extends InputName>(name: Name, input: unknown): input is InputOf<Name> {
  return inputErrors(name, input).length === 0;
}
