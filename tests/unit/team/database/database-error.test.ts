import { describe, expect, test } from "vitest";
import {
  DatabaseError,
  toDatabaseError,
  toSettingsError,
} from "../../../../src/team/database/database-error.ts";
import { SettingsError } from "../../../../src/timesheet/errors.ts";

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
    [
      "of a connection that ends",
      new Error("Connection terminated unexpectedly"),
      /^ECONNRESET: the connection was cut$/,
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
