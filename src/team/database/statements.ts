import { randomUUID } from "node:crypto";
import type { JournalRecord } from "../../timesheet/ledger/records.ts";
import type { Query } from "./connect.ts";

/** A lease, by its name, and the one who holds it or did: each holds a lease once. */
export interface Holding {
  name: string;
  holder: string;
}

/** The holder of a lease, and its last heartbeat, which counts up. */
export interface Holder {
  holder: string;
  heartbeat: string;
}

/** A record that the database may not have yet. */
export interface UnsavedRecord {
  /** Its number among the records of its holder; a record keeps it. */
  number: number;
  /** The age in milliseconds. */
  age: number;
  record: JournalRecord;
}

/** An addition to a user's journal. */
export interface Addition {
  /** One of its own. A number would not do: a database that has lost its last commits would count to it again. */
  addition: string;
  /** The one before; null for the first. */
  before: string | null;
  /** The id of its last record; null if the journal had all of them. */
  lastId: string | null;
}

/**
 * Takes the lease if it is free, or if this holder does whose lease has expired.
 *
 * @returns whether it was taken, then the last addition to the journal and a number that is greater than that of each holder before,
 * and who held it before; undefined if there is no such lease yet
 */
export async function take(
  query: Query,
  { name, holder }: Holding,
  expired: Holder | undefined,
): Promise<Taken | undefined> {
  const [row] = await query<Taken>(
    `WITH taken AS (
      UPDATE tempofiller.lease SET holder = $2, heartbeat = heartbeat + 1
      WHERE name = $1 AND (holder IS NULL OR (holder = $3 AND heartbeat = $4))
      RETURNING addition, heartbeat
    )
    SELECT EXISTS (SELECT FROM taken) AS "isTaken", (SELECT addition FROM taken), (SELECT heartbeat FROM taken) AS number,
      holder, heartbeat
    FROM tempofiller.lease WHERE name = $1`,
    [name, holder, expired?.holder, expired?.heartbeat],
  );
  return row;
}

interface Taken {
  isTaken: boolean;
  addition: string | null;
  /** Null unless it was taken. */
  number: string | null;
  holder: string | null;
  heartbeat: string;
}

export async function createLease(query: Query, name: string): Promise<void> {
  await query("INSERT INTO tempofiller.lease (name) VALUES ($1) ON CONFLICT DO NOTHING", [name]);
}

/** One heartbeat for all. Returns those who still hold their lease. */
export async function beat(query: Query, holders: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ holder: string }>(
    "UPDATE tempofiller.lease SET heartbeat = heartbeat + 1 WHERE holder = ANY($1::uuid[]) RETURNING holder",
    [holders],
  );
  return new Set(rows.map(({ holder }) => holder));
}

/** Adds the records if the holder still holds the lease, with a heartbeat. Undefined if it does not. */
export const confirmHeld = (query: Query, holding: Holding, records: readonly UnsavedRecord[]) =>
  addIf("holder = $2", "heartbeat = heartbeat + 1", query, holding, records);

/** Adds the records and releases the lease, if the holder still holds it. Undefined if it does not. */
export const releaseHeld = (query: Query, holding: Holding, records: readonly UnsavedRecord[]) =>
  addIf("holder = $2", "holder = NULL", query, holding, records);

/** Adds the records, also if another process holds the lease. */
export const addAfterLoss = (query: Query, holding: Holding, records: readonly UnsavedRecord[]) =>
  addIf("$2::uuid IS NOT NULL", "holder = holder", query, holding, records);

/** All or nothing. The lock on the lease comes before the ids of the records, so these are in the order of the commits. */
async function addIf(
  condition: string,
  change: string,
  query: Query,
  { name, holder }: Holding,
  records: readonly UnsavedRecord[],
): Promise<Addition | undefined> {
  const addition = randomUUID();
  const [row] = await query<Omit<Addition, "addition"> & { isHeld: boolean }>(
    `WITH held AS (
      UPDATE tempofiller.lease
      SET ${change}, addition = coalesce($4, addition), addition_before = CASE WHEN $4::uuid IS NULL THEN addition_before ELSE addition END
      WHERE name = $1 AND ${condition}
      RETURNING name, addition_before
    ), added AS (
      INSERT INTO tempofiller.journal (owner, holder, number, age, record)
      SELECT held.name, $2, unsaved.number, unsaved.age, unsaved.record
      FROM held, jsonb_to_recordset($3::jsonb) AS unsaved (number integer, age double precision, record jsonb)
      ORDER BY unsaved.number
      ON CONFLICT (holder, number) DO NOTHING
      RETURNING id
    )
    SELECT EXISTS (SELECT FROM held) AS "isHeld", (SELECT addition_before FROM held) AS before, (SELECT max(id) FROM added) AS "lastId"`,
    [name, holder, JSON.stringify(records), records.length > 0 ? addition : null],
  );
  return row?.isHeld ? { addition, before: row.before, lastId: row.lastId } : undefined;
}
