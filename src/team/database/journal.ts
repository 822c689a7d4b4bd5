import { randomBytes } from "node:crypto";
import { hashText, KEPT_MS } from "../../state/writers.ts";
import {
  type JournalRecord,
  type JournalStore,
  type ReadRecord,
  readRecord,
} from "../../timesheet/ledger/records.ts";
import type { Query } from "./connect.ts";
import type { UnsavedRecords } from "./held-lease.ts";
import type { Addition, UnsavedRecord } from "./statements.ts";

/** The number of old records that are dropped at a time. */
const MAX_DROPPED = 10_000;

/** The number of records that are read at a time, so that other requests are answered meanwhile. */
const MAX_READ = 1000;

interface Row {
  id: string;
  /** Milliseconds by the clock of the database. */
  age: number;
  record: unknown;
}

/** The journal of one user as rows. Records are written when the lease is confirmed or released. */
export class JournalInDatabase implements JournalStore, UnsavedRecords {
  readonly #query: Query;
  readonly #owner: string;
  readonly #wallClock: () => number;
  #key: Buffer | undefined;
  #unsaved: { number: number; record: JournalRecord }[] = [];
  #lastNumber = 0;
  #lastId = "0";
  /** All records up to this addition are known here; null if there was none, undefined before the first fetch. */
  #addition: string | null | undefined;
  #fetched: ReadRecord[] = [];

  /** @param wallClock the one by which the journal records, which is never set */
  constructor(query: Query, owner: string, wallClock: () => number) {
    this.#query = query;
    this.#owner = owner;
    this.#wallClock = wallClock;
  }

  /** Whether the database has all that was recorded here. If not, its later content is unknown. */
  get isSaved(): boolean {
    return this.#unsaved.length === 0;
  }

  /** Reads a part of what was added since, for `readNew`. @param addition the last one @returns whether there is more @throws DatabaseError */
  async fetch(key: Buffer, addition: string | null): Promise<boolean> {
    if (addition === this.#addition) return false;
    this.#key = key;
    const rows = await this.#query<Row>(
      `SELECT id, record, (extract(epoch FROM clock_timestamp() - added_at) * 1000 + age)::float8 AS age
      FROM tempofiller.journal WHERE owner = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [this.#owner, this.#lastId, MAX_READ],
    );
    this.#lastId = rows.at(-1)?.id ?? this.#lastId;
    const now = this.#wallClock();
    for (const { id, age, record } of rows) {
      const ageInDatabase = Number.isFinite(age) ? Math.max(0, age) : 0;
      const read = readRecord(record, `row ${id} of tempofiller.journal`, now - ageInDatabase);
      this.#fetched.push(read.type === "unreadable" ? read : byClockOf(now, ageInDatabase, read));
    }
    if (rows.length === MAX_READ) return true;
    this.#addition = addition;
    return false;
  }

  readNew(): ReadRecord[] {
    return this.#fetched.splice(0);
  }

  append(record: JournalRecord): void {
    this.#lastNumber += 1;
    this.#unsaved.push({ number: this.#lastNumber, record });
  }

  hash(text: string): string {
    if (!this.#key) throw new Error("The journal was not fetched yet");
    return hashText(this.#key, text);
  }

  unsaved(): UnsavedRecord[] {
    const now = this.#wallClock();
    return this.#unsaved.map((unsaved) => ({ ...unsaved, age: now - unsaved.record.at }));
  }

  saved(last: number, { addition, before, lastId }: Addition): void {
    this.#unsaved = this.#unsaved.filter(({ number }) => number > last);
    // Another one in between would be missing.
    if (before !== this.#addition) return;
    this.#addition = addition;
    this.#lastId = lastId ?? this.#lastId;
  }
}

/**
 * A record with the times that it would have by the clock of this machine. Of two opinions on its age, the younger one counts: a
 * clock may be wrong, and a request that is taken to be younger is waited for.
 */
function byClockOf(now: number, ageInDatabase: number, record: JournalRecord): JournalRecord {
  return { ...record, at: now - Math.max(0, Math.min(ageInDatabase, now - record.at)) };
}

/** The key of the comments' hashes, which is made once for all replicas. @throws DatabaseError */
export async function journalKey(query: Query): Promise<Buffer> {
  await query("INSERT INTO tempofiller.journal_key (key) VALUES ($1) ON CONFLICT DO NOTHING", [
    randomBytes(32),
  ]);
  const [row] = await query<{ key: Buffer }>("SELECT key FROM tempofiller.journal_key");
  if (!row) throw new Error("The journal has no key");
  return row.key;
}

/** Drops records of all users, the oldest first; only what is old by both clocks, or by one if the record names no time. @throws DatabaseError */
export async function dropOldRecords(query: Query, wallClock: number): Promise<void> {
  await query(
    `DELETE FROM tempofiller.journal WHERE id IN (
      SELECT id FROM (SELECT * FROM tempofiller.journal ORDER BY id LIMIT $1) AS oldest
      WHERE added_at < clock_timestamp() - $2 * interval '1 ms'
        AND CASE WHEN jsonb_typeof(record->'at') = 'number' THEN (record->>'at')::numeric < $3::numeric ELSE true END
    )`,
    [MAX_DROPPED, KEPT_MS, wallClock - KEPT_MS],
  );
}
