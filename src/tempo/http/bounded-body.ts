/** The size after decoding. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

const MAX_ERROR_BYTES = 256 * 1024;

/** Counted by brackets and commas: parsing takes time and memory by the number of values, and nothing else runs meanwhile. */
const MAX_VALUES = 500_000;

const [COMMA, BRACKET, BRACE] = Buffer.from(",[{");

export class ResponseTooLargeError extends Error {}

/** A text may begin with a bracket too. */
const MAY_BE_JSON =
  /^\s*(?:$|\{\s*(?:["}]|$)|\[\s*(?:[[{"\]\dtfn-]|$)|"|-?\d[\d.eE+-]*\s*$|(?:true|false|null)\s*$)/;

/** A success whose body is a page or a text. */
export class NotJsonError extends SyntaxError {
  readonly body: string;

  constructor(body: string) {
    super("The body is no JSON");
    this.body = body;
  }
}

/** Reads the body. A success beyond the limits fails with ResponseTooLargeError; a failure's body ends there, since its status says enough. */
export async function withBoundedBody(response: Response): Promise<Response> {
  const { ok, body, headers, statusText } = response;
  if (!body) return response;
  if (ok && Number(headers.get("content-length")) > MAX_BODY_BYTES) {
    await body.cancel();
    throw new ResponseTooLargeError();
  }
  const bounded = await (ok ? readSuccess(body) : readFailure(body));
  // Response takes no status beyond 599, which servers do send.
  return new ReadResponse(bounded, { status: Math.min(response.status, 599), statusText, headers });
}

/** The same response; to read a success with a page or a text fails with NotJsonError. */
export function expectingJson(response: Response): Response {
  const { text: read, ok } = response;
  return Object.assign(response, {
    async text() {
      const text = await read.call(response);
      if (ok && !MAY_BE_JSON.test(text.slice(0, 1000))) throw new NotJsonError(text);
      return text;
    },
  });
}

/**
 * A response whose body has been read, and is given as text, JSON or bytes, as often as wanted. `Response` would make another stream of it, which
 * takes longer than the rest.
 */
class ReadResponse extends Response {
  readonly #body: Uint8Array<ArrayBuffer>;
  readonly #init: ResponseInit;

  constructor(body: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(null, init);
    this.#body = body;
    this.#init = init;
  }

  override text = async () => {
    return this.ok ? new TextDecoder().decode(this.#body) : decodedFailure(this.#body, this.headers);
  };

  override json = async () => JSON.parse(await this.text());

  override arrayBuffer = async () => this.#body.buffer;

  override clone = () => new ReadResponse(this.#body, this.#init);
}

/** Servers in front of Tempo and Jira name other encodings than UTF-8, or none. A body in UTF-8 is taken as that, whatever they name. */
function decodedFailure(body: Uint8Array, headers: Headers): string {
  const [, named = "windows-1252"] =
    /\bcharset="?([\w-]{1,40})/i.exec(headers.get("content-type") ?? "") ?? [];
  for (const encoding of /^utf-?16/i.test(named) ? [named] : ["utf-8", named]) {
    try {
      // A body that was cut may end inside of a character.
      return new TextDecoder(encoding, { fatal: encoding === "utf-8" }).decode(body, { stream: true });
    } catch {}
  }
  return new TextDecoder().decode(body);
}

async function readSuccess(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let values = 0;
  for await (const chunk of chunksOf(body)) {
    bytes += chunk.byteLength;
    if (bytes <= MAX_BODY_BYTES) values += valuesIn(chunk);
    if (bytes > MAX_BODY_BYTES || values > MAX_VALUES) throw new ResponseTooLargeError();
    chunks.push(chunk);
  }
  return joined(chunks);
}

async function readFailure(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let left = MAX_ERROR_BYTES;
  for await (const chunk of chunksOf(body)) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.byteLength;
    if (left <= 0) break;
  }
  return joined(chunks);
}

/** Cancels what is not read. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((total, { byteLength }) => total + byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Counts by index: an iterator takes three times as long, and nothing else runs meanwhile. */
function valuesIn(chunk: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < chunk.length; index += 1) {
    const byte = chunk[index];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) count += 1;
  }
  return count;
}
