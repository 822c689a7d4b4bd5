import fc from "fast-check";
import { inputSchemas, type Schema } from "../../src/generated/schemas.ts";
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

const text = fc.tuple(fc.array(unit, { minLength: 1, maxLength: 4 }), length).map(([units, wanted]) => {
  const part = units.join("");
  return part.repeat(Math.floor(wanted / Buffer.byteLength(JSON.stringify(part))));
});

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
        return schema.pattern === undefined
          ? fc.oneof(fc.constant("PROJ-123"), text)
          : fc.constant("2026-01-05");
    }
  })();
  return fc.oneof({ weight: 9, arbitrary: fits }, anything);
}

const call = fc
  .constantFrom(...tools)
  .chain((tool) => fitting(inputSchemas[tool.input]).map((args) => ({ name: tool.name, arguments: args })));

const prompt = fc.record({
  name: fc.oneof(fc.constantFrom("worklog_summary", "schedule_aware_bulk_entry", "draft_my_week"), text),
  arguments: fc.oneof(fc.dictionary(text, text, { maxKeys: 3 }), object(text)),
});

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
    arbitrary: fc.record({ method: fc.constant("resources/read"), params: fc.record({ uri: text }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ method: fc.constant("completion/complete"), params: anyParameters }),
  },
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
  return fc.sample(
    requests.map(({ headers: given, message: { method, params }, cut }) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return { headers: given, body: cut === undefined ? body : body.slice(0, cut % body.length) };
    }),
    { numRuns: count, seed },
  );
}
