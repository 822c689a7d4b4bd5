/** The text for the end of a sentence; nothing if it is long enough for a token that was set in the wrong place. */
export function butNot(text: string): string {
  return text.length > 20 ? "" : `, not ${JSON.stringify(text)}`;
}
