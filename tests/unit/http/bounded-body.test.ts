import { describe, expect, test } from "vitest";
import { ResponseTooLargeError, withBoundedBody } from "../../../src/tempo/http/bounded-body.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_VALUES = 500_000;
const MAX_ERROR_BYTES = 256 * 1024;

/** The length of a response's body, as it is read from chunks. */
async function lengthOf(chunks: string[], init: ResponseInit = {}): Promise<number> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const bounded = await withBoundedBody(new Response(body, init));
  return (await bounded.arrayBuffer()).byteLength;
}

const half = " ".repeat(MAX_BYTES / 2);
const values = ",[{".repeat(Math.floor(MAX_VALUES / 3)) + ",".repeat(MAX_VALUES % 3);

describe("a success", () => {
  test("is read up to 32 MB and 500,000 values, over all of its chunks", async () => {
    expect(await lengthOf([half, half])).toBe(MAX_BYTES);
    expect(await lengthOf(["1", values, "2"])).toBe(MAX_VALUES + 2);
    expect(await lengthOf(["x"], { headers: { "content-length": `${MAX_BYTES}` } })).toBe(1);
  });

  test.each<[what: string, chunks: string[], headers?: Record<string, string>]>([
    ["a byte", [half, half, " "]],
    ["a value", [values, ","]],
    ["a byte, by its Content-Length", ["x"], { "content-length": `${MAX_BYTES + 1}` }],
  ])("fails with %s more", async (_, chunks, headers = {}) => {
    await expect(lengthOf(chunks, { headers })).rejects.toThrow(ResponseTooLargeError);
  });

  test("without a body stays as it is", async () => {
    const response = new Response(null, { status: 204 });
    expect(await withBoundedBody(response)).toBe(response);
  });
});

describe("a failure", () => {
  test.each<[what: string, chunks: string[], length: number]>([
    ["whole, if it is short", ["ab", "c"], 3],
    ["up to 256 KB in one chunk", [" ".repeat(MAX_ERROR_BYTES + 1)], MAX_ERROR_BYTES],
    ["up to 256 KB in several", ["ab", " ".repeat(MAX_ERROR_BYTES), "c"], MAX_ERROR_BYTES],
    ["with any number of values", [values.slice(0, 1000), ","], 1001],
  ])("is read %s", async (_, chunks, length) => {
    expect(await lengthOf(chunks, { status: 500 })).toBe(length);
  });

  test("is no larger by what its Content-Length says", async () => {
    const init = { status: 500, headers: { "content-length": `${MAX_BYTES + 1}` } };
    expect(await lengthOf(["x"], init)).toBe(1);
  });

  test("keeps its status, its text and its headers", async () => {
    const { status, statusText, headers } = await withBoundedBody(
      new Response("x", { status: 503, statusText: "Busy", headers: { "retry-after": "7" } }),
    );
    expect({ status, statusText, retryAfter: headers.get("retry-after") }).toEqual({
      status: 503,
      statusText: "Busy",
      retryAfter: "7",
    });
  });
});
