import fc from "fast-check";

/** A token with every character that an encoding treats specially. */
export const SECRET = `q7Wz/K2+mX9&vB4<pL6>nR3"tY8'uJ5=hG1?fD0~sA-cE_iO`;

const base64 = (text: string) => Buffer.from(text).toString("base64");
const html = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The ways in which an upstream may echo the token. */
export const SPELLINGS = [
  SECRET,
  JSON.stringify(SECRET).slice(1, -1),
  encodeURIComponent(SECRET),
  encodeURIComponent(SECRET).replaceAll(/%../g, (code) => code.toLowerCase()),
  html(SECRET),
  html(SECRET).replaceAll("'", "&#39;"),
  base64(SECRET),
  base64(SECRET).replaceAll("=", ""),
  Buffer.from(SECRET).toString("base64url"),
];

/** Echoes that are no single spelling: inside a longer Base64 text, or with characters that are not seen in between. */
const ECHOES = [...SPELLINGS, base64(`Bearer ${SECRET}`), base64(`ab${SECRET}1`), [...SECRET].join("\u200b")];

const FILLERS = ["x", "<", "é", " ", "\u200b", "\u202e", "\u001b[31m", "💥", "&lt;", "<b>", '"', "\\", "\n"];

/** A text with an echo of the token, often around a place where a text may be cut. */
const text: fc.Arbitrary<string> = fc
  .record({
    filler: fc.constantFrom(...FILLERS),
    before: fc.oneof(
      fc.nat(60),
      ...[200, 1000, 4000, 10_000].map((cut) => fc.integer({ min: cut - 100, max: cut + 10 })),
    ),
    echo: fc.constantFrom(...ECHOES),
    after: fc.constantFrom("", " ", ".", "!".repeat(2000), "=", "💥"),
  })
  .map(({ filler, before, echo, after }) => filler.repeat(before).slice(0, before) + echo + after);

const hugeText = fc
  .record({ part: fc.constantFrom(...FILLERS), length: fc.integer({ min: 10_000, max: 100_000 }), text })
  .map(({ part, length, text: end }) => part.repeat(Math.ceil(length / part.length)) + end);

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 30, arbitrary: text },
  { weight: 1, arbitrary: hugeText },
  { weight: 6, arbitrary: fc.constantFrom(null, true, -1, 1e300, 0.5, {}, [], "2026-01-05", 1_290_000) },
);

/** A value inside many others. */
const nested = fc
  .record({
    depth: fc.constantFrom(1, 2, 11, 50, 20_000),
    around: fc.constantFrom("message", "errors", "field", "[]"),
    inner: text,
  })
  .map(({ depth, around, inner }) => {
    const [open, close] = around === "[]" ? ["[", "]"] : [`{${JSON.stringify(around)}:`, "}"];
    return { json: `${open.repeat(depth)}${JSON.stringify(inner)}${close.repeat(depth)}` };
  });

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.oneof(text, fc.constantFrom("message", "field", "__proto__")), scalar, { maxKeys: 3 }),
);

/** Bodies shaped like an error or a success, with anything in their fields. */
const upstreamShaped = fc.oneof(
  fc.record({ errors: fc.array(fc.record({ message: value }), { maxLength: 4 }) }),
  fc.record({ errorMessages: fc.array(value, { maxLength: 4 }), errors: value }),
  fc.record({ message: value }),
  fc.record({ accountId: value, key: value, displayName: value }),
  fc.record({ metadata: fc.constant({}), results: fc.array(row(), { maxLength: 3 }) }),
  fc.array(row(), { maxLength: 3 }),
  row(),
);

/** A day or a worklog of either deployment, with some fields of a wrong type or with an echo. */
function row(): fc.Arbitrary<object> {
  const or = (sound: unknown) => fc.oneof({ weight: 4, arbitrary: fc.constant(sound) }, value);
  return fc.record({
    date: or("2026-01-05"),
    requiredSeconds: or(28_800),
    type: or("WORKING_DAY"),
    holiday: or({ name: "Epiphany" }),
    tempoWorklogId: or(1_290_000),
    issue: or({ id: 10_123, key: "PROJ-123", summary: "Sound" }),
    startDate: or("2026-01-05"),
    started: or("2026-01-05 00:00:00.000"),
    startTime: or("08:00:00"),
    timeSpentSeconds: or(3600),
    billableSeconds: or(3600),
    description: value,
    comment: value,
    author: or({ accountId: "712020:ada" }),
    worker: or("JIRAUSER10100"),
  });
}

/** A response's body as text. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: upstreamShaped.map((it) => JSON.stringify(it)) },
  nested.map(({ json }) => json),
  nested.map(({ json }) => `{"errors":${json}}`),
  value.map((it) => JSON.stringify(it)),
  text.map((it) => `<html><body>${it}</body></html>`),
  upstreamShaped.map((it) => JSON.stringify(it).slice(0, -5)),
);

/** The headers of a response. */
export const hostileHeaders = fc.record(
  {
    "content-type": fc.constantFrom("application/json", "text/html", ""),
    "retry-after": fc.constantFrom("0", "1", "-1", "1e9", "99999999999999999999", "tomorrow", SECRET),
    "content-length": fc.constantFrom("0", "1", "-1", "99999999999"),
    location: fc.constantFrom(`https://evil.example/rest/${encodeURIComponent(SECRET)}`, SECRET, "//"),
  },
  { requiredKeys: [] },
);
