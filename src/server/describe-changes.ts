import type { CallChanges, Effect } from "../timesheet/call-changes.ts";

type Wording = [effect: Effect, isCertain: boolean, logged: string, sentence: (ids: string) => string];

/** The words of the log before the ids, and the sentence for the caller, in the order of the sentences. */
const WORDINGS: Wording[] = [
  ["stored", true, "stored worklog", storedAs],
  ["deleted", true, "deleted worklog", (ids) => `Worklog ${ids} is deleted.`],
  ["deleted", false, "possibly deleted worklog", (ids) => unknown(`worklog ${ids} is deleted`)],
  ["changed", true, "changed worklog", (ids) => `Worklog ${ids} is changed.`],
  ["changed", false, "possibly changed worklog", (ids) => unknown(`worklog ${ids} is changed`)],
  ["submitted", true, "submitted the timesheet from", (ids) => `The timesheet from ${ids} is submitted.`],
  [
    "submitted",
    false,
    "possibly submitted the timesheet from",
    (ids) => unknown(`the timesheet from ${ids} is submitted`),
  ],
  [
    "recalled",
    true,
    "recalled the timesheet from",
    (ids) => `The timesheet from ${ids} is recalled, so that it is open again.`,
  ],
  [
    "recalled",
    false,
    "possibly recalled the timesheet from",
    (ids) => unknown(`the timesheet from ${ids} is recalled`),
  ],
  ["stored", false, "possibly stored", (ids) => unknown(`these are stored: ${ids}`)],
];

/** The sentences for a caller whose call broke: it must not read as "nothing happened". */
export function changeSentences(changes: CallChanges): string[] {
  return worded(changes).map(({ sentence, ids }) => sentence(ids));
}

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

function storedAs(ids: string): string {
  return `The hours are stored in Tempo as worklog ${ids}: do not post them again.`;
}

function unknown(what: string): string {
  return `It is unknown whether ${what}.`;
}
