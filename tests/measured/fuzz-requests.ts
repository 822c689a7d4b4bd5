import fc from "fast-check";
import { inputSchemas, type Schema } from "../../src/generated/schemas.ts";
import { prompts } from "../../src/prompts/index.ts";
import { monthlyResources, resources } from "../../src/server/resources.ts";
import { tools } from "../../src/tools/index.ts";

/** A request as it is sent. */
export interface FuzzedRequest {
  headers: Record<string, string>;
  body: string;
}

/** The most bytes of a text or a list that the server takes, with room for the rest of a body. */
const MAX_TEXT = 2 ** 20 - 4096;

/** Characters and short texts that are written in several ways, and so take longest to search. */
const UNITS = [
  "\\",
  '"',
  "/",
  "%",
  "&",
  "~",
  "a",
  " ",
  "\\\\",
  "%25",
  "&amp;",
  "\\u005c",
  "%2F",
  "é",
  "😀",
  "\u202e",
];

const unit = fc.oneof(fc.constantFrom(...UNITS), fc.string({ minLength: 1, maxLength: 6 }));

/** Mostly short; a few fill a body. */
const length = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 30, arbitrary: fc.integer({ min: 0, max: 4000 }) },
  { weight: 1, arbitrary: fc.constant(MAX_TEXT) },
);

const repeated = fc.tuple(fc.array(unit, { minLength: 1, maxLength: 4 }), length).map(([units, wanted]) => {
  const part = units.join("");
  return part.repeat(Math.floor(wanted / sizeOf(part)));
});

/** Words that somewhere are looked for, beside values of arguments. */
const WORDS = [
  ...["2026-01-05", "2026-01", "2026-W02", "to", "TO", "..", "PROJ-123", "1h 20m", "8", "true", "g1"],
  ...[
    "CLASS",
    "export",
    "ORDER BY",
    "key in (",
    "gitdir:",
    "browse",
    "https://",
    "kim@example.com",
    "Bearer",
  ],
  ...["a", "", "=", ":", "/", "#", "*", "@", "(", '"', "<", "${a:-", "\\", "&#"],
];

/** Characters that separate words or seem to: spaces of ASCII and of Unicode, ends of lines, marks. */
const BLANKS = [
  ...[" ", "\t", "\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u00a0", "\u1680", "\u2003", "\u2028", "\u2029"],
  ...[
    "\u202f",
    "\u205f",
    "\u3000",
    "\ufeff",
    "\u200b",
    ".",
    "-",
    "_",
    "=",
    ":",
    "/",
    ",",
    ";",
    "(",
    "*",
    "0",
    "a",
  ],
];

/** Word, blanks, word, blanks: two patterns beside each other may share the blanks in as many ways as there are. */
function structured(blanks: readonly string[], wantedLength: fc.Arbitrary<number>): fc.Arbitrary<string> {
  const pair = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...blanks));
  const pairs = fc.array(pair, { minLength: 1, maxLength: 4 });
  return fc
    .tuple(pairs, fc.constantFrom(...WORDS), wantedLength)
    .map(
      ([parts, last, wanted]) =>
        parts
          .map(([word, blank]) => word + blank.repeat(Math.floor(wanted / parts.length / sizeOf(blank))))
          .join("") + last,
    );
}

function sizeOf(part: string): number {
  return Buffer.byteLength(JSON.stringify(part));
}

/** Long enough to show time that grows with the square of a text, and several fit into a body. */
const structuredLength = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 30, arbitrary: fc.integer({ min: 0, max: 4000 }) },
  { weight: 10, arbitrary: fc.integer({ min: 0, max: 100_000 }) },
  { weight: 1, arbitrary: fc.constant(MAX_TEXT) },
);

const text = fc.oneof(repeated, structured(BLANKS, structuredLength));

/** A value that is right, or any text. */
const textOr = (right: string) => fc.oneof(fc.constant(right), text);

/** A value one time in so many. */
const seldom = <Value>(times: number, value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** A token that a header can carry: visible characters of ASCII. */
const token = fc.oneof(
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 512 }).map((value) => value.trim() || "x"),
  fc
    .tuple(
      fc.constantFrom("\\", '"', "/", "%25", "&amp;", "\\/", "a", "~0"),
      fc.integer({ min: 1, max: 512 }),
    )
    .map(([part, count]) => part.repeat(count).slice(0, 512)),
);

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom("2026-01-05", "PROJ-123", "1290000", {}, []),
);

const listLength = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 600 }) },
  { weight: 1, arbitrary: fc.constantFrom(20_000, 100_000) },
);

/** A list of one entry again and again, as long as a body takes. */
const list = (entry: fc.Arbitrary<unknown>) =>
  fc.tuple(entry, listLength).map(([each, count]) => {
    const most = Math.floor(MAX_TEXT / (Buffer.byteLength(JSON.stringify(each) ?? "null") + 1));
    return Array(Math.min(count, most)).fill(each);
  });

const object = (name: fc.Arbitrary<string>) =>
  fc.tuple(name, listLength, scalar).map(([start, count, value]) => {
    const most = Math.floor(MAX_TEXT / (Buffer.byteLength(JSON.stringify([start, value])) + 12));
    return Object.fromEntries(
      Array.from({ length: Math.min(count, most) }, (_, index) => [`${start}${index}`, value]),
    );
  });

/** Values that mostly match a schema. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const anything = fc.oneof(scalar, list(scalar), object(text));
  const fits = (() => {
    switch (schema.type) {
      case "object": {
        const properties = Object.entries(schema.properties ?? {}).map(([name, each]) => [
          name,
          fitting(each),
        ]);
        return fc
          .tuple(fc.record(Object.fromEntries(properties), { requiredKeys: [] }), seldom(6, object(text)))
          .map(([known, unknown]) => ({ ...known, ...unknown }));
      }
      case "array":
        return list(fitting(schema.items ?? {}));
      case "number":
        return fc.oneof(fc.constantFrom(0.1, 8, 24, 25), fc.double());
      case "boolean":
        return fc.boolean();
      default:
        return textOr(schema.pattern === undefined ? "PROJ-123" : "2026-01-05");
    }
  })();
  return fc.oneof({ weight: 9, arbitrary: fits }, anything);
}

const call = fc
  .constantFrom(...tools)
  .chain((tool) => fitting(inputSchemas[tool.input]).map((args) => ({ name: tool.name, arguments: args })));

/** Values that are right, by the name of a prompt's argument. */
const RIGHT: Record<string, string> = {
  ...{ month: "2026-01", week: "2026-W02", dateRange: "2026-01-05..2026-01-16" },
  ...{ issueKey: "PROJ-123", hoursPerDay: "8", username: "Ada", includeAnalysis: "true" },
};

const ownArguments = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, textOr(RIGHT[name] ?? "")])), { requiredKeys: [] });

const prompt = fc.oneof(
  ...prompts.map(({ name, arguments: own }) =>
    fc.record({ name: fc.constant(name), arguments: ownArguments(Object.keys(own)) }),
  ),
  fc.record({
    name: fc.oneof(fc.constantFrom(...prompts.map(({ name }) => name)), text),
    arguments: fc.oneof(fc.dictionary(text, text, { maxKeys: 3 }), object(text)),
  }),
);

const address = fc.oneof(
  text,
  fc.constantFrom(...resources.map(({ uri }) => uri)).chain((uri) => text.map((end) => uri + end)),
  fc
    .constantFrom(...monthlyResources.map(({ uriTemplate }) => uriTemplate))
    .chain((template) => textOr("2026-01").map((month) => template.replace("{month}", () => month))),
);

const completion = fc.oneof(
  ...prompts.map(({ name, arguments: own }) =>
    fc.record({
      ref: fc.constant({ type: "ref/prompt", name }),
      argument: fc.record({ name: fc.constantFrom(...Object.keys(own)), value: text }),
      context: fc.record({ arguments: ownArguments(Object.keys(own)) }),
    }),
  ),
  fc.record({
    ref: fc.record({
      type: fc.constant("ref/resource"),
      uri: fc.oneof(fc.constantFrom(...monthlyResources.map(({ uriTemplate }) => uriTemplate)), text),
    }),
    argument: fc.record({ name: textOr("month"), value: text }),
  }),
);

const anyParameters = fc.oneof(scalar, list(scalar), object(text));

/** Requests that need no account at Jira, and so may come with any token. */
const forAnybody = fc.oneof(
  { weight: 3, arbitrary: fc.record({ method: fc.constant("prompts/get"), params: prompt }) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant("tools/call"),
      params: fc.record({ name: text, arguments: anyParameters }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.oneof(fc.constantFrom("tools/list", "initialize"), text),
      params: anyParameters,
    }),
  },
);

const forMembers = fc.oneof(
  { weight: 6, arbitrary: fc.record({ method: fc.constant("tools/call"), params: call }) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom("resources/read", "resources/subscribe"),
      params: fc.record({ uri: address }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant("completion/complete"),
      params: fc.oneof({ weight: 4, arbitrary: completion }, { weight: 1, arbitrary: anyParameters }),
    }),
  },
);

/** A header that the server reads, beside those of a member. Node lets no other characters into one, and 16 KiB in all. */
const header = fc.tuple(
  fc.constantFrom(
    ...[
      "accept",
      "authorization",
      "content-type",
      "expect",
      "host",
      "mcp-protocol-version",
      "mcp-session-id",
      "origin",
    ],
    ...[
      "tempofiller-jira-email",
      "tempofiller-jira-pat",
      "tempofiller-read-only",
      "traceparent",
      "user-agent",
    ],
    ...["x-forwarded-for", "x-request-id"],
  ),
  structured(
    [" ", "\t", "\u00a0", ".", ",", ":", ";", "=", "[", "-", "/"],
    fc.integer({ min: 0, max: 8000 }),
  ),
);

/** Requests of a member of the team, whose token is good, and of others. */
export function fuzzedRequests(
  member: Record<string, string>,
  count: number,
  seed: number,
): Iterable<FuzzedRequest> {
  const requests = fc.oneof(
    fc.record({
      headers: token.map((value) => ({ "tempofiller-jira-pat": value })),
      message: forAnybody,
      cut: seldom(40, fc.nat()),
    }),
    fc.record({
      headers: fc.constant(member),
      message: fc.oneof({ weight: 5, arbitrary: forMembers }, { weight: 1, arbitrary: forAnybody }),
      cut: seldom(40, fc.nat()),
    }),
  );
  const withHeader = fc.tuple(requests, seldom(10, header));
  return fc.sample(
    withHeader.map(([{ headers: given, message, cut }, more]) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...message });
      return {
        headers: { ...given, ...(more && Object.fromEntries([more])) },
        body: cut === undefined ? body : body.slice(0, cut % body.length),
      };
    }),
    { numRuns: count, seed },
  );
}
