import { TLSSocket } from "node:tls";
import type { Client } from "pg";
import { describe, expect, test } from "vitest";
import { CautiousClient, describeConnection } from "../../../../src/team/database/connect.ts";
import {
  DatabaseError,
  toDatabaseError,
  toSettingsError,
} from "../../../../src/team/database/database-error.ts";
import { SettingsError } from "../../../../src/timesheet/errors.ts";

/** A stream of TLS whose server is verified, or not. */
const tls = (authorized: boolean) =>
  Object.create(TLSSocket.prototype, {
    authorized: { value: authorized },
    getProtocol: { value: () => "TLSv1.3" },
    destroy: { value: () => expect.unreachable() },
  });

describe("a connection is", () => {
  test.each<[host: string, stream: unknown, checksHostName: boolean, description: string]>([
    ["/run/postgresql", {}, true, "a Unix socket"],
    ["127.0.0.1", {}, true, "unencrypted, on this machine"],
    ["db.example.com", tls(true), true, "TLSv1.3, certificate and host name verified"],
    ["db.example.com", tls(true), false, "TLSv1.3, the certificate verified, the host name not"],
    ["127.0.0.1", tls(false), true, "TLSv1.3, nothing verified, on this machine"],
  ])("%#", (host, stream, checksHostName, description) => {
    expect(describeConnection({ host, connection: { stream } } as unknown as Client, checksHostName)).toBe(
      description,
    );
  });
});

describe("a password that is asked for in clear text", () => {
  function asked(stream: unknown): unknown {
    let destroyedBy: unknown = "nothing";
    const { connection } = new CautiousClient({});
    const destroy = (error: unknown) => {
      destroyedBy = error;
    };
    Object.assign(connection, { stream: stream ?? { destroy } });
    connection.emit("authenticationCleartextPassword");
    return destroyedBy;
  }

  test("is sent over verified TLS", () => {
    expect(asked(tls(true))).toBe("nothing");
  });

  test("closes any other connection", () => {
    expect(asked(undefined)).toEqual(new DatabaseError("clearTextPassword"));
  });
});

describe("an error of the database", () => {
  const AWAY = "The database does not answer as it should";

  test.each(
    [
      ["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "ENOENT", "ENOTFOUND", "ETIMEDOUT", "timeout"],
      ["clearTextPassword", "noTls", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID"],
      ["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT"],
      ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
      ["28000", "28P01", "3D000", "42501", "53300", "57P03"],
    ].flat(),
  )("with the code %s says what that means", (code) => {
    const { message, reason } = new DatabaseError(code);
    expect(message).toBe(`${AWAY} (${reason})`);
    expect(reason).toMatch(new RegExp(`^${code}: [a-z]\\w*( [\\w,;-]+)+$`));
  });

  test.each<[what: string, error: unknown, reason: RegExp]>([
    ["with another code has the code alone", Object.assign(new Error("ada"), { code: "XX000" }), /^XX000$/],
    ["with a code that is no text is unknown", Object.assign(new Error("ada"), { code: 7 }), /^unknown$/],
    ["without a code is unknown", new Error("the user ada"), /^unknown$/],
    ["that is only a text is unknown", "ada", /^unknown$/],
    ["of a timeout", new Error("Query read timeout"), /^timeout: no answer in time$/],
    ["of another timeout", new Error("connection timed out"), /^timeout: no answer in time$/],
    [
      "of a server without TLS",
      new Error("The server does not support SSL connections"),
      /^noTls: it does not offer TLS/,
    ],
    ["that only quotes that", new Error("so The server does not support SSL connections"), /^unknown$/],
    ["that goes on after that", new Error("The server does not support SSL connections of ada"), /^unknown$/],
    ["of ours", new DatabaseError("timeout"), /^timeout: no answer in time$/],
  ])("%s", (_, error, reason) => {
    const { reason: found, name } = toDatabaseError(error);
    expect(found).toMatch(reason);
    expect(name).toBe("DatabaseError");
  });

  test("of ours stays the same one", () => {
    const error = new DatabaseError("timeout");
    expect(toDatabaseError(error)).toBe(error);
  });

  test("tells the operator of the server what to check; any other error stays as it is", () => {
    expect(toSettingsError(new DatabaseError("57P03"))).toEqual(
      new SettingsError(
        "The database of TEMPOFILLER_DATABASE_URL cannot be used (57P03: it is starting or stopping). Check that it runs, and its " +
          "address, user and password.",
      ),
    );
    const other = new Error("A bug");
    expect(toSettingsError(other)).toBe(other);
  });
});
