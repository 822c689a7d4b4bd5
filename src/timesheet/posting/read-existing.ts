import type { CallContext } from "../call-context.ts";
import { type DateRange, isWithin } from "../dates.ts";
import type { Writer } from "../writers.ts";
import { type ExistingList, listExisting } from "./list-existing.ts";
import { settleMoves } from "./settle-moves.ts";

/** The worklogs that exist on a range of dates, once moves of earlier calls are finished: until then, their hours are there twice. */
export async function readExisting(
  range: DateRange,
  context: CallContext,
  writer: Writer,
): Promise<ExistingList> {
  await settleMoves(
    ({ date, moves }) => [date, moves.date].some((it) => isWithin(range, it)),
    context,
    writer,
  );
  return listExisting(range, context, writer);
}
