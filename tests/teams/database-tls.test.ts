import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { readDatabase } from "../../src/team/config/database.ts";
import { type Database, openDatabase } from "../../src/team/database/connect.ts";
import { DatabaseError } from "../../src/team/database/database-error.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

/** Names of this machine for the resolver, and those of another machine for the rule that demands TLS. */
const [NAMED, OTHER] = ["127.1", "127.0.1"];

/** Rules of pg_hba.conf for users with a password: over TLS alone, in clear text, or hashed. */
const ACCESS = [
  "hostssl all secure all scram-sha-256",
  "host all secure all reject",
  "hostssl all plain all password",
  "host all plain all password",
  "host all hashed all scram-sha-256",
  "local all plain password",
];

const folder = mkdtempSync(join(tmpdir(), "tempofiller-database-tls-"));
const caFile = join(folder, "ca.crt");
let postgres: Postgres;

beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: "commonName", value: "database" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: NAMED }] }],
  });
  writeFileSync(caFile, cert);
  postgres = await startPostgres({ tls: { cert, key }, access: ACCESS });
  const owner = open(await postgres.createDatabase());
  for (const name of ["secure", "plain", "hashed"])
    await owner.query(`CREATE ROLE ${name} LOGIN PASSWORD 's3cret'`);
  await owner.close();
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const open = (url: string, env: Record<string, string> = {}): Database => {
  const address = readDatabase({ TEMPOFILLER_DATABASE_URL: url, ...env });
  if (!address) throw new Error("No address");
  return openDatabase({ address, clock: systemClock, log: () => {} });
};

/** The connection of a user to a new database, or why there is none. */
async function connected(user: string, host: string, query = "", env: Record<string, string> = {}) {
  const { port, pathname } = new URL(await postgres.createDatabase());
  const database = open(`postgres://${user}:s3cret@${host}:${port}${pathname}${query}`, env);
  onTestFinished(() => database.close());
  try {
    const [row] = await database.query<{ name: string }>("SELECT current_user AS name");
    return [row?.name, await database.describeConnection()];
  } catch (error) {
    return error;
  }
}

const TRUSTED = () => ({ TEMPOFILLER_DATABASE_CA_FILE: caFile });

describe("a PostgreSQL that demands TLS", () => {
  test("and is not on this machine is reached by TLS without a word in the URL, verified", async () => {
    expect(await connected("secure", NAMED, "", TRUSTED())).toEqual([
      "secure",
      "TLSv1.3, certificate and host name verified",
    ]);
  });

  test.each([
    ["whose certificate is of an unknown authority", NAMED, "", {}, "DEPTH_ZERO_SELF_SIGNED_CERT"],
    [
      "of an unknown authority, though Node.js is to accept it",
      NAMED,
      "",
      { off: "1" },
      "DEPTH_ZERO_SELF_SIGNED_CERT",
    ],
    ["whose certificate is for another host", OTHER, "", { ca: "1" }, "ERR_TLS_CERT_ALTNAME_INVALID"],
    [
      "whose certificate is for another host, with sslmode=require",
      OTHER,
      "?sslmode=require",
      { ca: "1" },
      "ERR_TLS_CERT_ALTNAME_INVALID",
    ],
  ])("%s is refused", async (_, host, query, { ca, off }: { ca?: string; off?: string }, code) => {
    if (off) {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
      onTestFinished(() => {
        delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      });
    }
    expect(await connected("secure", host, query, ca ? TRUSTED() : {})).toEqual(new DatabaseError(code));
  });

  test("is taken by its authority alone with sslmode=verify-ca", async () => {
    expect(await connected("secure", OTHER, "?sslmode=verify-ca", TRUSTED())).toEqual([
      "secure",
      "TLSv1.3, the certificate verified, the host name not",
    ]);
  });

  test("refuses the user without TLS, which only this machine may try", async () => {
    expect(await connected("secure", "127.0.0.1")).toEqual(new DatabaseError("28000"));
    expect(await connected("secure", "127.0.0.1", "?sslmode=no-verify")).toEqual([
      "secure",
      "TLSv1.3, nothing verified, on this machine",
    ]);
  });
});

describe("a password", () => {
  test("is hashed for a PostgreSQL on this machine, without TLS", async () => {
    expect(await connected("hashed", "127.0.0.1")).toEqual(["hashed", "unencrypted, on this machine"]);
  });

  test.each([
    ["without TLS", () => "127.0.0.1", ""],
    ["by TLS that nothing was verified of", () => "127.0.0.1", "?sslmode=no-verify"],
    ["by a Unix socket", () => encodeURIComponent(postgres.folder), ""],
  ])("is not sent in clear text %s", async (_, host, query) => {
    expect(await connected("plain", host(), query)).toEqual(new DatabaseError("clearTextPassword"));
  });

  test("is sent as PostgreSQL asks for it by verified TLS, which LDAP and PAM need", async () => {
    expect(await connected("plain", NAMED, "", TRUSTED())).toEqual([
      "plain",
      "TLSv1.3, certificate and host name verified",
    ]);
  });
});

test("a Unix socket is said to be one", async () => {
  expect(await connected("postgres", encodeURIComponent(postgres.folder), "?sslmode=require")).toEqual([
    "postgres",
    "a Unix socket",
  ]);
});

/** Answers each message of a client with the next of these, and keeps what it got. */
async function fakeServer(...answers: Buffer[]) {
  const got: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const left = [...answers];
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      got.push(bytes);
      const answer = left.shift();
      if (answer) socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as { port: number };
  return { port, sent: () => Buffer.concat(got).toString("latin1") };
}

/** AuthenticationCleartextPassword of the protocol. */
const ASKS_IN_CLEAR_TEXT = Buffer.from("R\0\0\0\x08\0\0\0\x03", "latin1");

test("a server that asks for the password in clear text does not get it", async () => {
  const server = await fakeServer(ASKS_IN_CLEAR_TEXT);
  const database = open(`postgres://ada:s3cret@127.0.0.1:${server.port}/hours`);
  onTestFinished(() => database.close());
  const error = await database.check().catch((thrown: unknown) => thrown);
  expect(error).toEqual(new DatabaseError("clearTextPassword"));
  expect((error as Error).message).toBe(
    "The database does not answer as it should (clearTextPassword: it asks for the password in clear text, which is sent over " +
      "verified TLS only; let it use scram-sha-256)",
  );
  expect(server.sent()).toContain("ada");
  expect(server.sent()).not.toContain("s3cret");
});

test("a server elsewhere without TLS learns neither user nor password", async () => {
  const server = await fakeServer(Buffer.from("N"));
  const database = open(`postgres://ada:s3cret@${NAMED}:${server.port}/hours`);
  onTestFinished(() => database.close());
  expect(await database.check().catch((thrown: unknown) => thrown)).toEqual(new DatabaseError("noTls"));
  // An SSLRequest, and nothing else.
  expect(server.sent()).toBe("\0\0\0\x08\x04\xd2\x16\x2f");
});
