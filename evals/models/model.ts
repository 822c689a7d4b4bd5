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
  /** The name of the run, such as a task's id. */
  id: string;
  /** Today's date and the server's instructions. */
  system: string;
  tools: readonly OfferedTool[];
  messages: readonly Message[];
}

/** What a model does next: it calls tools, or says something and waits for the user. */
export interface Step {
  text: string;
  calls: ModelCall[];
}

export interface Model {
  /** The name in reports and transcripts. */
  name: string;
  /** Starts a conversation. */
  open(id: string): ModelSession;
}

export interface ModelSession {
  /** @throws if the model fails or answers with something else */
  next(conversation: Conversation): Promise<Step>;
  close(): void;
}
