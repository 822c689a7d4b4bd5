import type { JournalStore, ReadRecord } from "../timesheet/journal/records.ts";
import type { HeldLease } from "./writers.ts";

/**
 * A journal that goes on from one that an earlier version has kept under another name. The numbers of that one's entries are negative.
 *
 * @param formerName the other name. Hosts with other settings may go on from other names, so a record that refers to such entries says
 *   of which name they are.
 */
export function withFormer(
  store: JournalStore,
  formerName: string,
  readFormer: () => ReadRecord[],
): JournalStore {
  return {
    readNew() {
      // Read first: if it fails, what the former one has is not taken for read.
      const own = store.readNew().map((record) => withoutOthers(record, formerName));
      return [...readFormer().map(ofFormerJournal), ...own];
    },
    append: (record) => store.append(isAboutFormer(record) ? { ...record, former: formerName } : record),
    hash: (comment) => store.hash(comment),
  };
}

/** Records of a still earlier journal are left out. */
function ofFormerJournal(record: ReadRecord): ReadRecord {
  const referring = withReferences(record, (number) => (number > 0 ? -number : undefined));
  if (referring.type !== "sending") return referring;
  const entries = referring.entries.map((sent) => ({ ...sent, entry: -sent.entry }));
  return { ...referring, batch: -referring.batch, entries };
}

/** Records of a journal under still another name are left out. */
function withoutOthers(record: ReadRecord, formerName: string): ReadRecord {
  if (!isAboutFormer(record) || ("former" in record && record.former === formerName)) return record;
  return withReferences(record, (number) => (number > 0 ? number : undefined));
}

function isAboutFormer(record: ReadRecord): boolean {
  const isOfFormer = (number: number) => number < 0;
  switch (record.type) {
    case "sending":
      return record.entries.some(({ again }) => again?.some(isOfFormer));
    case "stored":
      return record.worklogs.some(({ entry }) => isOfFormer(entry));
    case "retrying":
    case "unknown":
    case "notStored":
      return record.entries.some(isOfFormer);
    default:
      return false;
  }
}

/** A record with other numbers of entries that were sent before, or without those for which there is none. */
function withReferences(record: ReadRecord, numberOf: (number: number) => number | undefined): ReadRecord {
  const numbersOf = (numbers: readonly number[]) => numbers.flatMap((number) => numberOf(number) ?? []);
  switch (record.type) {
    case "sending": {
      const entries = record.entries.map(({ again, ...sent }) => ({
        ...sent,
        ...(again && { again: numbersOf(again) }),
      }));
      return { ...record, entries };
    }
    case "stored": {
      const worklogs = record.worklogs.flatMap((stored) =>
        numbersOf([stored.entry]).map((entry) => ({ ...stored, entry })),
      );
      return { ...record, worklogs };
    }
    case "retrying":
    case "unknown":
    case "notStored":
      return { ...record, entries: numbersOf(record.entries) };
    default:
      return record;
  }
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
