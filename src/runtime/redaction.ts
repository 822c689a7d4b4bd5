/** The shortest secret that is replaced: replacing shorter ones would break every text. */
const MIN_SECRET_LENGTH = 4;

/** The shortest part of a Base64 text that is replaced: shorter ones occur in plain text. */
const MIN_BASE64_LENGTH = 8;

/** The shortest beginning of a secret that is replaced where a text ends or was cut within it. */
const MIN_CUT_LENGTH = 8;

const CUT_MARK = "…".charCodeAt(0);

/**
 * Replaces every secret in a text with `[secret]`: plain, in Base64, and as a URL, a form, HTML, JSON or a JSON pointer writes it, or two of
 * these, one within the other; also the beginning of one where the text ends or was cut within it. A caller may have chosen secret and
 * text to be slow together: the time grows with the length of both, whatever they are.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // Made for the first text: a server for a team has a redactor for each user, and most never need it.
  let search: SecretSearch | undefined;
  let searched = 0;
  return (text) => {
    // A command may have printed a token meanwhile.
    if (secrets.length > searched) search = undefined;
    searched = secrets.length;
    search ??= new SecretSearch([...new Set(secrets.flatMap(spellingsOf))]);
    let shown = "";
    let shownUntil = 0;
    for (const [start, end] of search.rangesIn(text)) {
      shown += `${text.slice(shownUntil, start)}[secret]`;
      shownUntil = end;
    }
    return shownUntil === 0 ? text : shown + text.slice(shownUntil);
  };
}

type Write = (text: string) => string;

const json: Write = (text) => JSON.stringify(text).slice(1, -1);

/** JSON with some characters by their codes, as libraries of other languages write it. */
const jsonWithCodes =
  (coded: RegExp): Write =>
  (text) =>
    text.replaceAll(/./gsu, (character) => (coded.test(character) ? codes(character) : json(character)));

function codes(character: string): string {
  return character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A surrogate by itself has no bytes of its own. */
const percent: Write = (text) => encodeURIComponent(Buffer.from(text).toString());

const references =
  (names: Readonly<Record<string, string>>): Write =>
  (text) =>
    text.replaceAll(/./gs, (unit) => (names[unit] === undefined ? unit : `&${names[unit]};`));

const MARKUP = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

const html = references(MARKUP);

/** Writings that occur within each other, too. */
const NESTED: readonly Write[] = [json, percent, html];

const WRITINGS: readonly Write[] = [
  (text) => text,
  ...NESTED,
  ...NESTED.flatMap((outer) =>
    NESTED.map(
      (inner): Write =>
        (text) =>
          outer(inner(text)),
    ),
  ),
  (text) => json(text).replaceAll("/", "\\/"),
  jsonWithCodes(/[<>&]/),
  jsonWithCodes(/[^ -~]/),
  jsonWithCodes(/["&'+<>`]|[^ -~]/),
  (text) => jsonWithCodes(/[^ -~]/)(text).replaceAll("/", "\\/"),
  (text) => text.replaceAll("~", "~0").replaceAll("/", "~1"),
  (text) => percent(text).replaceAll(/[!'()*~]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`),
  (text) => percent(text).replaceAll("%2F", "/"),
  (text) => new URLSearchParams({ "": text }).toString().slice(1),
  // Texts of elements keep quotes, and attributes keep the other ones.
  references({ "&": "amp", "<": "lt", ">": "gt" }),
  references({ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }),
  references({ ...MARKUP, "'": "#x27" }),
  references({ ...MARKUP, "'": "#039" }),
  references({ ...MARKUP, "'": "apos" }),
  references({ ...MARKUP, '"': "#34" }),
  references({ ...MARKUP, "/": "#x2f", "`": "#x60", "=": "#x3d" }),
];

function spellingsOf(secret: string): string[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  return [...WRITINGS.map((write) => write(secret)), ...base64Spellings(secret)];
}

/** The Base64 of a text as a whole and as part of a longer one, since three bytes are encoded at a time. */
function base64Spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const parts = [0, 1, 2].map((bytesBefore) => {
    const encoded = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString("base64");
    const isWhole = (bytesBefore + bytes.length) % 3 === 0;
    // Characters that other bytes share are left out.
    return encoded.replace(/={1,2}$/, "").slice(Math.ceil((bytesBefore * 8) / 6), isWhole ? undefined : -1);
  });
  const whole = bytes.toString("base64");
  return [whole, whole.replace(/={1,2}$/, ""), ...parts].filter(({ length }) => length >= MIN_BASE64_LENGTH);
}

/** Units that count as one: Base64 has two alphabets, forms write a space as `+`, and hexadecimal digits are of either case. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  const unit = String.fromCharCode(code);
  const folded = { " ": "+", "-": "+", _: "/" }[unit] ?? (/[A-F]/.test(unit) ? unit.toLowerCase() : unit);
  return folded.charCodeAt(0);
});

const ROOT = 0;

/**
 * Searches for many texts at once, in steps that do not grow with their number (Aho and Corasick, 1975). A state stands for the longest
 * beginning of one that the text read so far ends with. Typed arrays keep a state at 22 bytes.
 */
class SecretSearch {
  readonly #units: Uint16Array;
  readonly #child: Int32Array;
  readonly #sibling: Int32Array;
  /** The longest other state that the text of a state ends with. */
  readonly #shorter: Int32Array;
  /** The length of a state's text, and of the longest searched one that it ends with, if there is any. */
  readonly #length: Int32Array;
  readonly #found: Int32Array;
  /** The states after one unit, for those in ASCII. */
  readonly #starts = new Int32Array(FOLDED.length);

  constructor(texts: readonly string[]) {
    const states = texts.reduce((sum, { length }) => sum + length, 1);
    const numbers = () => new Int32Array(states);
    this.#units = new Uint16Array(states);
    [this.#child, this.#sibling, this.#shorter] = [numbers(), numbers(), numbers()];
    [this.#length, this.#found] = [numbers(), numbers()];
    let size = 1;
    for (const text of texts) {
      let state = ROOT;
      for (let index = 0; index < text.length; index += 1) {
        const unit = fold(text.charCodeAt(index));
        let next = this.#childOf(state, unit);
        if (next === ROOT) {
          next = size;
          size += 1;
          this.#units[next] = unit;
          this.#length[next] = index + 1;
          this.#sibling[next] = this.#child[state] ?? ROOT;
          this.#child[state] = next;
        }
        state = next;
      }
      this.#found[state] = text.length;
    }
    for (const code of FOLDED.keys()) this.#starts[code] = this.#childOf(ROOT, fold(code));
    const queue = [ROOT];
    for (const state of queue) {
      const shorter = this.#shorter[state] ?? ROOT;
      this.#found[state] ||= this.#found[shorter] ?? 0;
      for (let child = this.#child[state] ?? ROOT; child !== ROOT; child = this.#sibling[child] ?? ROOT) {
        if (state !== ROOT) this.#shorter[child] = this.#next(shorter, this.#units[child] ?? 0);
        queue.push(child);
      }
    }
  }

  /** The ranges in order, of which none touches the next. */
  rangesIn(text: string): [start: number, end: number][] {
    const ranges: [number, number][] = [];
    let state = ROOT;
    for (let offset = 0; offset <= text.length; offset += 1) {
      const unit = offset < text.length ? text.charCodeAt(offset) : CUT_MARK;
      if (unit === CUT_MARK && (this.#length[state] ?? 0) >= MIN_CUT_LENGTH)
        add(ranges, offset - (this.#length[state] ?? 0), offset);
      if (offset === text.length) break;
      state = this.#next(state, fold(unit));
      const found = this.#found[state] ?? 0;
      if (found > 0) add(ranges, offset + 1 - found, offset + 1);
    }
    return ranges;
  }

  #next(from: number, unit: number): number {
    for (let state = from; state !== ROOT; state = this.#shorter[state] ?? ROOT) {
      const child = this.#childOf(state, unit);
      if (child !== ROOT) return child;
    }
    return this.#starts[unit] ?? this.#childOf(ROOT, unit);
  }

  #childOf(state: number, unit: number): number {
    let child = this.#child[state] ?? ROOT;
    while (child !== ROOT && this.#units[child] !== unit) child = this.#sibling[child] ?? ROOT;
    return child;
  }
}

function fold(unit: number): number {
  return FOLDED[unit] ?? unit;
}

/** Ranges that overlap or touch become one. */
function add(ranges: [number, number][], from: number, end: number): void {
  let start = from;
  for (let last = ranges.at(-1); last && start <= last[1]; last = ranges.at(-1)) {
    start = Math.min(start, last[0]);
    ranges.pop();
  }
  ranges.push([start, end]);
}
