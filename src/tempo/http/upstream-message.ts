import { oneLine } from "../../text/characters.ts";
import { cut, LENGTHS } from "../../text/lengths.ts";
import { type Redact, shownText } from "../../text/show.ts";

/** Limits for reading a body, which may have any size and depth. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_TEXTS = 100;
const MAX_DEPTH = 10;

/**
 * The message of a refusal as plain text; empty if it has none. Shapes seen: `errors` as an array or object of messages or by field,
 * `errorMessages`, `message`; a plain text; a page, whose title is the message. Secrets, which upstream may echo, are replaced before any
 * cut: a part of one is not found.
 */
export function upstreamMessage(body: unknown, redact: Redact): string {
  const texts: string[] = [];
  if (typeof body === "string") texts.push(titleOf(body.trimStart().slice(0, MAX_TEXT_LENGTH)));
  else if (typeof body === "object" && body !== null) {
    const { errorMessages, errors, message } = body as Record<string, unknown>;
    collectMessages([errorMessages, errors, message], texts);
  }
  const text = texts
    .map((it) => collapsed(withoutMarkup(oneLine(shownText(it, redact)))))
    .filter(Boolean)
    .join("; ");
  const isWhole = texts.every(({ length }) => length < MAX_TEXT_LENGTH);
  return cut(text, LENGTHS.message, 0, isWhole ? undefined : () => "… (shortened)");
}

/**
 * The title of a page unless it is just a status, or the message of Jira's XML. A text that is neither stays whole, unless it was to be
 * JSON and cannot be read.
 */
function titleOf(text: string): string {
  if (!text.startsWith("<")) return /^[[{]/.test(text) ? "" : text;
  const [, title = ""] = /<(?:title|message|h1)\b[^<>]*>([^<]+)/i.exec(text) ?? [];
  return /\p{L}/u.test(title) ? title : "";
}

/** A name of upstream's, such as a key, as plain text. */
export function upstreamName(name: string): string {
  return cut(collapsed(oneLine(name)), LENGTHS.name);
}

function collectMessages(value: unknown, texts: string[], fields = "", depth = 0): void {
  if (texts.length >= MAX_TEXTS || depth > MAX_DEPTH) return;
  if (typeof value === "string") {
    texts.push((fields + value).slice(0, MAX_TEXT_LENGTH));
  } else if (Array.isArray(value)) {
    for (const item of value) collectMessages(item, texts, fields, depth + 1);
  } else if (typeof value === "object" && value !== null) {
    const named = "message" in value ? [["", value.message]] : Object.entries(value);
    for (const [field, item] of named) {
      collectMessages(item, texts, field === "" ? fields : `${fields}${field}: `, depth + 1);
    }
  }
}

function withoutMarkup(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, " ");
}

function collapsed(text: string): string {
  return text.replaceAll(/ +/g, " ").trim();
}
