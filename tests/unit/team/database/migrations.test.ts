import { describe, expect, test } from "vitest";
import { MIGRATIONS } from "../../../../src/team/database/migrations.ts";

/**
 * The statements that a migration may have: what a replica of an earlier version reads and writes is the same after each of them. A new
 * table, or an index that refuses nothing, is not seen by it; a new column is filled by its default or may be empty.
 */
const ADDITIONS = [
  /^CREATE TABLE tempofiller\.\w+ \(.+\)$/is,
  /^CREATE INDEX (?:\w+ )?ON tempofiller\.\w+ .+$/is,
  /^ALTER TABLE tempofiller\.\w+ ADD COLUMN \w+ [a-z]+(?:\[\])?(?: NOT NULL DEFAULT [^,]+| DEFAULT [^,]+)?$/is,
  /^COMMENT ON .+$/is,
];

/** Constraints that the writes of an earlier version might break, in a column that it does not know. */
const CONSTRAINTS = /\b(?:CHECK|UNIQUE|PRIMARY KEY|GENERATED)\b/i;

/** Clauses of a new table that change what an existing one takes or shows. */
const TIES = /\b(?:REFERENCES|INHERITS)\b/i;

/** The statements that a replica of an earlier version might not survive. */
function changesIn(sql: string): string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim().replaceAll(/\s+/g, " "));
  return statements.filter((statement) => {
    if (statement === "") return false;
    const isAddition = ADDITIONS.some((form) => form.test(statement));
    return !isAddition || TIES.test(statement) || (/^ALTER/i.test(statement) && CONSTRAINTS.test(statement));
  });
}

describe("a migration", () => {
  test.each(MIGRATIONS)("only adds, so that replicas of the version before go on: $version", ({ sql }) => {
    expect(changesIn(sql)).toEqual([]);
  });

  test("has the version after the one before", () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  test.each([
    "CREATE TABLE tempofiller.seat (name text NOT NULL, UNIQUE (name)) WITH (fillfactor = 50)",
    "CREATE INDEX seat_name ON tempofiller.seat (name) WHERE name IS NOT NULL",
    "ALTER TABLE tempofiller.journal ADD COLUMN origin text",
    "ALTER TABLE tempofiller.journal ADD COLUMN origins text[] DEFAULT '{}'",
    "ALTER TABLE tempofiller.journal ADD COLUMN origin text NOT NULL DEFAULT ''",
    "COMMENT ON TABLE tempofiller.journal IS 'what was sent'",
  ])("may have: %s", (statement) => {
    expect(changesIn(`-- A comment; with a semicolon.\n${statement};`)).toEqual([]);
  });

  test.each([
    "DROP TABLE tempofiller.rate",
    "drop index tempofiller.journal_owner",
    "ALTER TABLE tempofiller.lease DROP COLUMN heartbeat",
    "ALTER TABLE tempofiller.lease RENAME COLUMN holder TO owner",
    "ALTER TABLE tempofiller.lease RENAME TO leases",
    "ALTER TABLE tempofiller.lease ALTER COLUMN heartbeat TYPE integer",
    "ALTER TABLE tempofiller.lease ALTER COLUMN heartbeat SET NOT NULL",
    "ALTER TABLE tempofiller.lease ALTER COLUMN heartbeat DROP DEFAULT",
    "ALTER TABLE tempofiller.journal ADD COLUMN origin text NOT NULL",
    "ALTER TABLE tempofiller.journal ADD COLUMN origin text UNIQUE",
    "ALTER TABLE tempofiller.journal ADD COLUMN origin text CHECK (origin <> '')",
    "ALTER TABLE tempofiller.journal ADD COLUMN origin text DEFAULT '' CHECK (origin <> '')",
    "ALTER TABLE tempofiller.journal ADD COLUMN origin text, DROP COLUMN age",
    "ALTER TABLE tempofiller.journal ADD COLUMN origin text DEFAULT '', DROP COLUMN age",
    "ALTER TABLE tempofiller.journal ADD CONSTRAINT aged CHECK (age > 0)",
    "ALTER TABLE tempofiller.journal SET SCHEMA public",
    "ALTER TABLE tempofiller.journal ENABLE ROW LEVEL SECURITY",
    "CREATE TABLE tempofiller.note (record bigint REFERENCES tempofiller.journal)",
    "CREATE TABLE tempofiller.late () INHERITS (tempofiller.journal)",
    "CREATE UNIQUE INDEX journal_age ON tempofiller.journal (age)",
    "CREATE TRIGGER journal_added BEFORE INSERT ON tempofiller.journal EXECUTE FUNCTION refuse()",
    "CREATE RULE no_writes AS ON INSERT TO tempofiller.journal DO INSTEAD NOTHING",
    "CREATE POLICY own ON tempofiller.journal USING (false)",
    "REVOKE INSERT ON tempofiller.journal FROM tempofiller",
    "TRUNCATE tempofiller.journal",
    "DELETE FROM tempofiller.journal",
    "UPDATE tempofiller.lease SET holder = NULL",
    "DO $$ BEGIN EXECUTE 'DROP TABLE tempofiller.rate'; END $$",
  ])("may not have: %s", (statement) => {
    expect(changesIn(`CREATE TABLE tempofiller.seat (name text);\n${statement};`)).not.toEqual([]);
  });
});
