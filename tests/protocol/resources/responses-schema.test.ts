import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SettingsError } from "../../../src/timesheet/errors.ts";
import { CLIENT_KINDS } from "../../helpers/clients.ts";
import { openSession } from "../../helpers/session.ts";

const URI = "tempo://contract/responses.schema.json";

test.each(CLIENT_KINDS)("it is the contract's file, byte for byte, to %s", async (kind) => {
  const { client, requests } = await openSession({ client: kind });
  const { contents } = await client.readResource({ uri: URI });
  const file = await readFile(join(import.meta.dirname, "../../../contracts/responses.schema.json"));
  expect(contents.map(({ uri, mimeType }) => ({ uri, mimeType }))).toEqual([
    { uri: URI, mimeType: "application/json" },
  ]);
  expect(Buffer.from(contents[0]?.text ?? "").equals(file)).toBe(true);
  expect(requests).toEqual([]);
});

test("it can be read before anything is configured", async () => {
  const { client } = await openSession({
    openTimesheet: () => Promise.reject(new SettingsError("Set TEMPO_API_TOKEN.")),
  });
  const { contents } = await client.readResource({ uri: URI });
  expect(JSON.parse(contents[0]?.text ?? "")).toHaveProperty("$defs.GetScheduleResponse");
});
