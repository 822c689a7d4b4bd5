import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readDatabase } from "../../../../src/team/config/database.ts";
import { addressOf } from "../../../helpers/database-address.ts";

const folder = mkdtempSync(join(tmpdir(), "tempofiller-database-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const CA = "-----BEGIN CERTIFICATE-----\nauthority\n-----END CERTIFICATE-----\n";
const caFile = join(folder, "ca.crt");
writeFileSync(caFile, CA);

const FULL = { rejectUnauthorized: true };

const reading = (url: string, env: Record<string, string> = {}) =>
  readDatabase({ TEMPOFILLER_DATABASE_URL: url, ...env });

test("a URL has everything that it can have, and a password with a percent sign is taken as it is", () => {
  const url = "postgresql://ad%61:50%off%20%C3%BC@[2001:db8::1]:5433/my%20hours?options=-c%20work_mem%3D4MB";
  expect(addressOf(url)).toEqual({
    host: "2001:db8::1",
    port: 5433,
    user: "ada",
    password: "50%off ü",
    database: "my hours",
    options: "-c work_mem=4MB",
    ssl: FULL,
  });
});

describe("the connection of a URL", () => {
  test.each<[string, string, unknown]>([
    ["db.example.com", "to another machine is verified", FULL],
    ["192.0.2.7", "to another address is verified", FULL],
    ["[::ffff:127.0.0.1]", "to an address that looks like this machine is verified", FULL],
    ["127.999.0.1", "to a name of numbers that is no address is verified", FULL],
    ["127.1", "to an abbreviated address is verified", FULL],
    ["localhost.example.com", "to a name that begins as this machine is verified", FULL],
    ["127.0.0.1.example.com", "to a name that begins as an address is verified", FULL],
    ["localhost%23.example.com", "to a name with an encoded sign is verified", FULL],
    ["localhost/x?host=db.example.com", "to the host of the query is verified", FULL],
    ["127.0.0.1:5433/x?port=1&host=192.0.2.7", "to the address of the query is verified", FULL],
    ["localhost/x?host=127.0.0.1&host=db", "to the first of two hosts, which is dialled, is plain", false],
    ["localhost", "to this machine is plain", false],
    ["LocalHost", "to this machine, whatever the case, is plain", false],
    ["127.0.0.2", "to a loopback address is plain", false],
    ["[::1]", "to the loopback address of IPv6 is plain", false],
    ["%2Frun%2Fpostgresql", "to a socket is plain", false],
    [
      "localhost/x?host=/run/postgresql&sslmode=require",
      "to a socket is plain, as TLS is unknown there",
      false,
    ],
    ["localhost/x?sslmode=disable", "to this machine is plain on demand", false],
    ["localhost/x?sslmode=verify-full", "to this machine is verified on demand", FULL],
    ["localhost/x?sslmode=no-verify", "to this machine may go unverified", { rejectUnauthorized: false }],
    ["db/x?sslmode=require", "that needs TLS is verified", FULL],
    ["db/x?sslmode=", "with an empty mode is verified", FULL],
  ])("%s %s", (rest, _, ssl) => {
    expect(reading(`postgres://ada:s3cret@${rest}`)?.ssl).toEqual(ssl);
  });

  test("dials the host that the rule was applied to", () => {
    const hosts = ["localhost/x?host=db", "%2Frun%2Fpostgresql", "[::1]", "localhost?host=127.0.0.1&host=db"];
    expect(hosts.map((rest) => reading(`postgres://ada@${rest}`, { PGHOST: "db" })?.host)).toEqual([
      "db",
      "/run/postgresql",
      "::1",
      "127.0.0.1",
    ]);
  });

  test("trusts the authorities of a file, then on this machine too, and only by name without a host name check", () => {
    const env = { TEMPOFILLER_DATABASE_CA_FILE: caFile };
    const named = `postgres://db/x?sslrootcert=${caFile}`;
    expect([
      reading("postgres://db/x", env)?.ssl,
      reading("postgres://localhost/x", env)?.ssl,
      reading(named)?.ssl,
      reading("postgres://db/x?sslmode=verify-ca", env)?.ssl,
    ]).toEqual([
      { ...FULL, ca: CA },
      { ...FULL, ca: CA },
      { ...FULL, ca: CA },
      { ...FULL, ca: CA, checkServerIdentity: expect.any(Function) },
    ]);
  });

  test("shows a certificate of its own if the URL names one", () => {
    const url = `postgres://db/x?sslcert=${caFile}&sslkey=${caFile}`;
    expect(reading(url)?.ssl).toEqual({ ...FULL, cert: CA, key: CA });
  });

  test("takes the mode of the driver's variable where the URL has none", () => {
    const env = { PGSSLMODE: "verify-full" };
    expect(reading("postgres://localhost/x", env)?.ssl).toEqual(FULL);
    expect(reading("postgres://localhost/x?sslmode=disable", env)?.ssl).toBe(false);
  });
});

test("no variable, no database", () => {
  expect(readDatabase({})).toBe(undefined);
});

describe("a database is refused", () => {
  const open =
    "others could read and change what is sent: the database is not on this machine. Write sslmode=verify-full";

  test.each<[string, string, Record<string, string>, string]>([
    ["elsewhere without verification", "db/x?sslmode=no-verify", {}, `With sslmode=no-verify, ${open}`],
    ["elsewhere by the query", "localhost/x?host=192.0.2.7&sslmode=disable", {}, open],
    [
      "elsewhere without TLS by a variable",
      "db/x",
      { PGSSLMODE: "disable" },
      `With PGSSLMODE=disable, ${open}`,
    ],
    ["with a mode that does not exist", "db/x?sslmode=constructor", {}, "sslmode of the database must be"],
    ["with the sslmode of another driver", "db/x?ssl=0", {}, "has ssl, which TempoFiller does not read"],
    ["with an address beside its host", "localhost/x?hostaddr=192.0.2.7", {}, "has hostaddr, which"],
    ["without a host", "?sslmode=disable", { PGHOST: "db" }, "must be a PostgreSQL URL"],
    [
      "with a device as file of authorities",
      "db/x?sslrootcert=/dev/zero",
      {},
      "sslrootcert in the database URL points to /dev/zero, which cannot be read (not a regular file).",
    ],
  ])("%s", (_, rest, env, message) => {
    const url = rest.startsWith("?") ? `postgres://${rest}` : `postgres://ada:s3cret@${rest}`;
    expect(() => reading(url, env)).toThrow(message);
  });
});
