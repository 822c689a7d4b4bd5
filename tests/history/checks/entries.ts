import { groupBy } from "../../../src/timesheet/group-by.ts";
import type { Index } from "./index-history.ts";
import type { Violation } from "./violation.ts";

/** Each entry is stored as often as one call wanted it, and never if all that sent it say that it is not. */
export function checkEntries(index: Index): Violation[] {
  const { made, idsOf, doubtful } = index;
  const sent = made("stored", "not stored", "maybe stored");
  return [...groupBy(sent, ({ claim }) => claim.entry)].flatMap(([entry, claims]): Violation[] => {
    const ids = idsOf(entry);
    const about = { entries: [entry], ids };
    const perCall = [...groupBy(claims, ({ call }) => call).values()].map(({ length }) => length);
    const maybe = claims.filter(({ claim }) => claim.says === "maybe stored");
    const named = new Set(claims.flatMap(({ claim }) => (claim.says === "stored" ? claim.id : [])));
    const unnamed = ids.filter((id) => !named.has(id) && !doubtful.has(id));
    const lastSaid = claims.filter(({ call }) => call.reply !== undefined).at(-1)?.claim.says;
    const wanted = Math.max(...perCall);
    const open = lastSaid === "maybe stored" ? 1 : 0;
    const isReplanned = entry.includes("@") && wasTouched(entry, index);
    const excess = ids.filter((id) => !doubtful.has(id)).length - wanted - open;
    if (excess > 0 && !isReplanned)
      return [
        {
          harm: "doubled",
          what: `${entry} is stored ${ids.length} times (${ids.join(", ")}), wanted ${wanted}`,
          ...about,
        },
      ];
    if (unnamed.length <= maybe.length) return [];
    const failed = claims.findLast(({ claim }) => claim.says === "not stored");
    const what = `${entry} was reported as not stored, and is stored as ${unnamed.join(", ")}`;
    return failed ? [{ harm: "false", what, call: failed.call, ...about }] : [];
  });
}

/** A plan may top up what was changed since. */
function wasTouched(entry: string, { made, entryOf }: Index): boolean {
  return made("changed", "maybe changed", "not changed", "deleted", "maybe deleted").some(
    ({ claim }) => entryOf(claim.id) === entry,
  );
}
