import type { OfferedTool } from "../run/command.ts";

/** A call of a tool as a model asks for it. */
export interface ModelCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

export type Message =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string; calls: ModelCall[] }
  | { role: "tool"; callId: string; name: string; text: string; isError: boolean };

/** All that a model gets. */
export interface Conversation {
  /** Says nothing about the task. */
  id: string;
  /** The sentence on today's date. */
  today: string;
  /** The server's own, and with skills their names and descriptions. */
  instructions: string;
  tools: readonly OfferedTool[];
  messages: readonly Message[];
}

/** The next act of a model: it calls tools, or says something and waits for the user. */
export interface Step {
  text: string;
  calls: ModelCall[];
}

export interface Model {
  /** The name in reports and transcripts. */
  name: string;
  /** Starts a conversation. */
  open(): ModelSession;
}

export interface ModelSession {
  /** @throws if the model fails or answers with something else */
  next(conversation: Conversation): Promise<Step>;
  close(): void;
}

/** The text that begins a conversation for models that take one. */
export function systemText({ today, instructions }: Conversation): string {
  return `${today}\n\n${instructions}`;
}
