import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  MAX_CONNECTIONS,
  MAX_SILENT,
  MAX_UNSENT_BYTES,
  READ_MS,
} from "../../../../src/team/http/connections.ts";

const ROOT = join(import.meta.dirname, "../../../..");

test.each([
  ["SECURITY.md", `a replica takes ${MAX_CONNECTIONS} connections, each with one request at a time`],
  [
    "SECURITY.md",
    `A client has ${READ_MS === 60_000 ? "a minute" : `${READ_MS / 1000} s`} to read a response`,
  ],
  ["SECURITY.md", `all responses that wait for that have ${MAX_UNSENT_BYTES / 2 ** 20} MiB together`],
  [
    "SECURITY.md",
    `at most ${MAX_SILENT} of an address (IPv6: its /64) that have not sent the head of a request`,
  ],
  ["docs/teams.md", `Each takes ${MAX_CONNECTIONS} connections`],
  ["deploy/haproxy.cfg", `A replica takes ${MAX_CONNECTIONS} connections`],
])("%s has the limit of the code: %s", (file, sentence) => {
  expect(readFileSync(join(ROOT, file), "utf8")).toContain(sentence);
});
