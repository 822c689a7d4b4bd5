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

/** Takes a calendar in chunks and unfolds its lines. It keeps one line at a time. */
export interface Lines {
  /** @param chunk bytes, one a character */
  push(chunk: string): void;
  end(): void;
}

export function createLines(onLine: (line: Line) => void): Lines {
  const unfolded = createPart();
  const physical = createPart();
  let isFirst = true;

  function endLine(): void {
    const { text, isCut } = physical.take();
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    if (line.startsWith(" ") || line.startsWith("\t")) {
      unfolded.add(line.slice(1), isCut);
      return;
    }
    endUnfolded();
    unfolded.add(
      isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(BYTE_ORDER_MARK.length) : line,
      isCut,
    );
    isFirst = false;
  }

  function endUnfolded(): void {
    const line = unfolded.take();
    if (line.text !== "") onLine(line);
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
        physical.add(chunk.slice(start, end));
        endLine();
        start = end + 1;
      }
      physical.add(chunk.slice(start));
    },
    end() {
      endLine();
      endUnfolded();
    },
  };
}

/** A text that grows up to the limit. */
function createPart() {
  let line: Line = { text: "", isCut: false };
  return {
    add(text: string, isCut = false): void {
      const room = MAX_LINE - line.text.length;
      line = { text: line.text + text.slice(0, room), isCut: line.isCut || isCut || text.length > room };
    },
    take(): Line {
      const taken = line;
      line = { text: "", isCut: false };
      return taken;
    },
  };
}
