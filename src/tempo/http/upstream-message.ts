/** As many characters of a message as a person reads. */
const MAX_LENGTH = 1000;

/**
 * The upstream's own message in an error body, as plain text; empty for HTML and anything else. Every shape that has been seen
 * is read: `errors` as an array or object of messages, `errorMessages`, `errors` by field, `message`.
 */
export function upstreamMessage(body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const { errorMessages, errors, message } = body as Record<string, unknown>;
  const text = [...messagesIn(errorMessages), ...messagesIn(errors), ...messagesIn(message)]
    .map(withoutMarkup)
    .filter(Boolean)
    .join("; ");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters in all)` : text;
}

function messagesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(messagesIn);
  if (typeof value !== "object" || value === null) return [];
  if ("message" in value) return messagesIn(value.message);
  return Object.entries(value).flatMap(([field, item]) =>
    messagesIn(item).map((text) => `${field}: ${text}`),
  );
}

function withoutMarkup(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
