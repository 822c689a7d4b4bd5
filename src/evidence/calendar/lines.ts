/** The most characters of a line, and of an unfolded one, that are kept. Longer ones are pictures and descriptions, of which less is needed. */
const MAX_LINE = 64 * 1024;

/** The first bytes of a file that says that it is UTF-8. */
const BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

export interface Line {
  /** The bytes, one a character: a line may be folded inside of a letter of UTF-8. */
  text: string;
  /** Whether its end is missing. */
  isCut: boolean;
}

const NOTHING: Line = { text: "", isCut: false };

/** Takes a calendar in chunks and unfolds its lines. It keeps one line at a time. */
export interface Lines {
  /** @param chunk bytes, one a character */
  push(chunk: string): void;
  end(): void;
}

export function createLines(onLine: (line: Line) => void): Lines {
  let unfolded = NOTHING;
  /** The start of a line of which the end is in the next chunk. */
  let rest = NOTHING;
  let isFirst = true;

  function onPhysicalLine({ text, isCut }: Line): void {
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    if (line.startsWith(" ") || line.startsWith("\t")) {
      unfolded = joined(unfolded, line.slice(1), isCut);
      return;
    }
    if (unfolded.text !== "") onLine(unfolded);
    unfolded = {
      text: isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(BYTE_ORDER_MARK.length) : line,
      isCut,
    };
    isFirst = false;
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
        onPhysicalLine(joined(rest, chunk.slice(start, end)));
        rest = NOTHING;
        start = end + 1;
      }
      rest = joined(rest, chunk.slice(start));
    },
    end() {
      onPhysicalLine(rest);
      if (unfolded.text !== "") onLine(unfolded);
    },
  };
}

/** A line and what follows, up to the limit. */
function joined(line: Line, text: string, isCut = false): Line {
  const room = MAX_LINE - line.text.length;
  return { text: line.text + text.slice(0, room), isCut: line.isCut || isCut || text.length > room };
}
