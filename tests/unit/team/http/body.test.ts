import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readBody } from "../../../../src/team/http/guards.ts";

const read = (text: string) => readBody(Readable.from([Buffer.from(text)]) as unknown as IncomingMessage);

/** A message with lists in each other. */
const nested = (levels: number) =>
  `{"jsonrpc":"2.0","params":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

test("a body may be nested 100 levels deep", async () => {
  expect(await read(nested(100))).toEqual({ body: Buffer.from(nested(100)) });
});

test("brackets in texts do not count", async () => {
  const body = JSON.stringify({ text: `"\\${"[{".repeat(500)}`, other: '\\"' });
  expect(await read(body)).toEqual({ body: Buffer.from(body) });
});

test("a body that is nested one level deeper is refused", async () => {
  expect(await read(nested(101))).toEqual({
    refusal: {
      status: 400,
      message: "The message is nested more than 100 levels deep. No tool needs more than a few.",
    },
  });
});
