import type { MeasuredCall } from "./measure.ts";

/** The largest share of the markdown's size that a reply may have. */
const LARGEST_SHARE = 1.2;

/** Replies whose markdown has fewer tokens are exempt: their keys alone outweigh a sentence. */
const SMALLEST_TOKENS = 100;

type Sized = Pick<MeasuredCall, "json" | "markdown">;

/** A reply's size as a share of the markdown's: 1 is as large. */
export function shareOf({ json, markdown }: Sized): number {
  return json.tokens / markdown.tokens;
}

/** Whether a reply is larger than it should be. */
export function isTooLarge(call: Sized): boolean {
  return call.markdown.tokens >= SMALLEST_TOKENS && shareOf(call) > LARGEST_SHARE;
}

/** Whether the replies together are larger than they should be: as large as the markdown. */
export function isWholeTooLarge(whole: Sized): boolean {
  return shareOf(whole) >= 1;
}

/** All replies as one. */
export function wholeOf(calls: readonly Sized[]): Sized {
  const sum = (format: keyof Sized) => ({
    chars: calls.reduce((total, call) => total + call[format].chars, 0),
    tokens: calls.reduce((total, call) => total + call[format].tokens, 0),
  });
  return { json: sum("json"), markdown: sum("markdown") };
}
