/** The module `tempofiller/contract` for programs: the types of replies and inputs, checks of both, and the error codes. */
import type { Inputs } from "../generated/inputs.ts";
import type { Responses } from "../generated/responses.ts";
import { type Tools, toolShapes } from "../generated/tool-shapes.ts";
import { inputProblems } from "./inputs.ts";
import { describeProblem } from "./problems.ts";
import { replyProblems } from "./replies.ts";

export type * from "../generated/inputs.ts";
export type * from "../generated/responses.ts";
export { CONTRACT_VERSION } from "../generated/schemas.ts";
export type { Tools } from "../generated/tool-shapes.ts";
export type { ErrorCode } from "../timesheet/errors.ts";
export { ERROR_CODES } from "./error-codes.ts";

/** The name of a reply's type (`"GetScheduleResponse"`) or of its tool (`"get_schedule"`). */
export type ReplyName = keyof Responses | keyof Tools;

/** The name of the arguments' type (`"GetScheduleInput"`) or of the tool (`"get_schedule"`). */
export type InputName = keyof Inputs | keyof Tools;

export type ReplyOf<Name extends ReplyName> = Name extends keyof Tools
  ? Tools[Name]["reply"]
  : Name extends keyof Responses
    ? Responses[Name]
    : never;

export type InputOf<Name extends InputName> = Name extends keyof Tools
  ? Tools[Name]["input"]
  : Name extends keyof Inputs
    ? Inputs[Name]
    : never;

/**
 * Checks a reply against its published schema. Returns one sentence per problem.
 *
 * @param name the tool (`"get_schedule"`) or the reply's type (`"GetScheduleResponse"`)
 * @param reply the tool's `structuredContent`, or its text after `JSON.parse`
 * @throws TypeError that lists the known names, for an unknown one
 */
export function replyErrors(name: ReplyName, reply: unknown): string[] {
  return replyProblems(typeOf(replyTypes, name, "reply"), reply);
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
 * @param name the tool (`"get_schedule"`) or the arguments' type (`"GetScheduleInput"`); with the set `details` on, two tools have another
 *   type (`"PostWorklogDetailsInput"`)
 * @throws TypeError that lists the known names, for an unknown one
 */
export function inputErrors(name: InputName, input: unknown): string[] {
  return inputProblems(typeOf(inputTypes, name, "input"), input).map((problem) =>
    describeProblem(problem, "the input"),
  );
}

/** Whether the arguments of a call have no `inputErrors`, and so the tool's input type. @throws TypeError for an unknown name */
export function isInput<Name extends InputName>(name: Name, input: unknown): input is InputOf<Name> {
  return inputErrors(name, input).length === 0;
}

const shapes = Object.entries(toolShapes);
const replyTypes = byName(shapes.map(([tool, { reply }]) => [tool, reply]));
const inputTypes = new Map<string, keyof Inputs>([
  ...byName(shapes.map(([tool, { input }]) => [tool, input])),
  ...shapes.flatMap(([, shape]) => ("detailed" in shape ? [[shape.detailed, shape.detailed] as const] : [])),
]);

function byName<Type extends string>(types: [tool: string, Type][]): ReadonlyMap<string, Type> {
  return new Map(
    types.flatMap(([tool, type]): [string, Type][] => [
      [tool, type],
      [type, type],
    ]),
  );
}

function typeOf<Type>(types: ReadonlyMap<string, Type>, name: string, what: string): Type {
  const type = types.get(name);
  if (type !== undefined) return type;
  throw new TypeError(`Unknown ${what} "${name}". Known names: ${[...types.keys()].join(", ")}.`);
}
