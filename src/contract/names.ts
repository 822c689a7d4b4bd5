import type { Inputs } from "../generated/inputs.ts";
import type { Responses } from "../generated/responses.ts";
import { type Tools, toolShapes } from "../generated/tool-shapes.ts";

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

const replies = new Map<string, keyof Responses>();
const inputs = new Map<string, keyof Inputs>();
for (const [tool, { input, reply }] of Object.entries(toolShapes)) {
  replies.set(tool, reply).set(reply, reply);
  inputs.set(tool, input).set(input, input);
}

export function replyTypeName(name: ReplyName): keyof Responses {
  return lookUp(replies, name, "reply");
}

export function inputTypeName(name: InputName): keyof Inputs {
  return lookUp(inputs, name, "input");
}

function lookUp<Shape>(shapes: ReadonlyMap<string, Shape>, name: string, what: string): Shape {
  const shape = shapes.get(name);
  if (shape === undefined) {
    throw new TypeError(`Unknown ${what} "${name}". Known names: ${[...shapes.keys()].join(", ")}.`);
  }
  return shape;
}
