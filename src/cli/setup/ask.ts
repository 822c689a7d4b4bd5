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
import { wrapped } from "../../text/characters.ts";
import { lineWidth } from "../terminal.ts";
import { cancelled } from "./cancelled.ts";
import { wholePaste } from "./whole-paste.ts";

interface Choice<Value> {
  value: Value;
  label: string;
  hint?: string;
}

/** The sentence for an answer that cannot be used. */
type ProblemIn = (answer: string) => string | undefined;

/** Questions on the terminal. Each throws a CancelledError if the user presses Ctrl-C. */
export const ask = {
  text: async (
    message: string,
    placeholder: string,
    { initialValue = "", problemIn }: { initialValue?: string | undefined; problemIn?: ProblemIn } = {},
  ): Promise<string> =>
    answered(
      await text({ message, placeholder, initialValue, validate: (value) => required(value, problemIn) }),
    ).trim(),

  /** Empty if it is left out. */
  optionalText: async (message: string, placeholder: string, problemIn: ProblemIn): Promise<string> => {
    const validate = (value: string | undefined) => problemIn(value?.trim() ?? "");
    return (answered(await text({ message, placeholder, validate })) ?? "").trim();
  },

  /** Shows a dot for each character. */
  secret: (message: string, problemIn: ProblemIn): Promise<string> =>
    hidden(message, (value) => required(value, problemIn)),

  /** Shows a dot for each character. Empty if it is left out. */
  optionalSecret: (message: string, problemIn: ProblemIn): Promise<string> =>
    hidden(message, (value) => problemIn(value?.trim() ?? "")),

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
  step: (...lines: string[]): void => log.step(wrappedLines(lines)),
  done: (message: string): void => log.success(wrappedLines([message])),
  problem: (message: string): void => log.error(wrappedLines([message])),
};

async function hidden(
  message: string,
  validate: (value: string | undefined) => string | undefined,
): Promise<string> {
  for (;;) {
    const { answer, isCut } = await wholePaste(process.stdin, () =>
      password({ message, validate, clearOnError: true }),
    );
    const value = (answered(answer) ?? "").trim();
    if (!isCut) return value;
    say.problem("What you pasted has a line break in it, so it was not used. Paste it as one line.");
  }
}

/** The columns that the prompts' bar and the blanks after it take. */
const BAR_WIDTH = 3;

/** Lines of the terminal's width that end between words; a link stays on one. */
function wrappedLines(lines: readonly string[]): string {
  const width = lineWidth(process.stdout.columns, undefined) - BAR_WIDTH;
  return lines.flatMap((line) => (/\s/.test(line) ? wrapped(line, width) : line)).join("\n");
}

function answered<Value>(answer: Value | typeof CANCEL_SYMBOL): Value {
  if (isCancel(answer)) throw cancelled();
  return answer;
}

function required(value: string | undefined, problemIn: ProblemIn = () => undefined): string | undefined {
  const answer = value?.trim();
  return answer ? problemIn(answer) : "Please enter it, or press Ctrl-C to leave everything as it is.";
}
