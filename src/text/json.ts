/** The deepest nesting of objects and lists; arguments have three levels. */
const MAX_DEPTH = 100;

/** The most values and members of a message. A batch of 500 entries has about 2,500; the checks of the SDK take a processor 20 µs for each. */
const MAX_VALUES = 5000;

/** The reason to refuse a JSON text for its nesting or its values. */
export function tooMuchOf(text: string): string | undefined {
  const { depth, values } = sizeOf(text);
  if (depth > MAX_DEPTH)
    return `The message is nested more than ${MAX_DEPTH} levels deep. No tool needs more than a few.`;
  if (values > MAX_VALUES)
    return `The message has more than ${MAX_VALUES} values. The largest batch needs half of them: send less at once.`;
  return undefined;
}

/**
 * Counts the levels and the values of a JSON text, up to the limits. The SDK recurses into messages, and one that is nested too deep
 * overflows its stack. Scanning the text is the quickest way.
 */
function sizeOf(json: string): { depth: number; values: number } {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let index = 0; index < json.length && depth <= MAX_DEPTH && values <= MAX_VALUES; index += 1) {
    const character = json[index];
    if (character === '"') isInString = !isInString;
    else if (isInString) index += character === "\\" ? 1 : 0;
    else if (character === ",") values += 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
  }
  return { depth, values };
}

/** The value that a text has as JSON, which may itself be a text of JSON; undefined if it is no text, no JSON, too much, or of another type. */
export function fromJson<Value>(
  text: unknown,
  isOfType: (value: unknown) => value is Value,
): Value | undefined {
  if (typeof text !== "string" || tooMuchOf(text) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isOfType(value) ? value : fromJson(value, isOfType);
  } catch {
    return undefined;
  }
}

/** The texts between the commas of an object or a list in JSON; undefined if its quotes or brackets do not pair. */
export function partsOf(text: string): string[] | undefined {
  const parts: string[] = [];
  const open: string[] = [];
  let start = 1;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') index = endOfString(text, index);
    else if (character === "{" || character === "[") open.push(character === "{" ? "}" : "]");
    else if (character === "}" || character === "]") {
      if (open.pop() !== character) return undefined;
    } else if (character === "," && open.length === 1) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
    if (open.length === 0)
      return index === text.length - 1 ? [...parts, text.slice(start, -1).trim()] : undefined;
  }
  return undefined;
}

/** The index of the closing quote, or a later one if there is none. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}
