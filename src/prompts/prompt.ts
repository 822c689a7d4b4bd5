/** The most characters of an argument, as many as an issue's key or a name may have. */
export const MAX_ARGUMENT = 255;

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

export interface PromptFacts {
  /** The tools that are offered. */
  toolNames: ReadonlySet<string>;
  today: string;
}

export interface Prompt<Arguments extends PromptArguments = PromptArguments> {
  name: string;
  title: string;
  description: string;
  effect: "read" | "create";
  /** The tools without which it is not offered. */
  needs?: readonly string[];
  arguments: Arguments;
  /** Optional arguments, exactly one of which must be given. */
  oneOf?: readonly string[];
  /** Returns the text that a user would have typed. */
  write(values: ValuesOf<Arguments>, facts: PromptFacts): string;
}

export function definePrompt<const Arguments extends PromptArguments>(
  prompt: Prompt<Arguments>,
): Prompt<Arguments> {
  return prompt;
}
