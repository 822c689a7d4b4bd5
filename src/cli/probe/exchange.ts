import type { ProbedRequest } from "../../generated/outputs.ts";

/** A request as it was sent, and its answer as it came: all of a user's data, of which a report is made. */
export interface Exchange {
  name: ProbedRequest["name"];
  /** Method and path, with names in braces for values. */
  request: string;
  /** The number of elements that were asked for. */
  limit?: number;
  milliseconds: number;
  answer: Answer | Exclude<ProbedRequest["outcome"], "answered">;
}

export interface Answer {
  status: number;
  /** The address that was asked. */
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  text: string;
}

/** The JSON of an answer; undefined if it has none. */
export function jsonOf(answer: Exchange["answer"]): unknown {
  if (typeof answer === "string") return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** The JSON of an answer that succeeded. */
export function successOf({ answer }: Pick<Exchange, "answer">): unknown {
  return typeof answer !== "string" && answer.status === 200 ? jsonOf(answer) : undefined;
}
