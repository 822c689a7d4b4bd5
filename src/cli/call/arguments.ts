import { buffer } from "node:stream/consumers";
import { decodeText, MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { Tool } from "../../tools/tool.ts";
import { toolArguments } from "./tool-arguments.ts";

const PASS_JSON = 'Pass a JSON object, such as {"startDate":"2026-01-05"}.';

/** @throws InvalidInputError, which quotes nothing of a file or of stdin: either may hold a token by mistake */
export async function readArguments(args: string, stdin: NodeJS.ReadableStream, tool: Tool): Promise<object> {
  if (args === "-") {
    const text = decodeText(await buffer(stdin));
    if (text.trim() === "") throw new InvalidInputError(`stdin was empty. ${PASS_JSON}`);
    return parse(text, (reason) => notJson("The text on stdin", reason));
  }
  if (!args.startsWith("@")) {
    const [, name] = /^(\w+)=/.exec(args) ?? [];
    if (name === undefined && !/[{["]/.test(args)) throw withoutName(args, tool);
    return parse(args, (reason) => inlineNotJson(name, reason));
  }
  const path = args.slice(1);
  return parse(readFile(path), (reason) => notJson(`The file ${path}`, reason));
}

function readFile(path: string): string {
  try {
    return readTextFile(path, MAX_FILE_BYTES.arguments);
  } catch (error) {
    throw new InvalidInputError(
      `The file ${path} cannot be read (${whyUnreadable(error)}). Pass the path of a file that contains a JSON object.`,
    );
  }
}

function parse(text: string, notJson: (reason: string) => InvalidInputError): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson((error as SyntaxError).message.replaceAll(/\s+/g, " "));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new InvalidInputError('The arguments must be a JSON object, such as {"startDate":"2026-01-05"}.');
}

/** Quotes what is too short for a token. */
function withoutName(text: string, tool: Tool): InvalidInputError {
  const { name = "", type } = toolArguments(tool).find(({ isRequired }) => isRequired) ?? {};
  const value = type === "array" ? "JSON" : /^[\w.:-]{1,20}$/.test(text) ? text : "VALUE";
  return new InvalidInputError(
    `The arguments are not a JSON object. Write each as an option, such as --${name} ${value}. Or pass a JSON object.`,
  );
}

function inlineNotJson(name: string | undefined, reason: string): InvalidInputError {
  if (name !== undefined) {
    return new InvalidInputError(
      `The arguments are not JSON. Write ${name} as an option: --${name}=VALUE. Or pass a JSON object.`,
    );
  }
  return new InvalidInputError(
    `The arguments are not JSON: ${reason}. Some shells, such as PowerShell, ` +
      "strip quotes: save the JSON to a file and pass '@file', or pipe it in and pass -.",
  );
}

/** JavaScript's message quotes the text, so only the position is kept; some of its messages have none. */
function notJson(source: string, reason: string): InvalidInputError {
  const [, position] = /at position (\d+)/.exec(reason) ?? [];
  const place = position === undefined ? "" : ` (at character ${Number(position) + 1})`;
  return new InvalidInputError(`${source} is not JSON${place}. ${PASS_JSON}`);
}

/**
 * The arguments of a call that may be given as JSON and as options.
 *
 * @throws InvalidInputError if one is given both ways
 */
export function mergeArguments(json: object, options: Record<string, unknown>): object {
  const twice = Object.keys(options).find((name) => Object.hasOwn(json, name));
  if (twice === undefined) return { ...json, ...options };
  throw new InvalidInputError(
    `\`${twice}\` is given twice: in the JSON and as --${twice}. Give it once. Nothing was sent.`,
  );
}
