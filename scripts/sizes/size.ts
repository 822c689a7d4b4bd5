/// <reference path="./tokenizer-globals.d.ts" />
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** The size of a text, in UTF-16 units and in tokens of o200k_base. */
export interface Size {
  chars: number;
  tokens: number;
}

export function sizeOf(text: string): Size {
  return { chars: text.length, tokens: countTokens(text) };
}
