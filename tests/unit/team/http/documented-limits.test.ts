import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_UNSENT_BYTES, READ_MS } from "../../../../src/team/http/in-progress.ts";
import { MAX_CONNECTIONS } from "../../../../src/team/http/listener.ts";

const ROOT = join(import.meta.dirname, "../../../..");

test.each([
  ["SECURITY.md", `a replica takes ${MAX_CONNECTIONS} connections, each with one request at a time`],
  [
    "SECURITY.md",
    `A client has ${READ_MS === 60_000 ? "a minute" : `${READ_MS / 1000} s`} to read a response`,
  ],
  ["SECURITY.md", `all responses that wait for that have ${MAX_UNSENT_BYTES / 2 ** 20} MiB together`],
  ["docs/teams.md", `Each takes ${MAX_CONNECTIONS} connections`],
  ["deploy/haproxy.cfg", `A replica takes ${MAX_CONNECTIONS} connections`],
])("%s has the limit of the code: %s", (file, sentence) => {
  expect(readFileSync(join(ROOT, file), "utf8")).toContain(sentence);
});
