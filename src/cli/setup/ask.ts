import {
  type CANCEL_SYMBOL,
  confirm,
  isCancel,
  log,
  multiselect,
  password,
  select,
  text,
} from "@clack/prompts";
import { cancelled } from "./cancelled.ts";

interface Choice<Value> {
  value: Value;
  label: string;
  hint?: string;
}

/** Questions on the terminal. Each throws a CancelledError if the user presses Ctrl-C. */
export const ask = {
  text: async (message: string, placeholder: string, initialValue = ""): Promise<string> =>
    answered(await text({ message, placeholder, initialValue, validate: required })).trim(),

  /** Shows a dot for each character. */
  secret: async (message: string): Promise<string> =>
    answered(await password({ message, validate: required })).trim(),

  /** Shows a dot for each character. Empty if it is left out. @param problemIn the sentence for an answer that cannot be used */
  optionalSecret: async (
    message: string,
    problemIn: (answer: string) => string | undefined,
  ): Promise<string> => {
    const validate = (value: string | undefined) => problemIn(value?.trim() ?? "");
    return (answered(await password({ message, validate })) ?? "").trim();
  },

  yes: async (message: string, initialValue: boolean): Promise<boolean> =>
    answered(await confirm({ message, initialValue })),

  one: async <Value extends string>(message: string, options: Choice<Value>[]): Promise<Value> =>
    answered(await select<string>({ message, options })) as Value,

  several: async (message: string, options: Choice<string>[], initialValues: string[]): Promise<string[]> =>
    answered(await multiselect({ message, options, initialValues, required: false })),
};

/** Prints messages between the questions. */
export const say = {
  /** Not in a box: that would break links into lines. */
  step: (...lines: string[]): void => log.step(lines.join("\n")),
  done: (message: string): void => log.success(message),
  problem: (message: string): void => log.error(message),
};

function answered<Value>(answer: Value | typeof CANCEL_SYMBOL): Value {
  if (isCancel(answer)) throw cancelled();
  return answer;
}

function required(value: string | undefined): string | undefined {
  return value?.trim() ? undefined : "Please enter it, or press Ctrl-C to leave everything as it is.";
}
