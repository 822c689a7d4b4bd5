import type { JournalStore, ReadRecord } from "../timesheet/journal/records.ts";
import type { HeldLease } from "./writers.ts";

/** A journal that goes on from one that an earlier version has kept under another name. */
export function withFormer(store: JournalStore, readFormer: () => ReadRecord[]): JournalStore {
  return {
    readNew() {
      // Read first: if it fails, what the former one has is not taken for read.
      const own = store.readNew();
      return [...readFormer().map(ofFormerJournal), ...own];
    },
    append: (record) => store.append(record),
    hash: (comment) => store.hash(comment),
  };
}

/** The numbers of its entries are negative. What it says of a still earlier journal is left out. */
function ofFormerJournal(record: ReadRecord): ReadRecord {
  switch (record.type) {
    case "sending": {
      const entries = record.entries.map(({ entry, again, ...sent }) => ({
        ...sent,
        entry: -entry,
        ...(again && { again: negative(again) }),
      }));
      return { ...record, batch: -record.batch, entries };
    }
    case "stored": {
      const worklogs = record.worklogs.filter(({ entry }) => entry > 0);
      return { ...record, worklogs: worklogs.map((stored) => ({ ...stored, entry: -stored.entry })) };
    }
    case "retrying":
    case "unknown":
    case "notStored":
      return { ...record, entries: negative(record.entries) };
    default:
      return record;
  }
}

function negative(numbers: readonly number[]): number[] {
  return numbers.filter((number) => number > 0).map((number) => -number);
}

/**
 * The leases of all names. They are taken in the order of the names, so that two processes never wait for each other.
 *
 * @param names the last one is confirmed last, right before the write, and its number is that of all
 * @returns undefined if another process has one of them until the deadline of the scope that `acquire` has
 */
export async function acquireEach<Lease extends HeldLease & { number: number | undefined }>(
  names: readonly string[],
  acquire: (name: string) => Promise<Lease | undefined>,
): Promise<(HeldLease & Pick<Lease, "number">) | undefined> {
  const held = new Map<string, Lease>();
  const release = async () => {
    for (const lease of held.values()) await lease.release();
  };
  try {
    for (const name of [...names].sort()) {
      const lease = await acquire(name);
      if (!lease) break;
      held.set(name, lease);
    }
  } catch (error) {
    await release();
    throw error;
  }
  const last = held.get(names.at(-1) ?? "");
  if (last && held.size === names.length)
    return {
      number: last.number,
      mayWrite: () => [...held.values()].every((lease) => lease.mayWrite()),
      async confirm() {
        for (const name of names) await held.get(name)?.confirm();
      },
      release,
    };
  await release();
  return undefined;
}
