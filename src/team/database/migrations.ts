interface Migration {
  version: number;
  sql: string;
}

/**
 * The migrations in the order of their versions, in which they run. One that was released is never changed. Migrations only add: replicas
 * of an old version go on reading and writing until a new one has replaced them, so what they use stays, and nothing that they write is
 * refused. A test checks each statement for that.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      -- Who may write for a person. A row stays when its lease is released: locks on it put the journal into order.
      CREATE TABLE tempofiller.lease (
        name text PRIMARY KEY,
        holder uuid,
        heartbeat bigint NOT NULL DEFAULT 0,
        -- The last addition to the journal of the person, and the one before it.
        addition uuid,
        addition_before uuid
      ) WITH (fillfactor = 50);
      CREATE INDEX lease_holder ON tempofiller.lease (holder) WHERE holder IS NOT NULL;

      -- What was sent, and what became of it. Within one owner, ids are in the order in which records became visible.
      CREATE TABLE tempofiller.journal (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- The name of the lease.
        owner text NOT NULL,
        holder uuid NOT NULL,
        -- Counts the records of a holder: one that is sent twice is kept once.
        number integer NOT NULL,
        added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- How old it was then, in milliseconds.
        age double precision NOT NULL,
        record jsonb NOT NULL,
        UNIQUE (holder, number)
      );
      CREATE INDEX journal_owner ON tempofiller.journal (owner, id);

      -- The key of the comments' hashes, which every replica needs.
      CREATE TABLE tempofiller.journal_key (
        is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
        key bytea NOT NULL
      );

      -- When the last requests to a site were allowed to leave, ascending.
      CREATE TABLE tempofiller.rate (
        site text PRIMARY KEY,
        slots timestamptz[] NOT NULL
      ) WITH (fillfactor = 50);
    `,
  },
];

/** The rights that the user of a running server needs on the tables. */
export const RIGHTS = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const;

/**
 * The statements that let a user run the server on tables of another one, who runs them once. They hold for the tables of later
 * versions too.
 */
export function grantsFor(user: string): string[] {
  return [
    `GRANT USAGE ON SCHEMA tempofiller TO ${user};`,
    `GRANT ${RIGHTS.join(", ")} ON ALL TABLES IN SCHEMA tempofiller TO ${user};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA tempofiller GRANT ${RIGHTS.join(", ")} ON TABLES TO ${user};`,
  ];
}
