import { toHours } from "../hours.ts";
import { pairUp } from "../pair-up.ts";
import type { Approval, ExistingWorklog, FullWorklog } from "../port.ts";
import { givenCount, isSameMoment, type Ledger, type Sent } from "./ledger.ts";
import type { Done } from "./records.ts";

/** The state of Tempo, as far as intents in doubt are about it. */
export interface Observed {
  /** The worklogs on the dates of creates. */
  listed: readonly ExistingWorklog[];
  /** Whether the list lacks a worklog that was stored a moment ago, so that what it lacks may be stored as well. */
  isBehind: boolean;
  /** The worklogs of changes and deletes, by their ids. `hidden`: the user has no access to it any more. */
  read: ReadonlyMap<string, FullWorklog | "gone" | "hidden">;
  /** The timesheets of submissions and recalls, by the first dates of their periods; absent if they cannot be read. */
  statuses: ReadonlyMap<string, Approval["status"]>;
}

/** The fate of an intent, once it is decided. `unsure`: only a user can say which of some worklogs it is, if any. */
export type Decision =
  | { is: "done"; sent: Sent; done: Done }
  | { is: "void"; sent: Sent }
  | { is: "unsure"; sent: Sent; may: readonly string[] };

type Comparisons = Pick<Ledger, "decidableAt" | "hasAppearedSince" | "isAs" | "known">;

/**
 * Decides what can be decided of intents in doubt. A worklog that is seen decides at once; that nothing is seen decides only from when on
 * Tempo can no longer carry the request out, and its lists show it.
 *
 * | intent | observed                                              | before     | from then on      |
 * |--------|-------------------------------------------------------|------------|-------------------|
 * | create | a worklog appeared that is as wanted                  | done       | done              |
 * |        | just one, of its seconds, for the one create there    | in doubt   | done, not proven  |
 * |        | others appeared on its issue and date                 | in doubt   | unsure            |
 * |        | none, and the list is up to date                      | in doubt   | void              |
 * | change | as wanted                                             | done       | done              |
 * |        | otherwise, or gone                                    | in doubt   | void              |
 * | delete | gone, or another one has its id                       | done       | done              |
 * |        | there                                                 | in doubt   | void              |
 * | status | reached                                               | done       | done              |
 * |        | not reached                                           | in doubt   | void              |
 * |        | it cannot be read                                     | in doubt   | unsure            |
 * | change, delete | hidden from the user                          | unsure     | unsure            |
 *
 * @param now by the wall clock
 */
export function believe(
  inDoubt: readonly Sent[],
  observed: Observed,
  ledger: Comparisons,
  now: number,
): Decision[] {
  const isOver = (sent: Sent) => ledger.decidableAt(sent) <= now;
  const creates = inDoubt.filter((sent) => sent.op === "create");
  return [
    ...decideCreates(creates, observed, ledger, isOver),
    ...inDoubt.flatMap((sent) => decideOther(sent, observed, ledger, isOver(sent)) ?? []),
  ];
}

function decideCreates(
  creates: readonly Sent<"create">[],
  { listed, isBehind }: Observed,
  ledger: Comparisons,
  isOver: (sent: Sent) => boolean,
): Decision[] {
  const free = new Set(listed);
  const decided = new Map<Sent, Decision>();
  const take = (sent: Sent<"create">, row: ExistingWorklog, unproven: boolean) => {
    free.delete(row);
    const done = { number: sent.number, row: ledger.known(row), ...(unproven && { unproven }) };
    decided.set(sent, { is: "done", sent, done });
  };
  const appeared = (sent: Sent<"create">) => [...free].filter((row) => ledger.hasAppearedSince(sent, row));
  const isEqual = (sent: Sent<"create">, row: ExistingWorklog) =>
    ledger.hasAppearedSince(sent, row) && ledger.isAs(sent.wanted, row);
  // Those that gave the most attributes are the fewest worklogs.
  const inOrder = creates.toSorted((a, b) => givenCount(b) - givenCount(a));
  for (const [sent, row] of pairUp(inOrder, listed, isEqual)) take(sent, row, false);
  const left = creates.filter((sent) => !decided.has(sent));
  for (const sent of left) {
    if (!isOver(sent)) continue;
    const rows = appeared(sent);
    const isAlone = left.filter(({ wanted }) => isSamePlace(wanted, sent.wanted)).length === 1;
    const [row] = rows;
    if (row && isAlone && rows.length === 1 && toHours(row.seconds) === toHours(sent.wanted.seconds))
      take(sent, row, true);
    else if (row) decided.set(sent, { is: "unsure", sent, may: rows.map(({ id }) => id) });
    else if (!isBehind) decided.set(sent, { is: "void", sent });
  }
  return [...decided.values()];
}

function decideOther(
  sent: Sent,
  { read, statuses }: Observed,
  ledger: Comparisons,
  isOver: boolean,
): Decision | undefined {
  if (sent.op === "create") return undefined;
  const { number } = sent;
  const otherwise: Decision | undefined = isOver ? { is: "void", sent } : undefined;
  if (sent.op === "status") {
    const status = statuses.get(sent.period);
    if (status === undefined) return isOver ? { is: "unsure", sent, may: [] } : undefined;
    const isReached = (status === "open") === (sent.effect === "recalled");
    return isReached ? { is: "done", sent, done: { number } } : otherwise;
  }
  const { before } = sent;
  const shown = read.get(before.id);
  if (shown === undefined) return undefined;
  if (shown === "hidden") return { is: "unsure", sent, may: [before.id] };
  const isGone = shown === "gone" || isSameMoment(before.createdAt, shown.createdAt) === false;
  if (sent.op === "delete") return isGone ? { is: "done", sent, done: { number } } : otherwise;
  const isMade = !isGone && ledger.isAs(sent.wanted, shown);
  return isMade ? { is: "done", sent, done: { number, row: ledger.known(shown) } } : otherwise;
}

function isSamePlace(
  one: { issueId: string; date: string },
  other: { issueId: string; date: string },
): boolean {
  return one.issueId === other.issueId && one.date === other.date;
}
