const ENTITIES: Record<string, string> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", szlig: "ß", hellip: "…" },
  ...{ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»" },
};

/** The marks on a letter, by what HTML calls them after it: `&uuml;` is u with the mark `uml`. */
const MARKS: Record<string, string> = {
  ...{ uml: "\u0308", acute: "\u0301", grave: "\u0300", circ: "\u0302" },
  ...{ tilde: "\u0303", cedil: "\u0327", ring: "\u030a", caron: "\u030c" },
};

/** A text whose characters HTML may have written by their names or numbers. */
export function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? marked(name) ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
  });
}

function marked(name: string): string | undefined {
  const mark = MARKS[name.slice(1)];
  return mark && `${name[0]}${mark}`.normalize("NFC");
}
