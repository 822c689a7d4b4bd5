/** By the protocol an argument's value is text. */
interface PromptArgument {
  description: string;
  required: boolean;
}

type ArgumentsOf<Arguments extends Record<string, PromptArgument>> = {
  [Name in keyof Arguments as Arguments[Name]["required"] extends true ? Name : never]: string;
} & {
  [Name in keyof Arguments as Arguments[Name]["required"] extends true ? never : Name]?: string;
};

export interface Prompt<Arguments extends Record<string, PromptArgument> = Record<string, PromptArgument>> {
  name: string;
  title: string;
  description: string;
  effect: "read" | "create";
  arguments: Arguments;
  /** Returns the text that a user would have typed; throws `InvalidInputError` if an argument breaks a rule. */
  write(args: ArgumentsOf<Arguments>): string;
}

export function definePrompt<const Arguments extends Record<string, PromptArgument>>(
  prompt: Prompt<Arguments>,
): Prompt<Arguments> {
  return prompt;
}
