// Rendered from evals/transcript.schema.json by `npm run generate`. Do not edit.

/**
 * A line of a transcript: first what was run, then what happened, in order, then the verdict.
 */
export type TranscriptLine = Header | User | Model | Call | Result | Judged;

export interface Header {
  type: "run";
  task: string;
  deployment: "cloud" | "datacenter";
  /**
   * Which run of the task it is, from 1.
   */
  time: number;
}
export interface User {
  type: "user";
  /**
   * Its place among the task's turns.
   */
  turn: number;
  text: string;
  /**
   * Whether the turn has a condition.
   */
  conditional: boolean;
}
export interface Model {
  type: "model";
  text: string;
}
export interface Call {
  type: "call";
  id: string;
  name: string;
  arguments: {
    [k: string]: unknown;
  };
}
export interface Result {
  type: "result";
  /**
   * That of its call.
   */
  id: string;
  text: string;
  isError: boolean;
  /**
   * Whether Tempo changed during the calls of this step.
   */
  changed: boolean;
}
export interface Judged {
  type: "verdict";
  verdict: "solved" | "declined" | "wrong" | "harmful";
  /**
   * Why it is not solved.
   */
  reasons: string[];
  /**
   * Digest of what Tempo held at the end, without ids.
   */
  state: string;
  /**
   * Requests to Tempo and Jira.
   */
  requests: number;
  /**
   * Tokens of o200k_base.
   */
  tokens: {
    /**
     * The date, the instructions and the tools, once.
     */
    definitions: number;
    /**
     * The arguments of all calls.
     */
    arguments: number;
    /**
     * The results of all calls.
     */
    results: number;
    /**
     * What the model said.
     */
    said: number;
  };
}
