import { idsIn } from "../claims.ts";
import type { Call, Claim, FinalWorklog, History } from "../history.ts";

export type ClaimOf<Says extends Claim["says"]> = Extract<Claim, { says: Says }>;

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
  /** The entry of a worklog: the first that a reply has named it for as new, else that of its content. */
  entryOf(id: string): string | undefined;
  /** The ids of an entry's final worklogs. */
  idsOf(entry: string): string[];
  /** What replies have called doubtful: copies, and what errors, unknown outcomes and the log name. */
  doubtful: ReadonlySet<string>;
}

export function indexHistory(history: History): Index {
  const byId = new Map(history.worklogs.map((worklog) => [worklog.id, worklog]));
  const named = new Map<string, string>();
  const doubtful = new Set<string>();
  const made = <Says extends Claim["says"]>(...says: Says[]): Made<Says>[] =>
    history.calls.flatMap((call) =>
      call.claims
        .filter((claim): claim is ClaimOf<Says> => (says as string[]).includes(claim.says))
        .map((claim) => ({ call, claim })),
    );
  for (const { claim } of made("stored")) {
    if (claim.isNew && !named.has(claim.id)) named.set(claim.id, claim.entry);
    if (claim.copy !== undefined) doubtful.add(claim.copy);
  }
  for (const { code, reply = "", log } of history.calls) {
    for (const id of idsIn(log.join("\n"))) doubtful.add(id);
    if (code !== undefined || !reply.startsWith("{")) for (const id of idsIn(reply)) doubtful.add(id);
    for (const text of errorsIn(reply)) for (const id of idsIn(text)) doubtful.add(id);
  }
  const contentEntry = (id: string) => {
    const worklog = byId.get(id);
    return worklog && history.entryOf(worklog);
  };
  const entryOf = (id: string) => named.get(id) ?? contentEntry(id);
  return {
    history,
    made,
    byId,
    entryOf,
    idsOf: (entry) => history.worklogs.map(({ id }) => id).filter((id) => entryOf(id) === entry),
    doubtful,
  };
}

function errorsIn(reply: string): string[] {
  return reply.match(/"error":"(?:[^"\\]|\\.)*"/g) ?? [];
}
