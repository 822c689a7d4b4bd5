import { groupBy } from "../../../src/timesheet/group-by.ts";
import type { Violation } from "./index-history.ts";
import { type Index, LIST_LAG_MS, type Made } from "./index-history.ts";
import { isOwn } from "./worklogs.ts";

type Sent = Made<"stored" | "not stored" | "maybe stored">;

/** The time for which an entry stays unknown if another worklog may be the one that was sent for it. */
const AMBIGUOUS_FOR_MS = 600_000;

/** Each entry is stored as often as one call wanted it, and never if all that sent it say that it is not. */
export function checkEntries(index: Index): Violation[] {
  const { made, idsOf } = index;
  const sent = made("stored", "not stored", "maybe stored");
  return [...groupBy(sent, ({ claim }) => claim.entry)].flatMap(([entry, claims]): Violation[] => {
    const ids = idsOf(entry);
    const about = { entries: [entry], ids };
    const wanted = wantedOf(claims);
    const maybe = claims.filter(({ claim }) => claim.says === "maybe stored");
    const named = new Set(claims.flatMap(({ claim }) => (claim.says === "stored" ? claim.id : [])));
    const knownTwice = claims.flatMap((it) => sentAgainWith(it, maybe) ?? []);
    const unnamed = ids.filter((id) => !named.has(id));
    const lastSaid = claims.filter(({ call }) => call.reply !== undefined).at(-1)?.claim.says;
    const open = lastSaid === "maybe stored" ? 1 : 0;
    const isReplanned = entry.includes("@") && (wasTouched(entry, index) || wasFreed(entry, claims, index));
    // Known by its content alone, as docs/reliability.md says of such a disk.
    const wasUnrecorded = claims.some(({ call }) => call.log.some((line) => line.includes("cannot be used")));
    const excess =
      ids.filter((id) => !knownTwice.includes(id)).length - wanted - open - leftMoves(ids, index);
    const moved = ids.some((id) => wasMovedByOthers(id, entry, index))
      ? ", of which another user has moved one"
      : "";
    const isUnrecognisable = wasUnrecorded && wasChanged(entry, ids, index);
    // Such a disk holds no lease, so two processes do not know of each other.
    const isUnshared = wasUnrecorded && wereSentAtOnce(claims);
    if (excess > 0 && !isReplanned && !isUnrecognisable && !isUnshared)
      return [
        {
          harm: "doubled",
          what: `${entry} is stored ${ids.length} times (${ids.join(", ")}), wanted ${wanted}${moved}`,
          ...about,
        },
      ];
    if (unnamed.length <= maybe.length) return [];
    const failed = claims.findLast(({ claim }) => claim.says === "not stored");
    const what = `${entry} was reported as not stored, and is stored as ${unnamed.join(", ")}`;
    return failed ? [{ harm: "false", what, call: failed.call, ...about }] : [];
  });
}

/** The worklog that a reply names as a possible copy, if it has sent an entry again that had been unknown for long enough. */
function sentAgainWith({ call, claim }: Sent, maybe: readonly Sent[]): string | undefined {
  if (claim.says !== "stored" || !claim.isNew) return undefined;
  return maybe.some((it) => call.to - it.call.from >= AMBIGUOUS_FOR_MS) ? claim.copy : undefined;
}

/** The cut-off moves of which the log names both worklogs, since one of them was changed by hand or Tempo made something else of it. */
function leftMoves(ids: readonly string[], { history }: Index): number {
  const lines = history.calls.flatMap(({ log }) => log.filter((line) => line.includes("was to be moved to")));
  const named = lines.flatMap((line) => ids.filter((id) => line.includes(`worklog ${id} of `)));
  return new Set(named).size;
}

/** The most that one call wanted, and all that users have logged by hand. */
function wantedOf(claims: readonly Sent[]): number {
  const byCall = [...groupBy(claims, ({ call }) => call)];
  const personal = byCall.filter(([{ by }]) => by === "person").length;
  return personal + Math.max(0, ...byCall.map(([{ by }, { length }]) => (by === "person" ? 0 : length)));
}

/** Whether a person or another machine has changed the date of a worklog, which this machine's journal does not know. */
function wasMovedByOthers(id: string, entry: string, { history, made }: Index): boolean {
  const date = history.dateOf(entry);
  return made("changed").some(({ call, claim }) => claim.id === id && !isOwn(call) && claim.date !== date);
}

/** Whether two processes have sent an entry at the same time. */
function wereSentAtOnce(claims: readonly Sent[]): boolean {
  return claims.some(({ call: one }) =>
    claims.some(({ call: other }) => one.by !== other.by && one.from < other.to && other.from < one.to),
  );
}

function wasChanged(entry: string, ids: readonly string[], { made }: Index): boolean {
  return (
    made("changed", "maybe changed").some(({ claim }) => ids.includes(claim.id)) ||
    made("maybe moved").some(({ claim }) => claim.entry === entry)
  );
}

/** A plan may top up what was changed since. */
function wasTouched(entry: string, { made, entryOf }: Index): boolean {
  return made("changed", "maybe changed", "not changed", "deleted", "maybe deleted").some(
    ({ claim }) => entryOf(claim.id) === entry,
  );
}

/** Whether hours may have left the date of a plan's entry between its calls, so that a later plan had more to log on it. */
function wasFreed(entry: string, claims: readonly Sent[], { history, made, entryOf }: Index): boolean {
  const from = Math.min(...claims.map(({ call }) => call.from));
  const to = Math.max(...claims.map(({ call }) => call.to));
  return made("changed", "maybe changed", "deleted", "maybe deleted").some(({ call, claim }) => {
    const other = entryOf(claim.id);
    const isOnDate = other !== undefined && history.dateOf(other) === history.dateOf(entry);
    // Lists may have shown it late, and what was stored a moment ago counts though others have deleted it.
    const since = from - Math.max(history.lag, isOwn(call) ? 0 : LIST_LAG_MS);
    return isOnDate && call.to >= since && call.from <= to;
  });
}
