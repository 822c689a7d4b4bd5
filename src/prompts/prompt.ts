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

/** A prompt: how it is listed, and its text. */
export interface Prompt<Arguments extends Record<string, PromptArgument> = Record<string, PromptArgument>> {
  name: string;
  title: string;
  description: string;
  /** What it makes an assistant do in Tempo. */
  effect: "read" | "create";
  arguments: Arguments;
  /** Returns the text that a user would have typed; throws `InvalidInputError` if an argument breaks a rule. */
  write(args: ArgumentsOf<Arguments>): string;
}

/** Returns the prompt as it is; there for type inference. */
export function definePrompt<const Arguments extends Record<string, PromptArgument>>(
  prompt: Prompt<Arguments>,
): Prompt<Arguments> {
  return prompt;
}
