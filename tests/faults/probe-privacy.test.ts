import fc from "fast-check";
import { expect, test } from "vitest";
import { KNOWN_KEYS } from "../../src/cli/probe/known-words.ts";
import { makeReport } from "../../src/cli/probe/report.ts";
import type { Exchange } from "../../src/cli/probe/requests.ts";
import { KNOWN_HEADERS } from "../../src/generated/known-words.ts";
import { addDays } from "../../src/timesheet/dates.ts";
import { foreignWords } from "../helpers/probe.ts";

/** A site's data: the same answers with the texts, names, keys, ids, figures and dates of the one or the other of two sites. */
type OfSite = (site: 0 | 1) => unknown;

/** Marks everything that is a site's own. */
const MARKS = ["qxzj", "wvkb"] as const;

const two = (count: number) => String(count).padStart(2, "0");
const uuid = (site: 0 | 1, index: number) =>
  `${site}a0d00${two(index)}-0000-4000-8000-00000000${MARKS[site] === "qxzj" ? "abcd" : "dcba"}`;
const date = (site: 0 | 1, index: number) => addDays(["2026-01-05", "2017-05-29"][site] ?? "", index);

/** Texts as sites have them, each by a number that keeps their order. */
const TEXTS: readonly ((mark: string, index: string, site: 0 | 1, number: number) => string)[] = [
  (mark, index) => `${mark} Anna ${index}`,
  (mark, index) => `${mark.toUpperCase()}-${1000 + Number(index)}`,
  (mark, index) => `anna.${index}@${mark}.example`,
  (mark, index) => `https://tempo.${mark}.example/rest/api/2/user?username=anna${index}`,
  (mark, index) => `https://other.${mark}.example/${index}?next=${mark}`,
  (mark, index) => `<html><a href="/${mark}">${index}</a></html>`,
  (mark, index) => `ATATT3xFfGF0${mark}${index}`,
  (mark, index) => `JIRAUSER${mark === MARKS[0] ? 41_900 + Number(index) : 73_300 + Number(index)}`,
  (_, __, site, number) => uuid(site, number),
  (_, __, site, number) => `712020:${uuid(site, number)}`,
  (_, __, site, number) => String((site + 4) * 1_000_000 + number),
  (_, __, site, number) => date(site, number),
  (_, __, site, number) => `${date(site, number)}T${two(9 + site)}:1${site}:00.000+0000`,
  (_, __, site, number) => `${date(site, number)} ${two(11 + site)}:30:00`,
  (_, __, site) => `1${site}:15:00`,
  (mark, index) => `${mark}\n${index} "quoted" é\u0007`,
];

const index = fc.nat(20);
const text = fc.tuple(fc.constantFrom(...TEXTS), index).map(
  ([write, number]) =>
    (site: 0 | 1) =>
      write(MARKS[site], two(number), site, number),
);
const figure = fc.tuple(index, fc.constantFrom(1, -1, 0.5)).map(
  ([number, factor]) =>
    (site: 0 | 1) =>
      ((site + 3) * 1_000_002 + number * 2) * factor + (factor === 0.5 ? 0.25 : 0),
);
const same = fc.constantFrom(0, true, false, null, "", "OPEN", "WORKING_DAY").map((value) => () => value);
const key = fc.oneof(
  fc.constantFrom(...KNOWN_KEYS).map((name) => () => name),
  text.map((own) => (site: 0 | 1) => own(site)),
);
const { body } = fc.letrec<{ body: OfSite }>((tie) => ({
  body: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.oneof(text, figure, same),
    fc.array(tie("body"), { maxLength: 4 }).map((items) => (site: 0 | 1) => items.map((item) => item(site))),
    fc
      .array(fc.tuple(key, tie("body")), { maxLength: 6 })
      .map(
        (entries) => (site: 0 | 1) =>
          Object.fromEntries(entries.map(([name, item]) => [name(site), item(site)])),
      ),
  ),
}));
const header = fc.tuple(
  fc.oneof(
    fc.constantFrom(...KNOWN_HEADERS).map((name) => () => name),
    fc.constant((site: 0 | 1) => `x-${MARKS[site]}`),
  ),
  text,
);
const exchange = fc
  .record({
    status: fc.constantFrom(200, 302, 401, 403, 404, 429, 503),
    headers: fc.array(header, { maxLength: 4 }),
    location: text,
    body,
    isJson: fc.boolean(),
  })
  .map(({ status, headers, location, body: content, isJson }) => (site: 0 | 1): Exchange => {
    const value = content(site);
    return {
      name: "worklogs",
      request: "GET /4/worklogs",
      limit: 50,
      milliseconds: 17.123 + site,
      answer: {
        status,
        url: `https://tempo.${MARKS[site]}.example/rest/${MARKS[site]}`,
        headers: [
          ...headers.map(([name, content]) => [name(site), content(site)] as const),
          ["location", location(site)],
        ],
        text: isJson ? JSON.stringify(value) : `<p>${MARKS[site]} ${JSON.stringify(value)}`,
      },
    };
  });

test("a report holds nothing of its source: two sites whose answers have the same form give the same one", () => {
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 1, maxLength: 3 }), (sources) => {
      const reports = ([0, 1] as const).map((site) =>
        makeReport({
          deployment: "cloud",
          upstream: "site",
          exchanges: sources.map((source) => source(site)),
        }),
      );
      expect(reports[0]).toEqual(reports[1]);
      expect(JSON.stringify(reports[0])).not.toMatch(/qxzj|wvkb/i);
      expect(reports.flatMap(foreignWords)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
}, 240_000);

test("whatever an answer is, its report holds none of its texts and figures", () => {
  const anything = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.constant(`${"[".repeat(20_000)}${"]".repeat(20_000)}`),
  );
  fc.assert(
    fc.property(
      anything,
      fc.webUrl(),
      fc.array(fc.tuple(fc.string(), fc.string())),
      (content, url, headers) => {
        const answer = { status: 200, url, headers, text: content };
        const asked = { request: "GET /", milliseconds: 1, answer };
        const exchanges: Exchange[] = [
          { ...asked, name: "worklogs" },
          { ...asked, name: "worklogs again" },
        ];
        const report = makeReport({ deployment: "datacenter", upstream: "site", exchanges });
        expect(foreignWords(report)).toEqual([]);
        expect(JSON.stringify(report)).not.toContain(url);
      },
    ),
    { numRuns: 500 },
  );
}, 120_000);
