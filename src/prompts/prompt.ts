/** The protocol makes every argument's value a text. */
interface PromptArgument {
  description: string;
  required: boolean;
  /** Returns what the text says; throws `InvalidInputError` if it breaks a rule. */
  read(name: string, text: string): unknown;
}

type PromptArguments = Record<string, PromptArgument>;

type ValuesOf<Arguments extends PromptArguments> = {
  [Name in keyof Arguments as Arguments[Name]["required"] extends true ? Name : never]: ReturnType<
    Arguments[Name]["read"]
  >;
} & {
  [Name in keyof Arguments as Arguments[Name]["required"] extends true ? never : Name]?: ReturnType<
    Arguments[Name]["read"]
  >;
};

export interface Prompt<Arguments extends PromptArguments = PromptArguments> {
  name: string;
  title: string;
  description: string;
  effect: "read" | "create";
  arguments: Arguments;
  /** Optional arguments, exactly one of which must be given. */
  oneOf?: readonly string[];
  /** Returns the text that a user would have typed, for the tools that are offered. */
  write(values: ValuesOf<Arguments>, toolNames: ReadonlySet<string>): string;
}

export function definePrompt<const Arguments extends PromptArguments>(
  prompt: Prompt<Arguments>,
): Prompt<Arguments> {
  return prompt;
}
