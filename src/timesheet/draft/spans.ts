/** A stretch of time in whole seconds since 1970. */
export interface Span {
  from: number;
  /** The first second after it. */
  to: number;
}

export function secondsOf(spans: readonly Span[]): number {
  return spans.reduce((total, { from, to }) => total + to - from, 0);
}

/** The parts of a span outside others. @param others ascending, and none overlaps another */
export function without(span: Span, others: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let { from } = span;
  for (const other of others) {
    if (other.from >= span.to) break;
    if (other.to <= from) continue;
    if (other.from > from) parts.push({ from, to: other.from });
    from = other.to;
  }
  if (from < span.to) parts.push({ from, to: span.to });
  return parts;
}

/** The time of all spans, ascending, each second once. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
