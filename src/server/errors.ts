import { ContractViolationError } from "../contract/problems.ts";
import { type Redact, shownText } from "../text/show.ts";
import type { Reader } from "../text/words.ts";
import type { CallChanges, Effect } from "../timesheet/call-changes.ts";
import { type ErrorCode, TimesheetError } from "../timesheet/errors.ts";

/** The key in `_meta` of a tool's result, and in `data` of a protocol error. */
export const ERROR_KEY = "tempofiller/error";

/** The code of the error that a file of another build throws when it is loaded: each begins with a check that the build has added. */
export const OF_ANOTHER_BUILD = "ERR_TEMPOFILLER_BUILD";

/** An error as callers see it. */
export interface Failure {
  text: Readonly<Record<Reader, string>>;
  cause: { code: ErrorCode; httpStatus?: number; retryable: boolean };
}

/**
 * The text of an internal error never holds the error's own message, and says what was changed before it.
 *
 * @param name of the tool, prompt or resource that threw it
 */
export function failureOf(error: unknown, name: string, changes?: CallChanges): Failure {
  const { text, cause } = describeError(error, name);
  // The text of a call that broke must not read as "nothing happened".
  const made = error instanceof TimesheetError || !changes ? [] : worded(changes);
  const sentences = made.map(({ sentence, ids }) => sentence(ids));
  return { text: eachOf(text, (part) => [part, ...sentences].join(" ")), cause };
}

/** The same, with its text as every exit shows texts. */
export function shownFailure({ text, cause }: Failure, redact: Redact): Failure {
  return { text: eachOf(text, (part) => shownText(part, redact)), cause };
}

function eachOf({ assistant, shell }: Failure["text"], change: (text: string) => string): Failure["text"] {
  return { assistant: change(assistant), shell: change(shell) };
}

function describeError(error: unknown, name: string): Failure {
  if (error instanceof TimesheetError) {
    const { text, code, httpStatus, retryable } = error;
    return {
      text,
      cause: { code, ...(httpStatus !== undefined && { httpStatus }), retryable },
    };
  }
  if (wereFilesReplaced(error)) {
    return {
      text: same(
        `${name} failed: TempoFiller's files have been replaced since it started, for example by an update. Restart the host, or the server, and send the same call again.`,
      ),
      cause: { code: "internal", retryable: false },
    };
  }
  const [code, problem]: [ErrorCode, string] =
    error instanceof ContractViolationError
      ? ["contract_violation", "the reply does not match the contract"]
      : ["internal", "internal error"];
  return {
    text: same(`${name} failed: ${problem}. This is a bug; please report it with the lines on stderr.`),
    cause: { code, retryable: false },
  };
}

/** Whether an error means that the program's own files were replaced or removed while it runs, as by an update. */
function wereFilesReplaced(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const isMissing = error.code === "MODULE_NOT_FOUND" && error.message.startsWith("Cannot find module './");
  return error.code === OF_ANOTHER_BUILD || isMissing;
}

const same = (text: string) => ({ assistant: text, shell: text });

/** Everything about a bug, nothing about a failure that the caller reads in full. */
export function logLines(error: unknown): string[] {
  if (error instanceof ContractViolationError) return [error.message, ...error.details];
  if (error instanceof TimesheetError) return [];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

type Wording = [effect: Effect, isCertain: boolean, logged: string, sentence: (ids: string) => string];

/** The object of each effect, before the ids. */
const OBJECTS = {
  deleted: "worklog",
  changed: "worklog",
  submitted: "the timesheet from",
  recalled: "the timesheet from",
};

/** The words of the log before the ids, and the sentence for the caller, in the order of the sentences. */
const WORDINGS: Wording[] = [
  [
    "stored",
    true,
    "stored worklog",
    (ids) => `The hours are stored in Tempo as worklog ${ids}: do not post them again.`,
  ],
  ...(Object.keys(OBJECTS) as (keyof typeof OBJECTS)[]).flatMap((effect): Wording[] => {
    const object = OBJECTS[effect];
    const result = effect === "recalled" ? "recalled, so that it is open again" : effect;
    const subject = object.charAt(0).toUpperCase() + object.slice(1);
    return [
      [effect, true, `${effect} ${object}`, (ids) => `${subject} ${ids} is ${result}.`],
      [effect, false, `possibly ${effect} ${object}`, (ids) => unknown(`${object} ${ids} is ${effect}`)],
    ];
  }),
  ["stored", false, "possibly stored", (ids) => unknown(`these are stored: ${ids}`)],
];

/** The line for the log, as no caller reads the reply of a cancelled call. */
export function cancellationReport(changes: CallChanges): string {
  const made = worded(changes).map(({ logged, ids }) => `${logged} ${ids}`);
  return `cancelled; before that it had ${made.join(" and ") || "changed nothing"}`;
}

function worded(changes: CallChanges) {
  return WORDINGS.flatMap(([effect, isCertain, logged, sentence]) => {
    const ids = changes.ids(effect, isCertain);
    return ids.length > 0 ? [{ logged, sentence, ids: ids.join(", ") }] : [];
  });
}

function unknown(what: string): string {
  return `It is unknown whether ${what}.`;
}
