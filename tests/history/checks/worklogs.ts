import { groupBy } from "../../../src/timesheet/group-by.ts";
import { countsAs, detailsOf, listed, tokenOf } from "../content.ts";
import type { Call } from "../history.ts";
import type { Values } from "../scenario.ts";
import type { Violation } from "./index-history.ts";
import { type Index, LATEST_MS, LIST_LAG_MS, type Made } from "./index-history.ts";

/** A call may have deleted a worklog that it reports as not found: `checkDeleted` judges that. */
type Deletion = Made<"deleted" | "maybe deleted" | "maybe moved" | "gone">;

/** A worklog that was reported as stored is there until it is deleted, under its id, and as Tempo holds it. */
export function checkStored(index: Index): Violation[] {
  const { made, byId, history, deletions } = index;
  const deleting: Deletion[] = made("deleted", "maybe deleted", "maybe moved", "gone");
  return made("stored").flatMap(({ call, claim }): Violation[] => {
    const { id, entry } = claim;
    const about = { call, entries: [entry], ids: [id] };
    const worklog = byId.get(id);
    // A worklog that was moved before is known by its former id too.
    const ofIt = deleting.filter(
      ({ claim: it }) => it.id === id || (it.says === "maybe moved" && it.entry === entry),
    );
    if (!worklog) {
      if (ofIt.some((deletion) => mayFollow(deletion, call, history.lag))) return [];
      if (!claim.isNew && mayBeUnlisted(id, ofIt, call, index)) return [];
      // Any later call may finish a move that was interrupted.
      const isMoving = ofIt.some((deletion) => deletion.claim.says === "maybe moved");
      if (isMoving && deletions.some((it) => it.id === id && it.at >= call.from)) return [];
      const isFalse = ofIt.some((deletion) => deletion.claim.says === "deleted");
      const what = isFalse
        ? `${entry} was reported as stored as ${id}, which was deleted before`
        : `${entry} was reported as stored as ${id}, which is gone though no call deleted it since`;
      return [{ harm: isFalse ? "false" : "lost", what, ...about }];
    }
    if (ofIt.some((deletion) => deletion.claim.says === "deleted" && deletion.call.from >= call.to))
      return [];
    // A worklog without its comment and with other hours looks like another entry.
    if (!history.keepsComments && isTouched(id, index)) return [];
    const found = index.entryOf(id);
    const isEqual =
      found === undefined ||
      isEntry(found, entry, call) ||
      (!claim.isNew && (countsAs(entry, found) || hasBecome(entry, found, call, index))) ||
      wasMovedSince(call, id, entry, index) ||
      isOfOtherMachine(call, id, entry, index) ||
      isOfSameDraft(found, call, index);
    if (!isEqual)
      return [
        { harm: "false", what: `${entry} was reported as stored as ${id}, which is ${found}`, ...about },
      ];
    if (isTouched(id, index)) return [];
    if (claim.hours !== undefined && claim.hours !== worklog.hours)
      return [
        {
          harm: "false",
          what: `${id} was reported with ${claim.hours} h and has ${worklog.hours} h`,
          ...about,
        },
      ];
    const shown = claim.attributes?.join();
    const { attributes } = detailsOf(worklog.attributes ?? {});
    if (shown !== undefined && shown !== listed(attributes))
      return [
        {
          harm: "false",
          what: `${id} was reported with ${shown} and has ${listed(attributes) || "no attributes"}`,
          ...about,
        },
      ];
    if (claim.startTime !== undefined && claim.startTime !== worklog.startTime)
      return [
        {
          harm: "false",
          what: `${id} was reported from ${claim.startTime} and is from ${worklog.startTime ?? "midnight"}`,
          ...about,
        },
      ];
    if (claim.comment !== undefined && claim.comment !== worklog.comment)
      return [
        {
          harm: "false",
          what: `${id} was reported with the comment "${claim.comment}" and has "${worklog.comment}"`,
          ...about,
        },
      ];
    return [];
  });
}

/** The values of attributes that a worklog of an entry was given, by the entry first and then by changes. */
interface Given {
  values: Values[];
  /** Whether of two values the later one counts: otherwise one may be of another worklog, or may never have been stored. */
  isInOrder: boolean;
}

/** The values that an entry's worklog was given before a call, or at all. */
export function givenTo(entry: string, { history, made }: Index, before?: Call): Given {
  const posts = made("stored").filter(
    ({ call, claim }) => claim.entry === entry && claim.isNew && call.tool !== "update_worklog",
  );
  const changes = made("changed", "maybe changed").filter(
    ({ call, claim }) => claim.entry === entry && (!before || call.from < before.to),
  );
  const calls = [...posts, ...changes].map(({ call }) => call);
  // A list may show what was before a change by others.
  const isKnown = calls.every((it) => !before || isOwn(it) || it.to < before.from - history.lag);
  return {
    values: [history.attributesOf(entry), ...changes.map(({ claim }) => claim.attributes ?? {})],
    isInOrder:
      posts.length === 1 &&
      isKnown &&
      changes.every(({ claim }) => claim.says === "changed") &&
      [...calls, ...(before ? [before] : [])].every(
        ({ from }, index) => from >= (calls[index - 1]?.to ?? from),
      ),
  };
}

/** Whether a worklog may have a value of an attribute, or none. */
export function mayHave({ values, isInOrder }: Given, key: string, value = ""): boolean {
  const given = values.flatMap((it, index) => it[key] ?? (index === 0 ? "" : []));
  return given.slice(isInOrder ? -1 : 0).includes(value);
}

/** Whether changes may have made a worklog of one entry equal to another entry, which differs in attributes alone. */
function hasBecome(entry: string, found: string, call: Call, index: Index): boolean {
  if (entry.includes("@") || tokenOf(entry) !== tokenOf(found)) return false;
  const given = givenTo(found, index, call);
  const wanted = Object.entries(index.history.attributesOf(entry));
  return wanted.every(([key, value]) => mayHave(given, key, value));
}

/** The name of a plan's entry has its date, which a change may have changed. */
function isEntry(found: string, entry: string, { tool }: Call): boolean {
  const isPlanned = tool === "update_worklog" && entry.includes("@");
  return found === entry || (isPlanned && tokenOf(found) === tokenOf(entry));
}

/**
 * Whether an entry is another one of the draft that a call has found stored: it names the ids ascending by the dates that the worklogs have then, and
 * the date of one of them was changed.
 */
function isOfSameDraft(entry: string, call: Call, { history, made, entryOf }: Index): boolean {
  const stored = call.claims.filter((claim) => claim.says === "stored");
  const isFound = call.tool === "post_draft" && stored.every(({ isNew }) => !isNew);
  if (!isFound || !stored.some((claim) => claim.entry === entry)) return false;
  return made("changed", "maybe changed").some(
    ({ call: { from }, claim }) =>
      from < call.to &&
      stored.some(({ id }) => id === claim.id) &&
      (claim.says === "maybe changed" || claim.date !== history.dateOf(entryOf(claim.id) ?? "")),
  );
}

/** Whether an entry of unknown outcome was taken for an equal worklog of another machine, as docs/reliability.md says that it may be. */
function isOfOtherMachine(call: Call, id: string, entry: string, { made }: Index): boolean {
  const isOfMachine = (it: Call) => it.from < call.from && machineOf(it) === machineOf(call);
  return (
    made("maybe stored").some((it) => it.claim.entry === entry && isOfMachine(it.call)) &&
    !made("stored", "changed").some((it) => it.claim.id === id && isOfMachine(it.call))
  );
}

/** Whether the date of a worklog of a plan was changed after a call had named it, and with it the name of its entry. */
function wasMovedSince(call: Call, id: string, entry: string, { history, made }: Index): boolean {
  return made("changed", "maybe changed").some(
    ({ call: { from }, claim }) =>
      from >= call.to &&
      claim.id === id &&
      entry.includes("@") &&
      (claim.says === "maybe changed" || claim.date !== history.dateOf(entry)),
  );
}

/** No reply names one worklog for two entries. */
export function checkIdsOfReplies({ history }: Index): Violation[] {
  return history.calls.flatMap((call) => {
    const stored = call.claims.filter((claim) => claim.says === "stored");
    return [...groupBy(stored, ({ id }) => id)].flatMap(([id, claims]): Violation[] => {
      if (claims.length === 1) return [];
      const entries = claims.map(({ entry }) => entry);
      return [
        { harm: "false", what: `${id} was reported for ${entries.join(" and ")}`, call, entries, ids: [id] },
      ];
    });
  });
}

/** A worklog that was reported as deleted is gone, and one that was reported as not deleted is not gone by that. */
export function checkDeleted(index: Index): Violation[] {
  const { made, byId } = index;
  const present = made("deleted", "gone").flatMap(({ call, claim }): Violation[] => {
    const { id, says } = claim;
    const isLate = says === "gone" && appearedSince(id, call, index);
    if (!byId.has(id) || isLate) return [];
    return [
      { harm: "false", what: `${id} was reported as ${says}, and is there`, call, entries: [], ids: [id] },
    ];
  });
  const gone = made("not deleted", "gone").flatMap(({ call, claim }): Violation[] => {
    const { id } = claim;
    const isExplained = made("deleted", "maybe deleted").some((deletion) => deletion.claim.id === id);
    const existed = made("stored", "changed").some(
      (made) => made.claim.id === id && made.call.from <= call.to,
    );
    if (byId.has(id) || isExplained || !existed) return [];
    return [
      {
        harm: "false",
        what: `${id} was reported as ${claim.says}, and only that call can have deleted it`,
        call,
        entries: [],
        ids: [id],
      },
    ];
  });
  const denied = made("not changed").flatMap(({ call, claim: { id } }): Violation[] => {
    const isByCall = index.deletions.some((it) => it.id === id && it.at >= call.from && it.at <= call.to);
    const isExplained = made("deleted", "maybe deleted").some((deletion) => deletion.claim.id === id);
    if (!isByCall || isExplained || !isAlone(call, index)) return [];
    const what = `${id} was reported as not changed by the call that deleted it`;
    return [{ harm: "false", what, call, entries: [], ids: [id] }];
  });
  return [...present, ...gone, ...denied];
}

/** Whether nothing else can have deleted what was deleted during a call: no other call, nor a late request of one before it. */
function isAlone(call: Call, { history }: Index): boolean {
  return history.calls.every(
    (other) =>
      other === call ||
      other.from >= call.to ||
      other.to + (other.faults.some(isLate) ? LATEST_MS : 0) <= call.from,
  );
}

/** A worklog may be read before it is shown. */
function appearedSince(id: string, call: Call, { made }: Index): boolean {
  return !made("stored", "changed").some((known) => known.claim.id === id && known.call.to <= call.from);
}

/**
 * Whether a draft that is confirmed again names a worklog whose id a response gave a moment ago, and which others have deleted since: as
 * docs/reliability.md says, lists may lack it for so long, and what no list shows counts as stored.
 */
function mayBeUnlisted(
  id: string,
  deletions: readonly Deletion[],
  { tool, to }: Call,
  { made }: Index,
): boolean {
  const isStoredLately = made("stored").some(
    ({ call, claim }) => claim.id === id && claim.isNew && isOwn(call) && call.to >= to - LIST_LAG_MS,
  );
  return tool === "post_draft" && isStoredLately && deletions.every(({ call }) => !isOwn(call));
}

/** Whether a deletion can explain that a worklog which a call has reported is gone: it was asked for while or after the call ran. */
function mayFollow({ call: deletion, claim }: Deletion, call: Call, lag: number): boolean {
  // Another machine does not know of a delete without a reply, which Tempo may carry out later.
  const mayBe = claim.says.startsWith("maybe");
  const late = mayBe ? LATEST_MS : 0;
  if (machineOf(deletion) !== machineOf(call)) return deletion.to + late >= call.from - lag;
  return mayBe ? deletion.to > call.from : deletion.to >= call.from;
}

/** Whether a process of this machine has made a call, rather than a person, another machine, or Tempo itself. */
export function isOwn(call: Call): boolean {
  return machineOf(call) === "this machine";
}

/** Who knows at once what a call has done, or a request: a machine's journal, or the person. */
export function machineOf({ by }: Pick<Call, "by">): string {
  return by.startsWith("process") ? "this machine" : by;
}

function isTouched(id: string, { made }: Index): boolean {
  return made("changed", "maybe changed", "not changed").some(({ claim }) => claim.id === id);
}

/** Whether a request that met a fault may take effect after its call. */
export function isLate(fault: string): boolean {
  return /late/.test(fault) && !/"late":0/.test(fault);
}
