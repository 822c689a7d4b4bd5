import { oneLine } from "../../text/characters.ts";
import { withoutEntities } from "../../text/entities.ts";
import { cut, LENGTHS } from "../../text/lengths.ts";
import { type Redact, shownText } from "../../text/show.ts";

/** Limits for reading a body, which may have any size and depth. */
const MAX_PAGE_LENGTH = 64 * 1024;
const MAX_TEXT_LENGTH = 10_000;
const MAX_TEXTS = 100;
const MAX_DEPTH = 10;

/** The end of a text that was cut there may be a part of a secret, and is never shown. */
const LAST = 4000;

/** The fields of JSON that may have a message, by rank: those of a rank are read only if those before have none. */
const FIELDS = [
  ["errorMessages", "errors", "message"],
  ["errorMessage", "detail", "error_description", "reason", "description"],
  ["error", "title", "fault", "messages"],
];

/**
 * The message of a refusal as plain text; empty if it has none: the fields above of JSON, a plain text, or the heading of a page. Secrets,
 * which upstream may echo, are replaced before any cut: a part of one is not found.
 */
export function upstreamMessage(body: unknown, redact: Redact): string {
  const texts = typeof body === "string" ? [readText(body, redact)] : readJson(body);
  const text = texts
    .map((it) => shownText(it, redact).slice(0, it.length < MAX_TEXT_LENGTH ? undefined : -LAST))
    .map((it) => withoutSecrets(collapsed(withoutMarkup(oneLine(it))), redact))
    .filter(Boolean)
    .join("; ");
  const isWhole = texts.every(({ length }) => length < MAX_TEXT_LENGTH);
  return cut(text, LENGTHS.message, 0, isWhole ? undefined : () => "… (shortened)");
}

/** The names of cookies, and of parameters of URLs, whose values are secrets. */
const SECRET_NAME =
  /token|secret|passw|pwd|sess|cookie|credential|signature|api-?key|oauth|authoriz|rememberme|clearance|(?:^|[._-])(?:auth|key|pass|sid|sig)$/i;

const ISSUE_KEY = /^[A-Z][A-Z\d_]*-\d+$/;

/** Secrets of others, by forms that are well known, and what is shown in their place. */
const FORMS: [form: RegExp, shown: (...found: string[]) => string][] = [
  [
    /\b(Bearer|BEARER|bearer|Basic|BASIC|basic|Negotiate|NTLM|ApiKey)( +)(?=\S{0,100}[\d+/]|\S{20})[\w.~+/=-]{8,}/g,
    (_, scheme, space) => `${scheme}${space}[secret]`,
  ],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, () => "[secret]"],
  [/:\/\/[^\s/@?#"<>]+@/g, () => "://[secret]@"],
  [
    /(?<![\w.-])([\w.-]+)=([^\s"'&;,<>]+)/g,
    (found, name = "", value = "") =>
      SECRET_NAME.test(name) && !ISSUE_KEY.test(value) ? `${name}=[secret]` : (found ?? ""),
  ],
];

/** A text without secrets: our own may be written with percent codes, or be parted by markup that is gone, and a message may have secrets of others. */
function withoutSecrets(text: string, redact: Redact): string {
  const plain = redact(text);
  const decoded = plain.replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent);
  const redacted = redact(decoded);
  return FORMS.reduce(
    (shown, [form, by]) => shown.replaceAll(form, by),
    redacted === decoded ? plain : redacted,
  );
}

/** A name of upstream's, such as a key, as plain text. */
export function upstreamName(name: string): string {
  return cut(collapsed(oneLine(name)), LENGTHS.name);
}

/** JSON that was cut says nothing; a text may begin with a bracket too. */
const CUT_JSON = /^(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]]|$))/;

function readText(body: string, redact: Redact): string {
  const text = body.replace(/^\ufeff/, "").trimStart();
  if (text.startsWith("<")) return readPage(shownText(text, redact, MAX_PAGE_LENGTH, () => ""));
  return CUT_JSON.test(text) ? "" : text.slice(0, MAX_TEXT_LENGTH);
}

/** The elements that say what a page is about, the best first; `message` is one of XML. */
const HEADINGS = ["title", "message", "h1", "h2"];

/** Each heading, with the text up to the next one or its end, as `split` gives them by turns. */
const TAGS = /<(\/?(?:title|message|h1|h2|body))\b[^<>]*>/i;

const UNSEEN: [start: RegExp, end: RegExp][] = [
  [/<!--/g, /-->/g],
  [/<script\b/gi, /<\/script/gi],
  [/<style\b/gi, /<\/style/gi],
];

/** An administrator finds the request again by it. */
const REFERENCE =
  /\b(?:support|incident|reference|event|ray|request) (?:id|number)(?: is)?:? {0,3}[\w.:-]{4,64}/i;

/** The first heading of the best kind that has words, or else the text of the page. */
function readPage(page: string): string {
  const seen = UNSEEN.reduce((text, [start, end]) => without(text, start, end), page);
  const [before = "", ...parts] = seen.replaceAll("<![CDATA[", "").replaceAll("]]>", "").split(TAGS);
  const headings = new Map<string, string>();
  let text = before;
  for (let index = 0; index < parts.length; index += 2) {
    const [tag = "", inner = ""] = [parts[index]?.toLowerCase(), parts[index + 1]];
    if (HEADINGS.includes(tag) && !headings.has(tag)) headings.set(tag, plainPart(inner));
    if (tag !== "title") text += ` ${inner}`;
  }
  const heading = HEADINGS.map((name) => headings.get(name) ?? "").find(hasWords);
  const whole = plainPart(text);
  if (heading === undefined) return hasWords(whole) ? whole : "";
  const [reference] = REFERENCE.exec(whole) ?? [];
  return reference === undefined ? heading : `${heading} (${reference})`;
}

/** The text of a part of a page. */
function plainPart(part: string): string {
  const text = withoutMarkup(part);
  return collapsed(oneLine(withoutEntities(text))).slice(0, MAX_TEXT_LENGTH);
}

/** Whether a text names more than the number of a status. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\b(?:error|http|status|code)\b/gi, ""));
}

/** A page without what is between two marks; what does not end goes on to the end of the page. */
function without(page: string, start: RegExp, end: RegExp): string {
  let text = "";
  let from = 0;
  for (;;) {
    start.lastIndex = from;
    const opened = start.exec(page);
    if (!opened) return text + page.slice(from);
    text += page.slice(from, opened.index);
    end.lastIndex = opened.index;
    if (!end.exec(page)) return text;
    from = end.lastIndex;
  }
}

function readJson(body: unknown): string[] {
  if (typeof body !== "object" || body === null) return [];
  const values = body as Record<string, unknown>;
  for (const names of Array.isArray(body) ? [] : FIELDS) {
    const texts = messagesIn(names.map((name) => values[name]));
    if (texts.some((text) => text.trim() !== "")) return texts;
  }
  // Words in a field that is not known are a message all the same.
  return messagesIn(body).filter((text) => /\p{L} +\p{L}/u.test(text.replace(/^(?:[\w.-]+: )+/, "")));
}

function messagesIn(value: unknown): string[] {
  const texts: string[] = [];
  collectMessages(value, texts);
  return texts;
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

/** Marks of letters do not part a word, as other elements do. */
function withoutMarkup(text: string): string {
  return text
    .replaceAll(/<\/?(?:a|b|big|code|em|font|i|mark|s|small|span|strong|sub|sup|tt|u|wbr)\b[^<>]*>/gi, "")
    .replaceAll(/<[^<>]*>/g, " ");
}

function collapsed(text: string): string {
  return text.replaceAll(/ +/g, " ").trim();
}
