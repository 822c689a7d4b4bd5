import { existsSync } from "node:fs";
import type { ReadStream } from "node:tty";
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
import { systemClock } from "../../runtime/clock.ts";
import { wrapped } from "../../text/width.ts";
import { lineWidth } from "../cli.ts";
import { type Host, installedHosts, type Place } from "../hosts/hosts.ts";
import { cancelled } from "./context.ts";

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

/** Milliseconds within which the rest of a pasted text arrives; no user types that soon after Enter. */
const PASTE_MS = 100;

interface Key {
  name?: string;
}

/** Asks on the terminal, and notices an answer that was pasted with a line break in it: text comes right after its end. */
export async function wholePaste<Value>(
  stdin: ReadStream,
  question: () => Promise<Value>,
): Promise<{ answer: Value; isCut: boolean }> {
  // Prompts end at a carriage return, and lose what is before a line feed.
  let line = "";
  let endedAt: number | undefined;
  let isBroken = false;
  const listen = (text: string | undefined, { name }: Key = {}) => {
    if (name === "return") {
      endedAt = systemClock.now();
      line = "";
      return;
    }
    if (name === "enter") {
      isBroken ||= line !== "";
      line = "";
      return;
    }
    line += text ?? "";
    if (endedAt === undefined || line.trim() === "") return;
    isBroken = systemClock.now() - endedAt < PASTE_MS;
    endedAt = undefined;
  };
  stdin.on("keypress", listen);
  try {
    const answer = await question();
    stdin.setRawMode(true);
    stdin.resume();
    await systemClock.sleep(PASTE_MS);
    return { answer, isCut: isBroken };
  } finally {
    stdin.off("keypress", listen).pause();
    stdin.setRawMode(false);
  }
}

/** Asks for some of the hosts; those that are installed are selected. */
export async function askHosts(question: string, hosts: readonly Host[], place: Place): Promise<Host[]> {
  const found = installedHosts(place, existsSync).map(({ name }) => name);
  const chosen = await ask.several(
    `${question} Space selects, Enter confirms.`,
    hosts.map((host) => ({ value: host.name, label: host.title, hint: host.file(place) })),
    hosts.map(({ name }) => name).filter((name) => found.includes(name)),
  );
  return hosts.filter(({ name }) => chosen.includes(name));
}
