/** After decoding. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

const MAX_ERROR_BYTES = 256 * 1024;

/** Counted by brackets and commas: parsing takes time and memory by the number of values, and nothing else runs meanwhile. */
const MAX_VALUES = 500_000;

const [COMMA, BRACKET, BRACE] = Buffer.from(",[{");

export class ResponseTooLargeError extends Error {}

/** A success beyond the limits fails with ResponseTooLargeError; a failure's body ends there, since its status says enough. */
export async function withBoundedBody(response: Response): Promise<Response> {
  const { ok, body, headers, statusText } = response;
  if (!body) return response;
  if (ok && Number(headers.get("content-length")) > MAX_BODY_BYTES) {
    await body.cancel();
    throw new ResponseTooLargeError();
  }
  const bounded = body.pipeThrough(ok ? failingBeyond(MAX_BODY_BYTES) : endingAt(MAX_ERROR_BYTES));
  // Response takes no status beyond 599, which servers do send.
  return new Response(bounded, { status: Math.min(response.status, 599), statusText, headers });
}

function failingBeyond(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let values = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) values += valuesIn(chunk);
      if (bytes > maxBytes || values > MAX_VALUES) controller.error(new ResponseTooLargeError());
      else controller.enqueue(chunk);
    },
  });
}

function endingAt(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = maxBytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.terminate();
    },
  });
}

function valuesIn(chunk: Uint8Array): number {
  let count = 0;
  for (const byte of chunk) if (byte === COMMA || byte === BRACKET || byte === BRACE) count += 1;
  return count;
}
