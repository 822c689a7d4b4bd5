/** An argument of a prompt. By the protocol its value is text. */
export interface PromptArgument {
  /** What it is and how it is written. */
  description: string;
  required: boolean;
}

type ArgumentsOf<Arguments extends Record<string, PromptArgument>> = {
  [Name in keyof Arguments as Arguments[Name]["required"] extends true ? Name : never]: string;
} & {
  [Name in keyof Arguments as Arguments[Name]["required"] extends true ? never : Name]?: string;
};

/** A prompt as it is listed. The words are loaded when they are first asked for. */
export interface Prompt<Arguments extends Record<string, PromptArgument> = Record<string, PromptArgument>> {
  name: string;
  title: string;
  description: string;
  /** What it leads an assistant to do in Tempo. */
  effect: "read" | "create";
  arguments: Arguments;
  /** `write` answers the text that a user would have typed; it throws `BadInput` where an argument breaks a rule. */
  load(): Promise<{ write(args: ArgumentsOf<Arguments>): string }>;
}

/** The identity function, there for inference. */
export function definePrompt<const Arguments extends Record<string, PromptArgument>>(
  prompt: Prompt<Arguments>,
): Prompt<Arguments> {
  return prompt;
}
