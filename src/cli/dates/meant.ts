import {
  addDays,
  addYears,
  countDays,
  type DateRange,
  datesOf,
  datesOfWeek,
  dayOfWeek,
  isCalendarDate,
  MONTHS,
  WEEKDAYS,
  weekName,
  weekOf,
} from "../../timesheet/dates.ts";

/** The large languages of Europe and America in Latin letters. The runtime has their words for dates, so none is listed here. */
const LANGUAGES = "en de fr es it pt nl pl sv da nb cs".split(" ");

/** The most days, weeks, months and years from today that phrases are known for. */
const MAX_COUNT = 60;

const NUMBERS = "one two three four five six seven".split(" ");

/** The dates that a word of a command line names; undefined if it names none. */
type Read = (word: string) => DateRange | undefined;

type Reader = (phrase: string, today: string, read: Read) => string[];

/** A longer text means nothing. */
const MAX_LENGTH = 80;

/**
 * The words of a command line that a text most likely means: one, two if it is ambiguous, none if nothing is known of it. They are for a
 * user to read and to type, and nothing is done on dates that are guessed.
 */
export function wordsMeant(text: string, today: string, read: Read): string[] {
  if (text.length > MAX_LENGTH) return [];
  const phrase = plain(text);
  const words = wordsOfOne(phrase, today, read);
  return words.length > 0 ? words : asRange(phrase, today, read);
}

/** The words for a text that is no range. */
function wordsOfOne(text: string, today: string, read: Read): string[] {
  const phrase = text
    .replace(/^a (?=day|week|month|year)/, "1 ")
    .replace(/^[a-z]+(?= )/, (word) => `${NUMBERS.indexOf(word) + 1 || word}`);
  for (const reader of [asWritten, asPhrase, asNextOrLast, asDate, asDayOfWeek]) {
    const known = reader(phrase, today, read).filter((word) => countDays(read(word) ?? NO_DATES) > 0);
    if (known.length > 0) return [...new Set(known)];
  }
  return [];
}

const NO_DATES = { startDate: "2000-01-02", endDate: "2000-01-01" };

/** A text in small letters, without accents, quotes, an article, and the full stops and commas after words. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\p{M}"'’`]/gu, "")
    .replaceAll(/[.,;](?=-)/g, "")
    .replaceAll(/[.,;](?=\s|$)|[\s_]/g, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .replace(/^(?:the|la|le|el|on|am) (?=\S)/, "");
}

const asWritten: Reader = (phrase) => [phrase.replaceAll(" ", "-")];

/** Such as `gestern`, `2 days ago`, `next-week`, `-2d` or `lundi`. */
const asPhrase: Reader = (phrase, today) => {
  const { phrases, weekdays, months } = vocabulary();
  const [, signed] = /^([+-]\d{1,3}) ?(?:d|days?)?$/.exec(phrase) ?? [];
  const [, ago] = /^(\d{1,3}) ?(?:d|days) (?:ago|back)$/.exec(phrase) ?? [];
  const days = signed ?? (ago && `-${ago}`);
  if (days !== undefined) return [fromToday("day", Number(days), today)];
  const words = phrase.replaceAll("-", " ");
  const found = phrases.get(words);
  if (found) return [fromToday(...found, today)];
  const name = WEEKDAYS[weekdays.get(words) ?? -1] ?? MONTHS[months.get(words) ?? -1];
  return name === undefined ? [] : [name.toLowerCase()];
};

/** Such as `last friday` or `next november`: users differ in which they mean. */
const asNextOrLast: Reader = (phrase, today, read) => {
  const [, which, name = ""] = /^(last|this|next)[ -]([a-z]+)$/.exec(phrase) ?? [];
  const { weekdays, months } = vocabulary();
  const isWeekday = weekdays.has(name);
  if (which === undefined || !(isWeekday || months.has(name))) return [];
  const [word = ""] = asPhrase(name, today, read);
  const { startDate } = read(word) ?? NO_DATES;
  const moved = (count: number) =>
    isWeekday ? addDays(startDate, 7 * count) : addYears(startDate, count).slice(0, 7);
  return which === "next" ? [moved(1), moved(2)] : [word, moved(-1)];
};

/** Day, month and year, or some of them, in the orders of the world. With `swap`, day and month may be meant the other way round. */
const DATES = [
  /^(?<year>\d{4})([./-])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
  /^(?<day>\d{1,2})([. ])(?<month>\d{1,2})\2(?<year>\d{4})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})(?:\.(?<year>\d\d))?$/,
  /^(?<day>\d{1,2})(?<swap>[/-])(?<month>\d{1,2})\k<swap>(?<year>\d{4})$/,
  /^(?<day>\d{1,2})(?<swap>\/)(?<month>\d{1,2})(?:\/(?<year>\d\d))?$/,
  /^(?<year>\d{4})[./](?<month>\d{1,2})$/,
  /^(?<month>\d{1,2})[./-](?<year>\d{4})$/,
  // The name of a month, or a word for a week.
  /^(?<day>\d{1,2})(?:st|nd|rd|th|er)?[ -]?(?:of |de )?(?<name>[a-z]+)(?:[ /-]?(?:de )?(?<year>\d{4}))?$/,
  /^(?<name>[a-z]+)[ -]?(?<day>\d{1,2})(?:st|nd|rd|th|er)?(?:(?: of |[ /-])(?<year>\d{4}))?$/,
  /^(?<name>[a-z]+)[ -]?(?:de )?(?<year>\d{4})$/,
  /^(?<year>\d{4})[ /-]?(?<name>[a-z]+)(?:[ -]?(?<day>\d{1,2}))?$/,
];

/** Such as `23 Nov`, `Monday, November 23rd, 2026`, `23.11.2026`, `11/23`, `2026/11` or `KW 47`; without a year, the nearest. */
const asDate: Reader = (phrase, today) => {
  const { weekdays, months, weeks } = vocabulary();
  const [, first = "", rest = ""] = /^([a-z]+) (.*)$/.exec(phrase) ?? [];
  const weekday = /\d/.test(rest) && !months.has(first) ? weekdays.get(first) : undefined;
  const isMeant = (word: string) =>
    weekday === undefined || (isCalendarDate(word) && dayOfWeek(word) === WEEKDAYS[weekday]);
  return DATES.flatMap((pattern) => {
    const { groups } = pattern.exec(weekday === undefined ? phrase : rest) ?? {};
    const { year, name = "", month = `${(months.get(name) ?? -1) + 1}`, day, swap } = groups ?? {};
    if (day === undefined) return [`${year}-${digits(month)}`].filter(isMeant);
    const usual = weeks.has(name) ? `W${digits(day)}` : `${digits(month)}-${digits(day)}`;
    const orders = swap === undefined ? [usual] : [usual, `${digits(day)}-${digits(month)}`];
    return orders.flatMap((order) => nearest(order, year, today)).filter(isMeant);
  });
};

/** Such as `friday last week`, `last week friday` or `monday of KW 47`. */
const asDayOfWeek: Reader = (phrase, today, read) => {
  const [, before, last] = /^(.+) ([a-z]+)$/.exec(phrase) ?? [];
  const [, first, after] = /^([a-z]+) (?:of |in )?(.+)$/.exec(phrase) ?? [];
  return [
    [first, after],
    [last, before],
  ].flatMap(([name = "", week = ""]) => {
    const weekday = WEEKDAYS[vocabulary().weekdays.get(name) ?? -1];
    const weeks = [asWritten, asPhrase, asDate].flatMap((reader) => reader(week, today, read));
    const dates = weeks.flatMap((word) => read(word) ?? []).filter((period) => countDays(period) === 7);
    return dates.flatMap(datesOf).filter((date) => dayOfWeek(date) === weekday);
  });
};

const BETWEEN =
  / ?(?:\.{2,}|[–—]) ?| -{1,2} |(?<! )-{1,2}(?! )| (?:to|until|till|through|and|bis|und|a|au|al) | /g;

/** Such as `mon-wed`, `23-27 Nov`, `from monday to friday`, `since monday`, or two dates beside each other. */
const asRange: Reader = (phrase, today, read) => {
  const [, since] = /^(?:since|seit|ab) (.+)$/.exec(phrase) ?? [];
  const whole =
    since === undefined ? phrase.replace(/^(?:from|between|von|vom|du|de) /, "") : `${since}..today`;
  for (const { 0: between, index } of whole.matchAll(BETWEEN)) {
    const parts = [whole.slice(0, index), whole.slice(index + between.length)];
    const [first, last] = parts.map((part) => {
      const words = read(part) ? [part] : between === " " ? [] : wordsOfOne(part, today, read);
      return words.length === 1 ? words[0] : undefined;
    });
    const [from = dayBeside(last, parts[0]), to = dayBeside(first, parts[1])] = [first, last];
    const range = `${from}..${to}`;
    if (countDays(read(range) ?? NO_DATES) > 0) return [range];
  }
  return [];
};

/** The date with this day in the month of another. */
function dayBeside(date = "", day = ""): string | undefined {
  return isCalendarDate(date) && /^\d{1,2}$/.test(day) ? `${date.slice(0, 8)}${digits(day)}` : undefined;
}

type Unit = "day" | "week" | "month" | "year";

function fromToday(unit: Unit, count: number, today: string): string {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  if (unit === "year") return `${year + count}-01..${year + count}-12`;
  if (unit === "day")
    return count > 0 ? addDays(today, count) : (["today", "yesterday"][-count] ?? `${count}`);
  const word = [`this-${unit}`, `last-${unit}`][-count];
  if (word !== undefined) return word;
  if (unit === "week") return weekName(weekOf(addDays(today, 7 * count)));
  const months = year * 12 + month + count;
  return `${Math.floor(months / 12)}-${digits(`${(months % 12) + 1}`)}`;
}

function digits(number = ""): string {
  return number.padStart(2, "0");
}

/** The date or week in this year; without one, that which is nearest to today. */
function nearest(inYear: string, year: string | undefined, today: string): string[] {
  const years = year?.padStart(4, "20") ?? [-1, 0, 1].map((count) => `${Number(today.slice(0, 4)) + count}`);
  const dateOf = (word: string) => datesOfWeek(word)?.startDate ?? word;
  const distance = (word: string) => Math.abs(countDays({ startDate: today, endDate: dateOf(word) }) - 1);
  return [years]
    .flat()
    .map((it) => `${it}-${inYear}`)
    .filter((word) => isCalendarDate(dateOf(word)))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 1);
}

let known: ReturnType<typeof readVocabulary> | undefined;

/** The words of all languages, those of the first one where two differ. */
function vocabulary() {
  known ??= readVocabulary();
  return known;
}

function readVocabulary() {
  const phrases = new Map<string, [unit: Unit, count: number]>();
  const weekdays = new Map<string, number>();
  const months = new Map<string, number>();
  const weeks = new Set(["w", "wk", "kw", "cw"]);
  for (const language of LANGUAGES.toReversed()) {
    weeks.add(plain(new Intl.DisplayNames(language, { type: "dateTimeField" }).of("weekOfYear") ?? ""));
    for (const numeric of ["always", "auto"] as const) {
      const relative = new Intl.RelativeTimeFormat(language, { numeric });
      for (const unit of ["year", "month", "week", "day"] as const)
        for (let count = -MAX_COUNT; count <= MAX_COUNT; count += 1)
          phrases.set(plain(relative.format(count, unit)).replaceAll("-", " "), [unit, count]);
    }
    for (const style of ["short", "long"] as const) {
      const name = (parts: Intl.DateTimeFormatOptions, month: number, day: number) => {
        const format = new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC" });
        const named = format.formatToParts(Date.UTC(SUNDAY_FIRST, month, day));
        return plain(named.find(({ type }) => type !== "day" && type in parts)?.value ?? "");
      };
      for (const index of WEEKDAYS.keys()) weekdays.set(name({ weekday: style }, 0, index + 1), index);
      // A month may have another name beside a day, or a number.
      for (const index of MONTHS.keys())
        for (const parts of [{ month: style }, { month: style, day: "numeric" }] as const)
          if (/\D/.test(name(parts, index, 1))) months.set(name(parts, index, 1), index);
    }
  }
  phrases.set("day before yesterday", ["day", -2]).set("day after tomorrow", ["day", 2]);
  return { phrases, weekdays, months, weeks };
}

/** A year that begins on a Sunday, as the list of weekdays does. */
const SUNDAY_FIRST = 2023;
