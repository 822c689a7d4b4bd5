import { addDays } from "../../src/timesheet/dates.ts";
import type { Choose } from "./choose.ts";
import type { Theme } from "./kind.ts";
import type { Action, Entry, Shown } from "./scenario.ts";

export const DATES = ["2026-01-05", "2026-01-06", "2026-01-07"];
/** The first dates of weeks in which nothing is logged. */
export const PERIODS = ["2025-12-15", "2025-12-22"];
export const ISSUE_KEYS = ["PROJ-123", "PROJ-7", "PROJ-4", "NEW-50"];

/** Steps of different tools that are about the same: a change of mind, a correction, an undo. */
export function motifOf(choose: Choose, { date, issueKey }: Entry): Action[] {
  const bulk: Action = { does: "bulk", entries: [0] };
  const another: Action = { does: "bulk", entries: [1, 2] };
  const plan = { startDate: date, endDate: addDays(date, 1), issueKey };
  const fill: Action = { does: "fill", token: "f90", ...plan, team: "blue" };
  const draft: Action = { does: "draft", token: "f91", ...plan };
  const update: Action = { does: "update", target: 0, mark: "u90", hours: 3 };
  const moveTo = choose.of(ISSUE_KEYS.filter((key) => key !== issueKey));
  const move: Action = { does: "update", target: 0, mark: "u92", issueKey: moveTo };
  const edit: Action = { does: "edit", target: 0, mark: "u91", hours: 8 };
  const book: Action = { does: "update", target: 0, mark: "u93", attributes: { _Account_: "DEV" } };
  const unbook: Action = { does: "update", target: 0, mark: "u94", attributes: { _Account_: "" } };
  const remove = choose.of<Action>([
    { does: "delete", target: 0 },
    { does: "deleteMany", targets: [0] },
    { does: "undo" },
    { does: "remove", target: 0 },
  ]);
  return choose.of([
    [bulk, remove, bulk],
    [bulk, update, edit, fill],
    [bulk, edit, update, fill],
    [bulk, another, { does: "undo" }],
    [bulk, another, { does: "undo" }, another],
    [bulk, update, update, bulk],
    [bulk, book, { does: "bulk", entries: [0, 1, 2] }, unbook, bulk],
    [bulk, choose.of([book, { does: "assign", target: 0 }]), { does: "undo" }, bulk],
    [bulk, book, move, unbook, move],
    [bulk, move, move, fill],
    [bulk, move, fill],
    [bulk, move, draft],
    [bulk, move, bulk, { does: "undo" }],
    [bulk, move, remove, bulk],
    [bulk, remove, bulk, bulk],
    [fill, remove, fill],
    [fill, move, update, fill],
    [draft, remove, draft],
    [draft, draft, { does: "undo" }, draft],
    [draft, move, draft],
  ]);
}

/** A move to another issue that may be interrupted, and what may follow it. */
function interruptedMoveOf(choose: Choose, entries: readonly Entry[]): Action[] {
  if (choose.chance(0.5)) return changedMeanwhileOf(choose, entries);
  const [{ date, issueKey }] = entries as [Entry];
  const plan = { startDate: date, endDate: addDays(date, 1), issueKey };
  const others = ISSUE_KEYS.filter((key) => key !== issueKey);
  const moved = choose.of<Partial<Extract<Action, { does: "update" }>>>([
    {},
    {},
    { hours: 3 },
    { date: choose.of(DATES) },
    { attributes: { _Account_: "DEV", _Role_: "" } },
  ]);
  const logged = choose.of<Action>([
    { does: "bulk", entries: [0] },
    { does: "bulk", entries: [0, 1] },
    { does: "draft", token: "f92", ...plan },
  ]);
  const next = (_: unknown, index: number): Action =>
    choose.of<Action>([
      { does: "fill", token: `f${93 + index}`, ...plan, issueKey: choose.of(ISSUE_KEYS) },
      { does: "draft", token: `f${95 + index}`, ...plan, issueKey: choose.of(ISSUE_KEYS) },
      { does: "delete", target: choose.integer(0, 1) },
      { does: "deleteMany", targets: [choose.integer(0, 1)] },
      { does: "edit", target: choose.integer(0, 1), mark: "u94", hours: 2 },
      { does: "remove", target: choose.integer(0, 1) },
      { does: "update", target: 0, mark: "u95", hours: 1.7 },
      { does: "undo" },
      logged,
    ]);
  const move: Action = { does: "update", target: 0, mark: "u93", issueKey: choose.of(others), ...moved };
  return [logged, move, ...Array.from({ length: choose.of([0, 1, 1, 2]) }, next)];
}

/**
 * Changes after a post or a move that may have no outcome: of its worklog, which no reply need have named, or of another one, to its place. Then
 * what may have been interrupted is asked for again.
 */
function changedMeanwhileOf(choose: Choose, entries: readonly Entry[]): Action[] {
  const { token, hours, date, issueKey } = entries[0] as Entry;
  const [first, newest] = (["first", "newest"] as const).map((which) => ({ token, which })) as [Shown, Shown];
  const otherIssue = (than: string) => choose.of(ISSUE_KEYS.filter((key) => key !== than));
  const otherDate = choose.of(DATES.filter((it) => it !== date));
  const change = (target: number | Shown, mark: string, changed: Partial<Omit<Entry, "token">>): Action => ({
    does: "update",
    target,
    mark,
    ...changed,
  });
  const bulk: Action = { does: "bulk", entries: [0] };
  const movedTo = otherIssue(issueKey);
  const move = change(0, "u93", { issueKey: movedTo });
  const secondMove = change(choose.of([first, first, newest, 0]), "u94", { issueKey: otherIssue(movedTo) });
  const anyChange = change(
    choose.of([first, newest, newest, 0]),
    "u95",
    choose.of([
      ...[{}, { hours: 3 }, { date: otherDate }, { issueKey: otherIssue(issueKey) }],
      { attributes: { _Account_: "DEV" } },
    ]),
  );
  const edit: Action = { does: "edit", target: 0, mark: "u96", hours: 8 };
  const another = Math.max(
    1,
    entries.findIndex((it, index) => index > 0 && it.issueKey === issueKey),
  );
  const there: Shown = { token: (entries[another] as Entry).token, which: "newest" };
  const away = choose.of([{ date: otherDate }, { date: otherDate }, { issueKey: otherIssue(issueKey) }]);
  return choose.of<Action[]>([
    ...Array.from({ length: 3 }, () => [bulk, move, secondMove, secondMove]),
    ...Array.from({ length: 2 }, () => [bulk, anyChange, bulk]),
    [bulk, move, anyChange, move],
    [bulk, move, edit, anyChange, anyChange],
    [
      { does: "log", entry: another },
      { does: "move", target: 0, mark: "u97", date },
      change(there, "u98", { ...away, hours }),
      bulk,
      change(there, "u99", { date, issueKey }),
      bulk,
    ],
  ]);
}

/** A call that is made again, with others in between, after a batch that it may be about. */
function repeatedOf(choose: Choose, [entry]: readonly Entry[]): Action[] {
  const { date, issueKey } = entry as Entry;
  const bulk: Action = { does: "bulk", entries: choose.of([[0], [0, 1], [0, 1, 2]]) };
  const plan = { startDate: date, endDate: addDays(date, 1), issueKey };
  const period = choose.of(PERIODS);
  const asked = choose.of<Action>([
    bulk,
    bulk,
    bulk,
    { does: "fill", token: "f90", ...plan },
    { does: "draft", token: "f91", ...plan },
    { does: "update", target: 0, mark: "u90", hours: 3 },
    { does: "update", target: 0, mark: "u91", issueKey: choose.of(ISSUE_KEYS) },
    { does: "delete", target: 0 },
    { does: "submit", period },
  ]);
  const next = (): Action =>
    choose.of<Action>([
      ...[asked, asked, asked, asked, bulk],
      { does: "bulk", entries: [1, 2] },
      { does: "fill", token: "f92", ...plan },
      { does: "update", target: 0, mark: "u92", date: choose.of(DATES) },
      { does: "undo" },
      { does: "recall", period },
    ]);
  return [bulk, asked, ...Array.from({ length: choose.integer(1, 5) }, next)];
}

export const THEMES = { moves: interruptedMoveOf, repeats: repeatedOf } satisfies Record<Theme, unknown>;
