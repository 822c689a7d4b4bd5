import pLimit from "p-limit";
import { check } from "recheck";
import { findPatterns, type Pattern } from "./find-patterns.ts";

/** A regular expression that is not checked, since it never meets a long text. */
export interface Exception {
  file: string;
  /** The expression as the file has it. */
  code: string;
  /** The longest text that it meets, and what makes sure of that. */
  bound: string;
}

const ADVICE =
  "Write each so that a part of a text can match in one way only, or search without one: `indexOf`, `split`, `trimEnd`. If its texts are " +
  "always short, say so in scripts/patterns/exceptions.ts, with their longest length and where it is checked.";

/** The library counts steps, so that a slow machine has the same result. The time ends a check that would take minutes, and fails it. */
const LIMITS = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/**
 * Checks every regular expression below `src` of a project, and returns what to print.
 *
 * @throws an error that names each that is too slow or unknown, and each exception that is for none of them
 */
export async function checkPatterns(root: string, exceptions: readonly Exception[]): Promise<string> {
  const patterns = await findPatterns(root);
  const isFor = ({ file, code }: Exception, pattern: Pattern) =>
    pattern.file === file && pattern.code === code;
  const checked = patterns.filter((pattern) => !exceptions.some((exception) => isFor(exception, pattern)));
  const unused = exceptions.filter((exception) => !patterns.some((pattern) => isFor(exception, pattern)));
  // Otherwise the time of a check would pass while others have their turn.
  const oneByOne = pLimit(1);
  const verdicts = new Map<string, Promise<string | undefined>>();
  const found = checked.map(async ({ file, line, code, made }) => {
    const key = JSON.stringify(made);
    const verdict = verdicts.get(key) ?? oneByOne(() => problemOf(made));
    verdicts.set(key, verdict);
    const problem = await verdict;
    return problem === undefined ? [] : [`${file}:${line}: ${code} ${problem}.`];
  });
  const problems = [
    ...(await Promise.all(found)).flat(),
    ...unused.map(
      ({ file, code }) => `scripts/patterns/exceptions.ts: ${file} has no ${code}. Remove the exception.`,
    ),
  ];
  if (problems.length > 0) throw new Error([...problems, ADVICE].join("\n"));
  return `${patterns.length} regular expressions take time in proportion to their text.`;
}

/** Says what is wrong with a regular expression, worded to follow it; undefined if nothing is. */
async function problemOf(made: Pattern["made"]): Promise<string | undefined> {
  if (!made) return "is made of texts that are not constant, so it cannot be checked";
  const { source, flags } = made;
  const repeatsNothing = !/[*+{]/.test(source);
  if (repeatsNothing) return undefined;
  const exact = await check(source, flags, { ...LIMITS, checker: "automaton" });
  // A back-reference, for example, is not regular: it is tried on texts that are made for it.
  const isUnsupported = exact.status === "unknown" && exact.error.kind === "unsupported";
  const result = isUnsupported ? await check(source, flags, { ...LIMITS, checker: "fuzz" }) : exact;
  switch (result.status) {
    case "safe":
      return undefined;
    case "vulnerable":
      return `takes time that grows faster than its text (${result.complexity.summary}), such as ${result.attack.pattern}`;
    default:
      return `cannot be checked (${result.error.kind})`;
  }
}
