import { buffer } from "node:stream/consumers";
import { decodeText, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";

/** @throws InvalidInputError, which quotes nothing of a file or of stdin: either may hold a token by mistake */
export async function readArguments(args: string, stdin: NodeJS.ReadableStream): Promise<object> {
  if (args === "-")
    return parse(decodeText(await buffer(stdin)), (reason) => notJson("The text on stdin", reason));
  if (!args.startsWith("@")) return parse(args, inlineNotJson);
  const path = args.slice(1);
  return parse(readFile(path), (reason) => notJson(`The file ${path}`, reason));
}

function readFile(path: string): string {
  try {
    return readTextFile(path);
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

function inlineNotJson(reason: string): InvalidInputError {
  return new InvalidInputError(
    `The arguments are not JSON: ${reason}. Some shells, such as PowerShell, ` +
      "strip quotes: save the JSON to a file and pass '@file', or pipe it in and pass -.",
  );
}

/** JavaScript's message quotes the text, so only the position is kept; some of its messages have none. */
function notJson(source: string, reason: string): InvalidInputError {
  const [, position] = /at position (\d+)/.exec(reason) ?? [];
  const place = position === undefined ? "" : ` (at character ${Number(position) + 1})`;
  return new InvalidInputError(
    `${source} is not JSON${place}. Pass a JSON object, such as {"startDate":"2026-01-05"}.`,
  );
}
