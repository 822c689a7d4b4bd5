import { deleteOwnWorklog } from "../../../src/timesheet/editing/delete-worklogs.ts";
import { updateOwnWorklog } from "../../../src/timesheet/editing/update-worklog.ts";
import { TimesheetError } from "../../../src/timesheet/errors.ts";
import type { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { postBulk } from "../../../src/timesheet/posting/entries.ts";
import { FAULTS, type Fault, issueOf, World } from "./world.ts";

const FIRST = "2026-01-05";
const SECOND = "2026-01-06";

interface Entry {
  issueKey: string;
  date: string;
  hours: number;
  description: string;
}

/** One call of a scenario. A change, a move and a delete are of the worklog of an entry, by its place in the last batch. */
export type Call =
  | { does: "post"; entries: readonly Entry[] }
  | { does: "change"; of: number; date?: string; hours?: number; issueKey?: string }
  | { does: "delete"; of: number }
  /** The user logs it in Tempo itself. */
  | { does: "log"; entry: Entry };

/** An edit in Tempo itself, between two calls, of the worklog of the first entry. */
export const EDITS = ["nothing", "removes it", "changes its hours", "logs an equal one"] as const;
export type Edit = (typeof EDITS)[number];

export interface Run {
  isCloud: boolean;
  calls: readonly Call[];
  faults: ReadonlyMap<number, Fault>;
  /** The edit, before a call of this index. */
  edit: Edit;
  before: number;
  /** Takes a rule out of the ledger. */
  mutate?: (ledger: Ledger) => void;
}

/** The calls that a model makes until one has an outcome: each as soon as the last one says so. */
const MAX_REPEATS = 6;

/** The longest time until anything in doubt is decided, and half a minute. */
const DECIDED_MS = 280_000;

/** Plays a run. @returns the promises that it breaks */
export async function play({ isCloud, calls, faults, edit, before, mutate }: Run): Promise<string[]> {
  const world = new World(isCloud, faults, mutate);
  const broken: string[] = [];
  /** The worklogs of the last batch, as replies have named them. */
  let ids: (string | undefined)[] = [];
  const asked = new Set<string>();
  const movedFrom = new Set<string>();
  for (const [index, call] of calls.entries()) {
    if (index === before) apply(edit, ids[0], world);
    if (call.does === "log") {
      const { issueKey, date, hours, description: comment } = call.entry;
      const seconds = hours * 3600;
      world.store({ issueId: issueOf(issueKey).id, date, seconds, billableSeconds: seconds, comment });
    } else if (call.does === "post") ids = await post(call.entries, world, broken);
    else {
      const id = ids[call.of];
      if (id === undefined) continue;
      if (call.does === "delete") asked.add(id);
      else if (call.issueKey !== undefined) movedFrom.add(id);
      const now = await repeat(
        async (context) =>
          call.does === "delete"
            ? deleteOwnWorklog(id, context)
            : (await updateOwnWorklog(id, call, context)).now.id,
        world,
      );
      if (call.does === "change") ids[call.of] = now ?? id;
      if (now !== undefined && call.does === "delete" && world.worklogs.has(id))
        broken.push(`false: ${id} counts as deleted`);
    }
  }
  await world.pass(DECIDED_MS);
  const last = calls.findLast((call) => call.does === "post");
  if (last) {
    await post(last.entries, world, broken);
    check(last.entries, { edit, calls }, world, broken);
  }
  for (const id of world.deleted) {
    const isOfMove = isCloud && movedFrom.has(id);
    if (!asked.has(id) && !isOfMove) broken.push(`deleted: no call asked to delete ${id}`);
  }
  return broken;
}

/** Sends a batch until each entry has an outcome. @returns the ids of the entries that are stored */
async function post(
  entries: readonly Entry[],
  world: World,
  broken: string[],
): Promise<(string | undefined)[]> {
  let ids: (string | undefined)[] = [];
  for (let repeats = 0; repeats < MAX_REPEATS; repeats += 1) {
    const ended = await world.call((context) => postBulk(entries, true, new Map(), context));
    if (ended && "error" in ended && !(ended.error instanceof TimesheetError)) throw ended.error;
    if (ended && "result" in ended) {
      const { outcomes } = ended.result;
      ids = outcomes.map((outcome) => ("stored" in outcome ? outcome.stored.id : undefined));
      for (const id of ids)
        if (id !== undefined && !world.worklogs.has(id)) broken.push(`false: ${id} counts as stored`);
      const again = outcomes.some((outcome) => "failure" in outcome && isWaiting(outcome.failure));
      if (!again) return ids;
    }
    await world.pass(repeats === 0 ? 5000 : DECIDED_MS);
  }
  return ids;
}

async function repeat(
  run: (context: Parameters<Parameters<World["call"]>[0]>[0]) => Promise<string>,
  world: World,
): Promise<string | undefined> {
  for (let repeats = 0; repeats < MAX_REPEATS; repeats += 1) {
    const ended = await world.call(run);
    if (ended && "result" in ended) return ended.result;
    if (ended && !(ended.error instanceof TimesheetError)) throw ended.error;
    if (ended && !isWaiting(ended.error as TimesheetError)) return undefined;
    await world.pass(repeats === 0 ? 5000 : DECIDED_MS);
  }
  return undefined;
}

/** Whether a text asks to send the same call again. */
function isWaiting({ message }: TimesheetError): boolean {
  return /again/.test(message) && !/Check it in Tempo/.test(message);
}

function apply(edit: Edit, id: string | undefined, world: World): void {
  const worklog = id === undefined ? undefined : world.worklogs.get(id);
  if (!worklog) return;
  if (edit === "removes it") world.worklogs.delete(worklog.id);
  if (edit === "changes its hours")
    world.worklogs.set(worklog.id, { ...worklog, seconds: 7200, billableSeconds: 7200 });
  if (edit === "logs an equal one") world.store(worklog);
}

/** Each entry is there as often as it is wanted. */
function check(
  entries: readonly Entry[],
  { edit, calls }: Pick<Run, "edit" | "calls">,
  world: World,
  broken: string[],
): void {
  // The first one was logged by hand, so changed by hand it is no entry.
  const isByHand = calls[0]?.does === "log";
  const isOther = edit === "logs an equal one" || (isByHand && edit === "changes its hours");
  const wanted = entries.length + (isOther ? 1 : 0);
  const there = [...world.worklogs.values()];
  if (there.length > wanted)
    broken.push(
      `doubled: ${there.map(({ id, issueId, date }) => `${id} on ${issueId}, ${date}`).join("; ")}`,
    );
  const least = edit === "removes it" ? 0 : entries.length;
  if (there.length < least) broken.push(`lost: ${there.length} of ${entries.length}`);
}

/** All runs of a scenario with up to so many faults, and one edit. @param writes the requests that may meet one */
export function* runsOf(
  isCloud: boolean,
  calls: readonly Call[],
  writes: number,
  most: 1 | 2 = 2,
): Generator<Run> {
  const single = Array.from({ length: writes }, (_, n) => FAULTS.map((fault) => [n, fault] as const)).flat();
  const pairs = single.flatMap((one) => single.filter(([n]) => n > one[0]).map((other) => [one, other]));
  const lists = [[], ...single.map((one) => [one]), ...(most === 2 ? pairs : [])];
  const faults = lists.map((list) => new Map(list));
  for (const of of faults)
    for (const edit of EDITS)
      for (let before = 1; before < (edit === "nothing" ? 2 : calls.length); before += 1)
        yield { isCloud, calls, faults: of, edit, before };
}

const A: Entry = { issueKey: "PROJ-1", date: FIRST, hours: 1, description: "a" };
const B: Entry = { ...A, description: "b" };
const posting = (...entries: Entry[]): Call => ({ does: "post", entries });

/** The calls of each scenario. */
export const SCENARIOS: Record<string, Call[]> = {
  "two entries, twice": [posting(A, B), posting(A, B)],
  "two equal entries, twice": [posting(A, A), posting(A, A)],
  "one by hand and two, twice": [{ does: "log", entry: A }, posting(A, A), posting(A, A)],
  "a change to another date": [posting(A), { does: "change", of: 0, date: SECOND }, posting(A)],
  "a change of hours": [posting(A), { does: "change", of: 0, hours: 3 }, posting(A)],
  "a move": [posting(A), { does: "change", of: 0, issueKey: "PROJ-2" }],
  "a delete": [posting(A), { does: "delete", of: 0 }, posting(A)],
};
