import type { Fetch } from "../../src/tempo/http/client.ts";

/** Characters that no output may show. They are listed here again, so that the tested code does not check itself. */
const RANGES = [
  String.raw`\0-\x08\v\f\x0e-\x1f\x7f-\x9f`,
  String.raw`\u2028-\u202e\u2066-\u206f`,
  String.raw`\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u3164\ufeff\uffa0`,
  String.raw`\ufe00-\ufe0d\ufff0-\ufffb\ufffe\uffff`,
  String.raw`\u{e0000}-\u{e0fff}\p{Cs}`,
];

export const HIDDEN = new RegExp(`[${RANGES.join("")}]`, "u");

/** Characters of each kind, with a sequence that clears a terminal and one that names its window. */
export const HIDDEN_TEXT =
  "\u001b[2J\u001b]0;window\u0007\u009b31m\0\b\v\f\x7f\u0085\xad\u034f\u115f\u180e\u200b\u2028\u202e\u2066\u2069\u206a\u3164\ufe00" +
  "\ufeff\uffa0\ufff9\uffff\u{e0001}\u{e0041}\u{e007f}\u{e0100}\ud83d-\ude00\r\n";

/** Longer than any text may be. */
export const LONG_TEXT = "long ".repeat(4000);

/** Fields of responses that hold no text written by users. */
const STRUCTURE =
  /^(self|next|id|custom|key|accountId|worker|updater|status|type|started|created|timeSpent|.*[dD]ate.*|.*At|.*Time|dayType)$/;

/** An upstream whose users have put hidden characters, and more than can be shown, into every text that they can write. */
export function withHostileTexts(fetch: Fetch): Fetch {
  return async (request) => {
    const response = await fetch(request);
    if (!/json/.test(response.headers.get("content-type") ?? "")) return response;
    const { status, headers } = response;
    const body = JSON.parse(await response.text(), (field, value) =>
      typeof value === "string" && !STRUCTURE.test(field) ? `${value}${HIDDEN_TEXT}${LONG_TEXT}` : value,
    );
    return Response.json(body, { status, headers });
  };
}

/** Every text in a value, with the name of its field. */
export function textsIn(value: unknown, field = ""): { field: string; text: string }[] {
  if (typeof value === "string") return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    { field: "name of a field", text: name },
    ...textsIn(item, name),
  ]);
}
