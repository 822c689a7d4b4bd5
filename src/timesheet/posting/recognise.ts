import { hasGiven } from "../attributes.ts";
import type { CallContext, Writer } from "../call-context.ts";
import { contentKey, isBillableAsWanted, lenientKey } from "../content.ts";
import { groupBy } from "../group-by.ts";
import { stillInDoubt } from "../ledger/errors.ts";
import { givenCount, type Ledger, type Sent } from "../ledger/ledger.ts";
import { idsOf, recover } from "../ledger/recover.ts";
import { readAll, readVisible, type View } from "../ledger/view.ts";
import { pairUp } from "../pair-up.ts";
import type { ExistingWorklog, FullWorklog, NewWorklog } from "../port.ts";
import { AMBIGUOUS_FOR_MS, LIST_LAG_MS } from "../timeline.ts";
import { compareIds } from "../worklogs.ts";
import { type Batch, toConfirmed } from "./batch.ts";
import { ambiguousMatch, changedResult, hiddenResult, notShownNow } from "./errors.ts";

/**
 * Settles the rows of a batch that are stored already, by the worklogs that exist and by the ledger. Each step looks at the rows that those
 * before it have left:
 *
 *     an existing worklog is the result of an equal entry, or equal       exists already
 *     an equal entry was stored, and its worklog is on another date       exists already
 *     - it is on another issue, hidden, or not shown yet                  unknown
 *     an equal entry is unsure, and one of its candidates exists          unknown for ten minutes, then sent, and named
 *
 * A row that is sent although an earlier call may have stored it names that worklog in its outcome.
 */
export async function recognise(
  batch: Batch,
  view: View,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const { ledger } = writer;
  const found = findDuplicates(batch.left(), view.rows, ledger);
  for (const [row, worklog] of found) {
    adopt(row, worklog, ledger);
    batch.alreadyLogged(row, toConfirmed(worklog), copyOf(worklog, view, ledger));
  }
  const taken = new Set([...found.values()].map(({ id }) => id));
  // A row that gives fewer attributes must not take the worklog of one that gives more.
  const left = () => batch.left().toSorted((a, b) => countOf(b) - countOf(a));
  for (const row of left()) await findElsewhere(row, view, taken, batch, context, writer);
  const named = new Set<string>();
  for (const row of left()) await findCandidate(row, named, batch, context, ledger);
}

function countOf({ attributes = [] }: NewWorklog): number {
  return attributes.length;
}

/** A worklog of the view that may be a second copy of another one. */
function copyOf(worklog: ExistingWorklog, { rows }: View, ledger: Ledger): string | undefined {
  const owner = ledger.ownerOf(worklog);
  const copies = owner ? ledger.copiesOf(owner) : [];
  return copies.find((id) => id !== worklog.id && rows.some((row) => row.id === id));
}

/**
 * Pairs rows with existing worklogs, one to one. First with the results of equal entries, whatever they look like now: of those that gave the
 * same attributes, then of those that gave more, then of any whose worklogs have them; then with equal worklogs; then with those equal apart
 * from what Tempo may have changed. A worklog that still looks as it was stored for another entry belongs to that one.
 */
export function findDuplicates(
  rows: readonly NewWorklog[],
  existing: readonly ExistingWorklog[],
  ledger: Pick<Ledger, "createsOf" | "idNow" | "identityOf" | "isGone" | "looksAs" | "ownerOf" | "row">,
): Map<NewWorklog, ExistingWorklog> {
  const found = new Map<NewWorklog, ExistingWorklog>();
  // The oldest of equal ones comes first: a later one may be another entry, which an earlier call sent and Tempo changed.
  const left = new Map(existing.toSorted((a, b) => compareIds(a.id, b.id)).map((it) => [it.id, it]));
  const take = (row: NewWorklog, worklog: ExistingWorklog) => {
    found.set(row, worklog);
    left.delete(worklog.id);
  };
  const resultsOf = (row: NewWorklog, wanted: NewWorklog, isIt: (sent: Sent<"create">) => boolean) =>
    ledger.createsOf(wanted).flatMap((sent) => {
      const known = isIt(sent) ? resultOf(sent, ledger) : undefined;
      const shown = known && left.get(known.id);
      if (!known || shown?.issueId !== row.issue.id) return [];
      return ledger.identityOf(known, shown) === "same" ? [shown] : [];
    });
  for (const resultFor of [
    (row: NewWorklog) => resultsOf(row, row, (sent) => givenCount(sent) === countOf(row))[0],
    (row: NewWorklog) => resultsOf(row, row, () => true)[0],
    (row: NewWorklog) =>
      resultsOf(row, { ...row, attributes: [] }, () => true).find(
        (shown) => shown.attributes && hasGiven(row, shown),
      ),
  ])
    for (const row of rows) {
      const shown = found.has(row) ? undefined : resultFor(row);
      if (shown) take(row, shown);
    }
  for (const worklog of [...left.values()]) {
    const known = ledger.ownerOf(worklog) && ledger.row(worklog.id)?.known;
    if (known && ledger.looksAs(known, worklog)) left.delete(worklog.id);
  }
  for (const [keyOf, mayBeIt] of [
    [contentKey, () => true],
    [lenientKey, isBillableAsWanted],
  ] as const) {
    const alike = groupBy(left.values(), (worklog) => keyOf(worklog.issueId, worklog));
    const unmatched = rows.filter((row) => !found.has(row)).toSorted((a, b) => countOf(b) - countOf(a));
    for (const [key, equal] of groupBy(unmatched, (row) => keyOf(row.issue.id, row))) {
      const mayBe = (row: NewWorklog, it: ExistingWorklog) => mayBeIt(row, it) && hasGiven(row, it);
      for (const [row, worklog] of pairUp(equal, alike.get(key) ?? [], mayBe)) take(row, worklog);
    }
  }
  return found;
}

/** The worklog that an entry has become, as it was known last; undefined if it has become none, or none that exists. */
function resultOf(sent: Sent<"create">, ledger: Pick<Ledger, "idNow" | "isGone" | "row">) {
  if (sent.fate.is !== "done" || !sent.fate.row) return undefined;
  const id = ledger.idNow(sent.fate.row.id);
  return ledger.isGone(id) ? undefined : ledger.row(id)?.known;
}

/** A worklog that appeared since an equal entry was sent, which counted as not stored or unsure, is that one: it was stored late. */
function adopt(row: NewWorklog, worklog: ExistingWorklog, ledger: Ledger): void {
  if (ledger.ownerOf(worklog)) return;
  const late = ledger
    .createsOf(row)
    .find(
      (sent) =>
        (sent.fate.is === "void" || sent.fate.is === "unsure") &&
        ledger.hasAppearedSince(sent, worklog) &&
        ledger.hasGiven(sent.wanted, worklog),
    );
  if (late) ledger.done([{ number: late.number, row: ledger.known(worklog) }]);
}

/** The result of an equal entry may be on another date or issue now, or not be shown yet. Each is read by its id, until one is found. */
async function findElsewhere(
  row: NewWorklog,
  view: View,
  taken: Set<string>,
  batch: Batch,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const { ledger } = writer;
  for (const sent of ledger.createsOf(row)) {
    const before = resultOf(sent, ledger);
    if (!before || taken.has(before.id)) continue;
    const [inDoubt] = await recover((it) => idsOf(it).includes(before.id), context, writer);
    if (inDoubt) return batch.fail(row, stillInDoubt(inDoubt, writer, context));
    const known = resultOf(sent, ledger);
    if (!known || taken.has(known.id)) continue;
    taken.add(known.id);
    const shown = view.rows.find(({ id }) => id === known.id) ?? (await readVisible(known.id, context));
    if (shown === "hidden") return batch.fail(row, hiddenResult(row, known.id));
    if (shown === "gone") {
      const learntAt = ledger.row(known.id)?.at ?? 0;
      // Sent again, what Tempo only does not show yet would be stored twice.
      if (context.clock.wallClock() - learntAt < LIST_LAG_MS)
        return batch.fail(row, notShownNow(row, known.id));
      ledger.gone([known.id]);
      continue;
    }
    const identity = ledger.identityOf(known, shown);
    if (identity === "another") continue;
    // Whether an entry that was moved to another issue still is the same one, only the user can say.
    if (shown.issueId !== row.issue.id) return batch.fail(row, changedResult(row, shown));
    return batch.alreadyLogged(row, toConfirmed(shown), copyOf(shown, view, ledger));
  }
}

/** An equal entry was sent, and only a user can say whether a worklog that exists is that one. The row is sent once that is long ago. */
async function findCandidate(
  row: NewWorklog,
  named: Set<string>,
  batch: Batch,
  context: CallContext,
  ledger: Ledger,
): Promise<void> {
  for (const sent of ledger.createsOf(row)) {
    if (sent.fate.is !== "unsure") continue;
    const ids = sent.fate.may.filter((id) => !named.has(id) && !ledger.ownerOf({ id }));
    const away = ({ seconds }: FullWorklog) => Math.abs(seconds - row.seconds);
    // Entries of one batch may differ in these alone.
    const unlike = (it: FullWorklog) =>
      Number(!hasGiven(row, it)) + Number(it.billableSeconds > 0 !== row.billableSeconds > 0);
    const candidates = (await readAll(ids, context)).sort(
      (a, b) => away(a) - away(b) || unlike(a) - unlike(b),
    );
    const [candidate] = candidates;
    if (!candidate) continue;
    if (context.clock.wallClock() - sent.at < AMBIGUOUS_FOR_MS)
      return batch.fail(row, ambiguousMatch(row, candidates));
    named.add(candidate.id);
    return batch.mayBe(row, candidate.id);
  }
}
