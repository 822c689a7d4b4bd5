import { idsIn } from "../claims.ts";
import type { Call, Claim, FinalWorklog, History } from "../history.ts";

/** A request takes effect within this time after it was sent, or never: then nothing of it is in doubt any more. */
export const LATEST_MS = 250_000;

/** Lists may lack for so long what Tempo has stored. */
export const LIST_LAG_MS = 60_000;

type ClaimOf<Says extends Claim["says"]> = Extract<Claim, { says: Says }>;

/** A claim, and the call whose reply makes it. */
export interface Made<Says extends Claim["says"]> {
  call: Call;
  claim: ClaimOf<Says>;
}

/** A history as the checks look at it. */
export interface Index {
  history: History;
  made<Says extends Claim["says"]>(...says: Says[]): Made<Says>[];
  /** The final worklogs by id. */
  byId: ReadonlyMap<string, FinalWorklog>;
  /** The entry of a worklog: that of its content, if that is clear, else the last that a reply has named it for as new. */
  entryOf(id: string): string | undefined;
  /** The ids of an entry's final worklogs. */
  idsOf(entry: string): string[];
  /** The worklogs that requests have deleted, and when. */
  deletions: readonly (FinalWorklog & { at: number })[];
  /** Ids that a reply or the log has called a possible copy. */
  copies: ReadonlySet<string>;
  /** Ids that a reply or the log has named with an unknown outcome. Copies are among them. */
  uncertain: ReadonlySet<string>;
}

export function indexHistory(history: History): Index {
  const byId = new Map(history.worklogs.map((worklog) => [worklog.id, worklog]));
  const named = new Map<string, string>();
  const [copies, uncertain] = [new Set<string>(), new Set<string>()];
  const made = <Says extends Claim["says"]>(...says: Says[]): Made<Says>[] =>
    history.calls.flatMap((call) =>
      call.claims
        .filter((claim): claim is ClaimOf<Says> => (says as string[]).includes(claim.says))
        .map((claim) => ({ call, claim })),
    );
  for (const { claim } of made("stored")) {
    if (claim.isNew) named.set(claim.id, claim.entry);
    if (claim.copy !== undefined) copies.add(claim.copy);
  }
  // No reply may name the result of a move, whose date the move may have changed; but its comment is the move's own.
  const moved = new Map(
    made("maybe moved").flatMap(({ call, claim }) => {
      const { description } = JSON.parse(call.args || "{}") as { description?: string };
      return description === undefined ? [] : [[description, claim.entry] as const];
    }),
  );
  for (const text of history.calls.flatMap((call) => [...textsOf(call), ...call.log])) {
    if (/twice|copy|same entry/.test(text)) for (const id of idsIn(text)) copies.add(id);
    if (/unknown|stored late|stored it all the same|not finished/.test(text))
      for (const id of idsIn(text)) uncertain.add(id);
  }
  for (const id of copies) uncertain.add(id);
  const entryOf = (id: string) => {
    const worklog = byId.get(id);
    const byContent = worklog && history.entryOf(worklog);
    // The entry of a plan has a date, which may have been changed.
    const isSure = history.keepsComments && byContent?.includes("@") === false;
    return isSure ? byContent : (named.get(id) ?? moved.get(worklog?.comment ?? "") ?? byContent);
  };
  return {
    history,
    made,
    byId,
    entryOf,
    idsOf: (entry) => history.worklogs.map(({ id }) => id).filter((id) => entryOf(id) === entry),
    deletions: history.writes.flatMap(({ deleted, at }) => deleted.map((worklog) => ({ ...worklog, at }))),
    copies,
    uncertain,
  };
}

/** The texts of a reply: the error or what was printed, or why rows have failed and dates were left out. */
export function textsOf({ reply = "" }: Call): string[] {
  return reply.startsWith("{")
    ? (reply.match(/"(?:error|reason)":"(?:[^"\\]|\\.)*"/g) ?? [])
    : reply.split("\n");
}

/** Whether a process could not use its state, so that others did not know what it had sent. */
export function wasStateLost({ calls }: History): boolean {
  return calls.some(({ log }) => log.some((line) => line.includes("cannot be used")));
}

/**
 * Stored more often than wanted, gone without a word, or said what is not so; `raced`: sent while an earlier request was under way; `broken`: an
 * internal error, or no answer in time.
 */
type Harm = "doubled" | "lost" | "false" | "raced" | "broken";

export interface Violation {
  harm: Harm;
  /** One sentence. */
  what: string;
  /** The reply that the history refutes. */
  call?: Call;
  /** The entries that it is about, and the ids of worklogs or the first dates of periods. */
  entries: string[];
  ids: string[];
}
