import type { Fact, Facts } from "../generated/task.ts";

const LOCALES = ["en", "de", "es", "fr"];

/** Which of these facts a text lacks, as a reader would say them. */
export function missingFacts(text: string, wanted: readonly Facts[]): string[] {
  return wanted.filter((facts) => !hasAny(text, facts)).map(describe);
}

/** Which of these facts a text has. */
export function presentFacts(text: string, unwanted: readonly Facts[]): string[] {
  return unwanted.filter((facts) => hasAny(text, facts)).map(describe);
}

export function hasAny(text: string, facts: Facts): boolean {
  const plain = simplify(text);
  return (Array.isArray(facts) ? facts : [facts]).some((fact) => hasFact(plain, fact));
}

function hasFact(plain: string, fact: Fact): boolean {
  if (typeof fact === "string") return wordsPattern(fact).test(plain);
  if ("pattern" in fact) return new RegExp(fact.pattern, "iu").test(plain);
  if ("date" in fact) return datePattern(fact.date).test(plain);
  if ("hours" in fact) return [...numbersIn(plain), ...timesIn(plain)].some((it) => isSame(it, fact.hours));
  return numbersIn(plain).some((it) => isSame(it, fact.number));
}

function describe(facts: Facts): string {
  const one = (fact: Fact) => (typeof fact === "string" ? `"${fact}"` : JSON.stringify(fact));
  return Array.isArray(facts) ? facts.map(one).join(" or ") : one(facts);
}

/** A text without case, accents and marks of style, with plain spaces and quotes. */
export function simplify(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[*`_]/g, "")
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐‑–—−]/g, "-")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
}

function wordsPattern(words: string): RegExp {
  const isOpen = words.endsWith("*");
  const plain = simplify(isOpen ? words.slice(0, -1) : words).trim();
  const escaped = plain.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}${isOpen ? "" : "(?![\\p{L}\\p{N}])"}`, "u");
}

/** The numbers of a text, each as every value that its separators allow. Keys of issues and dates are none. */
function numbersIn(plain: string): number[] {
  const text = plain.replaceAll(/\b[a-z][a-z0-9]*-\d+\b/g, " ").replaceAll(/\d{4}-\d{2}-\d{2}/g, " ");
  const tokens = text.match(/\d{1,3}(?:[ .,']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?/g) ?? [];
  return [
    ...tokens.flatMap(valuesOf),
    ...[...text.matchAll(/(\d+)?\s?(½|1⁄2)/g)].map(([, whole]) => Number(whole ?? 0) + 0.5),
  ];
}

function valuesOf(token: string): number[] {
  const lastSeparator = Math.max(token.lastIndexOf("."), token.lastIndexOf(","));
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const asWhole = Number(digits(token));
  if (lastSeparator < 0) return [asWhole];
  const asDecimal = Number(`${digits(token.slice(0, lastSeparator))}.${token.slice(lastSeparator + 1)}`);
  return /^\d{1,3}([ .,']\d{3})+$/.test(token) ? [asWhole, asDecimal] : [asDecimal];
}

/** Times such as 7:30, 7h 30m, 7 hours and 30 minutes, 45 min, in hours. */
function timesIn(plain: string): number[] {
  const together = [
    ...plain.matchAll(/(\d+):(\d{2})(?!\d)/g),
    ...plain.matchAll(
      /(\d+)\s?(?:h|hrs?|hours?|std\.?|stunden?|horas?|heures?)\s?(?:and |und |y |et )?(\d{1,2})(?=\s?m|\b)/g,
    ),
  ];
  const minutes = [...plain.matchAll(/(\d+)\s?(?:m|min|mins|minutes?|minuten|minutos?)\b/g)];
  return [
    ...together.map(([, hours, rest]) => Number(hours) + Number(rest) / 60),
    ...minutes.map(([, count]) => Number(count) / 60),
  ];
}

const isSame = (one: number, other: number) => Math.abs(one - other) < 0.0051;

function datePattern(date: string): RegExp {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const names = LOCALES.flatMap((locale) =>
    (["long", "short"] as const).map((style) =>
      simplify(
        new Intl.DateTimeFormat(locale, { month: style, timeZone: "UTC" }).format(
          Date.UTC(year, month - 1, 15),
        ),
      ).replace(".", ""),
    ),
  );
  const name = `(?:${[...new Set(names)].join("|")})\\.?`;
  const two = (number: number) => `0?${number}`;
  return new RegExp(
    [
      date,
      `(?<!\\d)${two(day)}(?:\\.|st|nd|rd|th|er)?(?:\\s?(?:-|to|bis|al|au)\\s?\\d+\\.?)?\\s(?:of\\s|de\\s)?${name}`,
      `${name}\\s(?:the\\s)?${two(day)}(?!\\d)`,
      `(?<!\\d)${two(day)}[./]\\s?${two(month)}(?!\\d)`,
      `(?<!\\d)${two(month)}/${two(day)}(?!\\d)`,
    ].join("|"),
    "u",
  );
}
