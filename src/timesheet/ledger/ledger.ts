import { valuesByKey, valuesInOrder } from "../attributes.ts";
import type { Clock } from "../clock.ts";
import { isBillableAsWanted, lenientComment, plainComment } from "../content.ts";
import { toHours } from "../hours.ts";
import type { Attributes, AttributeValue, ExistingWorklog, Issue, NewWorklog } from "../port.ts";
import {
  CLOCK_DIFFERENCE_MS,
  LATEST_COMMIT_MS,
  LIST_LAG_MS,
  SILENCE_MS,
  STATUS_LAG_MS,
  UNKNOWN_LIST_LAG_MS,
} from "../timeline.ts";
import { isOfLease, numbersWithoutLease } from "./numbers.ts";
import type {
  Done,
  Intent,
  JournalRecord,
  JournalStore,
  KnownWorklog,
  NewIntent,
  ReadRecord,
  UnreadableRecord,
  Wanted,
} from "./records.ts";

/** The fate of an intent. It is in doubt while it is `sent` or `lost`. */
export type Fate =
  | { is: "sent" }
  | { is: "lost"; at: number; isSilent: boolean }
  | { is: "done"; at: number; row?: KnownWorklog; isProven: boolean }
  | { is: "void"; at: number }
  | { is: "unsure"; at: number; may: readonly string[] };

interface Sending {
  /** The number of the first intent of its call. */
  batch: number;
  /** When it was sent, by the wall clock. */
  at: number;
  seen?: ReadonlySet<string>;
  /** The digest of its plan. */
  plan?: string;
  /** The milliseconds by which the server's clock is ahead of the one that `at` is of, if they are known. */
  serverAhead?: number;
  fate: Fate;
  /** Whether a move stays half made: nothing proves which of its two worklogs is too many. */
  isLeft?: boolean;
}

/** An intent that was sent, and its fate. */
export type Sent<Op extends Intent["op"] = Intent["op"]> = Extract<Intent, { op: Op }> & Sending;

/** A create that replaces a worklog on another issue. */
export type Move = Sent<"create"> & { replaces: KnownWorklog };

/** A worklog as Tempo shows it, or with what its operations leave out. */
export type Shown = Omit<ExistingWorklog, "billableSeconds"> & { billableSeconds?: number };

/** A worklog as this user's calls know it best. */
export interface Row {
  known: KnownWorklog;
  /** When it was learnt, by the wall clock. */
  at: number;
  /** The create that it is the result of; undefined if it was logged elsewhere. */
  owner?: Sent<"create">;
  /** The worklog before its last changes: a list that lags may still show it so. */
  earlier: readonly { known: KnownWorklog; at: number }[];
}

interface IntentDetails {
  /** The number of the batch; that of its first intent unless given. */
  batch?: number;
  seen?: readonly string[];
  plan?: string | undefined;
  serverTime?: number | undefined;
}

/** Databases round the fraction of a second, or drop it. */
const SAME_MOMENT_MS = 1000;

/**
 * All that the records of a user's journal say together: what the user's calls have sent, in whatever process, and what became of it. It
 * learns each record in order, and records what its own process does.
 */
export class Ledger {
  readonly #store: JournalStore;
  readonly #clock: Pick<Clock, "wallClock">;
  readonly #sent = new Map<number, Sent>();
  readonly #inDoubt = new Set<Sent>();
  readonly #byPlace = new Map<string, Sent<"create">[]>();
  readonly #rows = new Map<string, Row>();
  readonly #recent = new Set<Row>();
  /** When worklogs were learnt to be gone, by the wall clock. */
  readonly #gone = new Map<string, number>();
  /** The last move of each worklog, by its id. */
  readonly #moves = new Map<string, Move>();
  readonly #copies = new Map<string, number>();
  /** The last request about each timesheet, by the first date of its period. */
  readonly #statuses = new Map<string, Sent<"status">>();
  readonly #unreadable: UnreadableRecord[] = [];
  #reported = 0;
  #unclearUntil = 0;
  /** No other process gives an intent this number or one of the next ones. */
  #ownNumber = 1;
  #lastNumber = 0;

  constructor(store: JournalStore, clock: Pick<Clock, "wallClock">) {
    this.#store = store;
    this.#clock = clock;
    this.refresh();
  }

  /** @param ownNumber the first of the numbers that no other process gives to its intents */
  numberFrom(ownNumber: number): void {
    this.#ownNumber = ownNumber;
  }

  /** Learns what was recorded since, by whatever process. @param ownNumber as for `numberFrom` */
  refresh(ownNumber = this.#ownNumber): void {
    this.numberFrom(ownNumber);
    for (const record of this.#store.readNew()) this.#learn(record);
  }

  // The intents

  all(): Sent[] {
    return [...this.#sent.values()];
  }

  find(number: number): Sent | undefined {
    return this.#sent.get(number);
  }

  /** The intents of which it is not decided whether they have taken or will take effect, the oldest first. */
  inDoubt(): Sent[] {
    return [...this.#inDoubt];
  }

  /** The time of the wall clock from which on an intent that Tempo does not show has not taken effect and never will. */
  decidableAt({ op, at, fate }: Sent): number {
    const over = fate.is === "lost" && !fate.isSilent ? fate.at + LATEST_COMMIT_MS : at + SILENCE_MS;
    return over + (op === "status" ? STATUS_LAG_MS : UNKNOWN_LIST_LAG_MS);
  }

  /**
   * The creates of what equals an entry and gave the attributes that it gives, in the order in which they were sent; first those that gave no
   * others.
   */
  createsOf(entry: Omit<NewWorklog, "issue"> & { issue: Pick<Issue, "id"> }): readonly Sent<"create">[] {
    const { issue, date, attributes } = entry;
    const wanted = this.wanted({ ...entry, issueId: issue.id }, "", attributes);
    const given = Object.entries(wanted.given ?? {});
    const content = contentKeyOf(wanted);
    const equal = this.createsAt(issue.id, date).filter(
      (it) =>
        contentKeyOf(it.wanted) === content &&
        given.every(([key, value]) => it.wanted.given?.[key] === value),
    );
    const hasOthers = (it: Sent<"create">) => Number(givenCount(it) > given.length);
    return equal.toSorted((a, b) => hasOthers(a) - hasOthers(b));
  }

  /** The creates on an issue and a date, in the order in which they were sent. */
  createsAt(issueId: string, date: string): readonly Sent<"create">[] {
    return this.#byPlace.get(placeOf(issueId, date)) ?? [];
  }

  lastStatus(period: string): Sent<"status"> | undefined {
    return this.#statuses.get(period);
  }

  /** The moves whose new worklogs are stored while the old ones may exist too. @param isLeft of those that stay half made */
  openMoves(isLeft = false): Move[] {
    return [...this.#moves.values()].filter(
      ({ fate, replaces, ...move }) =>
        fate.is === "done" &&
        fate.row &&
        (move.isLeft ?? false) === isLeft &&
        !this.isGone(replaces.id) &&
        !this.isGone(fate.row.id),
    );
  }

  /** The last move of a worklog to another issue, whatever became of it. */
  lastMove(id: string): Move | undefined {
    return this.#moves.get(id);
  }

  // The worklogs

  row(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** The rows that were learnt so lately that lists may lack them, and that exist. */
  recentRows(): Row[] {
    const since = this.#clock.wallClock() - LIST_LAG_MS;
    for (const row of this.#recent)
      if (row.at < since || this.#rows.get(row.known.id) !== row) this.#recent.delete(row);
    return [...this.#recent].filter((row) => !this.isGone(row.known.id));
  }

  /** The create that a worklog is the result of; undefined if it was logged elsewhere, or another worklog has its id now. */
  ownerOf({ id, createdAt }: Pick<Shown, "id" | "createdAt">): Sent<"create"> | undefined {
    const row = this.#rows.get(id);
    return row && isSameMoment(row.known.createdAt, createdAt) !== false ? row.owner : undefined;
  }

  /** Whether a worklog is known not to exist any more. @param createdAt of the worklog that is shown: it may have got its id anew */
  isGone(id: string, createdAt?: number): boolean {
    return this.#gone.has(id) && isSameMoment(this.#rows.get(id)?.known.createdAt, createdAt) !== false;
  }

  goneSince(id: string, wallClock: number): boolean {
    return (this.#gone.get(id) ?? Number.NEGATIVE_INFINITY) >= wallClock;
  }

  /** The id that a worklog has got by moves. */
  idNow(id: string): string {
    const seen = new Set([id]);
    for (let now = id; ; ) {
      const move = this.#moves.get(now);
      const next = move?.fate.is === "done" && this.isGone(now) ? move.fate.row?.id : undefined;
      if (next === undefined || seen.has(next)) return now;
      seen.add(next);
      now = next;
    }
  }

  /** The worklogs that may be duplicates of a create's own. */
  copiesOf({ number }: Pick<Sent, "number">): string[] {
    return [...this.#copies].flatMap(([id, of]) => (of === number && !this.isGone(id) ? [id] : []));
  }

  // Comparisons

  /** Whether a worklog is as an intent wants it, or as Tempo may make that. */
  isAs(wanted: Wanted, shown: Shown): boolean {
    return (
      wanted.issueId === shown.issueId &&
      wanted.date === shown.date &&
      toHours(wanted.seconds) === toHours(shown.seconds) &&
      isBillableAsWanted(wanted, { billableSeconds: shown.billableSeconds ?? wanted.billableSeconds }) &&
      wanted.comment === this.#hashOf(lenientComment(shown.comment)) &&
      this.hasGiven(wanted, shown) &&
      this.#hasAttributes(wanted, shown) &&
      this.#hasStart(wanted, shown)
    );
  }

  /** Whether a worklog has the attributes that an entry gave, as far as Tempo says it. */
  hasGiven({ given }: Wanted, { attributes }: Shown): boolean {
    if (!given || attributes === undefined) return true;
    const found = this.#hashesOf(attributes);
    const none = this.#hashOf("");
    return Object.entries(given).every(([key, value]) => (found[key] ?? none) === value);
  }

  /** Whether a worklog is as it was known, its start time too. */
  isUnchanged(known: KnownWorklog, shown: Shown): boolean {
    return this.looksAs(known, shown) && this.#hasStart(known, shown);
  }

  /** Whether a worklog looks as it was known, apart from its start time, which is not part of an entry. */
  looksAs(known: KnownWorklog, shown: Shown): boolean {
    return (
      known.issueId === shown.issueId &&
      known.date === shown.date &&
      known.seconds === shown.seconds &&
      known.billableSeconds === (shown.billableSeconds ?? known.billableSeconds) &&
      known.comment === this.#hashOf(plainComment(shown.comment)) &&
      this.#hasAttributes(known, shown)
    );
  }

  /** Whether what Tempo shows under the id of a worklog is that worklog still, however it was changed; `moved`: on another issue. */
  identityOf(known: KnownWorklog, shown: Shown): "same" | "moved" | "another" {
    const isSame = isSameMoment(known.createdAt, shown.createdAt);
    if (known.id !== shown.id || isSame === false) return "another";
    if (known.issueId === shown.issueId) return "same";
    return isSame ? "moved" : "another";
  }

  /** Whether a worklog on the issue and date of a create has appeared there since it was sent, and is no result of another one. */
  hasAppearedSince({ wanted, seen, at, serverAhead, ...sent }: Sent<"create">, shown: Shown): boolean {
    if (wanted.issueId !== shown.issueId || wanted.date !== shown.date) return false;
    const row = this.#rows.get(shown.id);
    const isKnown = row && isSameMoment(row.known.createdAt, shown.createdAt) !== false;
    // One that was changed here may have come from another place.
    if (seen?.has(shown.id) || (isKnown && (row.owner || row.earlier.length > 0))) return false;
    if (shown.createdAt === undefined || serverAhead === undefined) return true;
    const createdAt = shown.createdAt - serverAhead;
    const latest = this.decidableAt({ wanted, at, ...sent } as Sent) + CLOCK_DIFFERENCE_MS;
    return createdAt >= at - CLOCK_DIFFERENCE_MS && createdAt <= latest;
  }

  /** A worklog as records keep it. */
  known(shown: Shown, issueKey?: string): KnownWorklog {
    const { id, createdAt } = shown;
    return {
      id,
      ...this.#kept(shown, plainComment),
      start: this.#startOf(shown),
      ...(createdAt !== undefined && { createdAt }),
      ...(issueKey !== undefined && { issueKey }),
    };
  }

  /** An entry, or a changed worklog, as records keep it. @param given the attributes that an entry gives */
  wanted(worklog: Omit<Shown, "id">, issueKey: string, given: readonly AttributeValue[] = []): Wanted {
    const { issueId, ...kept } = this.#kept(worklog, lenientComment);
    return {
      ...{ issueId, issueKey, ...kept },
      ...(worklog.startTime !== undefined && { start: this.#startOf(worklog) }),
      ...(given.length > 0 && { given: this.#hashesOf(given) }),
    };
  }

  // Recording

  /** The number of the next intent, and so of a batch that begins with it. */
  nextNumber(): number {
    // The numbers of leases have begun again, so another process may go on from the same one.
    if (this.#ownNumber <= this.#lastNumber) this.#ownNumber = numbersWithoutLease();
    return this.#ownNumber;
  }

  /** Announces a request. Durable once the writer has confirmed. @returns the intents as they were sent */
  intend(intents: readonly NewIntent[], { seen, plan, serverTime, ...details }: IntentDetails = {}): Sent[] {
    const first = this.nextNumber();
    const numbered = intents.map((intent, index): Intent => ({ number: first + index, ...intent }));
    this.#ownNumber = first + intents.length;
    this.#record({
      type: "intent",
      at: this.#clock.wallClock(),
      batch: details.batch ?? first,
      intents: numbered,
      ...(seen && { seen: [...seen] }),
      ...(plan !== undefined && { plan }),
      ...(serverTime !== undefined && { serverTime: Math.round(serverTime) }),
    });
    return numbered.flatMap(({ number }) => this.#sent.get(number) ?? []);
  }

  /** The same request is sent again, since it has never left or was refused as busy. */
  again(sent: readonly Pick<Sent, "number">[]): void {
    this.#about(sent, "again");
  }

  /** A request has failed, and may take effect. @param isSilent whether nothing says that Tempo has stopped working on it */
  lost(sent: readonly Pick<Sent, "number">[], isSilent: boolean): void {
    this.#about(sent, "lost", isSilent && { silent: true });
  }

  void(sent: readonly Pick<Sent, "number">[]): void {
    this.#about(sent, "void");
  }

  done(fates: readonly Done[]): void {
    if (fates.length > 0) this.#record({ type: "done", at: this.#clock.wallClock(), fates: [...fates] });
  }

  unsure({ number }: Pick<Sent, "number">, may: readonly string[]): void {
    this.#record({ type: "unsure", at: this.#clock.wallClock(), fates: [{ number, may: [...may] }] });
  }

  gone(ids: readonly string[]): void {
    if (ids.length > 0) this.#record({ type: "gone", at: this.#clock.wallClock(), ids: [...ids] });
  }

  /** @returns whether it was not known */
  copy(id: string, { number: of }: Pick<Sent, "number">): boolean {
    if (this.#copies.has(id)) return false;
    this.#record({ type: "copy", at: this.#clock.wallClock(), id, of });
    return true;
  }

  // Records that cannot be read

  /** The places of unreadable records in the store that were met since the last call, but for those that were cut off. */
  takeUnreadable(): string[] {
    const met = this.#unreadable.slice(this.#reported);
    this.#reported = this.#unreadable.length;
    return met.flatMap(({ isCut, place }) => (isCut ? [] : [place]));
  }

  /** The places of records that may have announced a request since a time of the wall clock, of which nothing else is known. */
  unreadSince(wallClock: number): string[] {
    return this.#unreadable.flatMap(({ mayBe, place, at, isCut }) =>
      mayBe === "request" && (at >= wallClock || (at === 0 && !isCut)) ? [place] : [],
    );
  }

  /** The time in milliseconds for which something may take effect that no record describes. */
  unclearFor(): number {
    return Math.max(0, this.#unclearUntil - this.#clock.wallClock());
  }

  #about(
    sent: readonly Pick<Sent, "number">[],
    type: "again" | "lost" | "void",
    more: { silent: true } | false = false,
  ): void {
    const numbers = sent.map(({ number }) => number);
    if (numbers.length > 0) this.#record({ type, at: this.#clock.wallClock(), numbers, ...more });
  }

  /** @param record begins with its type, which a line that is cut off still has then */
  #record(record: JournalRecord): void {
    this.#store.append(record);
    this.#learn(record);
  }

  #learn(record: ReadRecord): void {
    const { at } = record;
    switch (record.type) {
      case "unreadable":
        this.#learnUnreadable(record);
        return;
      case "intent":
        for (const intent of record.intents) this.#learnIntent(intent, record);
        return;
      case "again":
        for (const sent of this.#these(record.numbers)) {
          if (sent.fate.is === "done") continue;
          Object.assign(sent, { at, fate: { is: "sent" } });
          this.#inDoubt.add(sent);
        }
        return;
      case "lost":
        for (const sent of this.#these(record.numbers))
          if (this.#inDoubt.has(sent)) sent.fate = { is: "lost", at, isSilent: record.silent ?? false };
        return;
      case "done":
        for (const done of record.fates) this.#learnDone(done, at);
        return;
      case "void":
        for (const sent of this.#these(record.numbers))
          if (sent.fate.is !== "done") this.#decide(sent, { is: "void", at });
        return;
      case "unsure":
        for (const { number, may } of record.fates)
          for (const sent of this.#these([number]))
            if (sent.fate.is === "done") sent.isLeft = true;
            else this.#decide(sent, { is: "unsure", at, may });
        return;
      case "gone":
        for (const id of record.ids) this.#gone.set(id, at);
        return;
      case "copy":
        this.#copies.set(record.id, record.of);
    }
  }

  #learnIntent(intent: Intent, record: Extract<JournalRecord, { type: "intent" }>): void {
    const { at, batch, seen, plan, serverTime } = record;
    // A store may show a process its own records again.
    if (this.#sent.has(intent.number)) return;
    const sent: Sent = {
      ...intent,
      batch,
      at,
      ...(seen && { seen: new Set(seen) }),
      ...(plan !== undefined && { plan }),
      ...(serverTime !== undefined && { serverAhead: serverTime - at }),
      fate: { is: "sent" },
    };
    if (isOfLease(intent.number)) this.#lastNumber = Math.max(this.#lastNumber, intent.number);
    this.#sent.set(intent.number, sent);
    this.#inDoubt.add(sent);
    if (sent.op === "status") this.#statuses.set(sent.period, sent);
    if (sent.op !== "create") return;
    if (isMove(sent)) this.#moves.set(sent.replaces.id, sent);
    const { issueId, date } = sent.wanted;
    const place = placeOf(issueId, date);
    const creates = this.#byPlace.get(place);
    if (creates) creates.push(sent);
    else this.#byPlace.set(place, [sent]);
  }

  /** An answer that comes late counts, whatever was decided before. */
  #learnDone({ number, row, unproven = false }: Done, at: number): void {
    const sent = this.#sent.get(number);
    if (!sent) return;
    const wasDone = sent.fate.is === "done" && sent.fate.row?.id === row?.id;
    this.#decide(sent, { is: "done", at, ...(row && { row }), isProven: !unproven });
    if (sent.op === "delete") this.#gone.set(sent.before.id, at);
    // A record that comes again does not undo what became of its worklog since.
    if (!row || wasDone) return;
    const before = this.#rows.get(row.id);
    const isSame = before && isSameMoment(before.known.createdAt, row.createdAt) !== false;
    const owner = sent.op === "create" ? sent : isSame ? before.owner : undefined;
    const replaced = sent.op === "change" ? [...(before?.earlier ?? []), { known: sent.before, at }] : [];
    const earlier = replaced.filter((it) => it.at >= at - LIST_LAG_MS);
    const learnt: Row = { known: row, at, earlier, ...(owner && { owner }) };
    this.#rows.set(row.id, learnt);
    this.#recent.add(learnt);
    if (sent.op === "create") this.#gone.delete(row.id);
  }

  #decide(sent: Sent, fate: Fate): void {
    sent.fate = fate;
    this.#inDoubt.delete(sent);
  }

  /** No request is from the future, whatever a record says. */
  #learnUnreadable(record: UnreadableRecord): void {
    this.#unreadable.push(record);
    if (record.isCut || record.mayBe === "outcome") return;
    const sentAt = Math.min(record.at, this.#clock.wallClock());
    this.#unclearUntil = Math.max(this.#unclearUntil, sentAt + SILENCE_MS + UNKNOWN_LIST_LAG_MS);
  }

  #these(numbers: readonly number[]): Sent[] {
    return numbers.flatMap((number) => this.#sent.get(number) ?? []);
  }

  #hashesOf(attributes: Attributes): Record<string, string> {
    const values = [...valuesByKey(attributes)].map(([key, value]) => [
      this.#hashOf(key),
      this.#hashOf(value),
    ]);
    return Object.fromEntries(values.sort());
  }

  #hasAttributes({ attributes }: { attributes?: string }, shown: Omit<Shown, "id">): boolean {
    const found = attributes === undefined ? undefined : this.#attributesOf(shown);
    return found === undefined || found === attributes;
  }

  #hasStart({ start }: { start?: string }, shown: Omit<Shown, "id">): boolean {
    return start === undefined || start === this.#startOf(shown);
  }

  /** The part that all records of a worklog keep. @param textOf the comment without what does not count */
  #kept(worklog: Omit<Shown, "id">, textOf: (comment: string) => string) {
    const { issueId, date, seconds, billableSeconds = seconds, comment } = worklog;
    const attributes = this.#attributesOf(worklog);
    return {
      ...{ issueId, date, seconds, billableSeconds, comment: this.#hashOf(textOf(comment)) },
      ...(attributes !== undefined && { attributes }),
    };
  }

  #attributesOf({ attributes }: Omit<Shown, "id">): string | undefined {
    return attributes && this.#hashOf(JSON.stringify(valuesInOrder(attributes)));
  }

  #startOf({ startTime = "" }: Omit<Shown, "id">): string {
    // Data Center has midnight for a worklog without a start time.
    return this.#hashOf(startTime.startsWith("00:00") ? "" : startTime.slice(0, 5));
  }

  #hashOf(text: string): string {
    return this.#store.hash(text);
  }
}

/** Whether two times of creation are equal; undefined if one of them is not known. */
export function isSameMoment(known: number | undefined, shown: number | undefined): boolean | undefined {
  return known === undefined || shown === undefined ? undefined : Math.abs(known - shown) <= SAME_MOMENT_MS;
}

/** The number of attributes that a create gave. */
export function givenCount({ wanted }: Sent<"create">): number {
  return Object.keys(wanted.given ?? {}).length;
}

function isMove(sent: Sent): sent is Move {
  return sent.op === "create" && sent.replaces !== undefined;
}

/**
 * Whether one intent was sent after another. The numbers of a lease are greater than those of each lease before, whatever a clock said; others are
 * ordered by their times.
 */
export function isLater(one: Pick<Sent, "number" | "at">, other: Pick<Sent, "number" | "at">): boolean {
  const areOfLeases = isOfLease(one.number) && isOfLease(other.number);
  return areOfLeases ? one.number > other.number : one.at > other.at;
}

/** Whether it is not decided yet if an intent has taken effect, or will. */
export function isInDoubt({ fate }: Pick<Sent, "fate">): boolean {
  return fate.is === "sent" || fate.is === "lost";
}

function placeOf(issueId: string, date: string): string {
  return `${issueId} ${date}`;
}

function contentKeyOf({ issueId, date, seconds, billableSeconds, comment }: Wanted): string {
  return JSON.stringify([issueId, date, toHours(seconds), billableSeconds > 0, comment]);
}
