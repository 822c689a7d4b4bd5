type Labels = Record<string, string>;

/** Upper bounds in seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50];

/**
 * Metrics in the text format of Prometheus. Labels never hold users, arguments or anything of a request that is not listed; the
 * names of access keys are the operator's. The known series of a counter or histogram start at 0: `increase` and `rate` see nothing
 * of a series that begins with 1.
 */
export class Metrics {
  /** The lines of each metric. */
  readonly #metrics: (() => string[])[] = [];

  counter(name: string, help: string, known: readonly Labels[]): (labels: Labels, by?: number) => void {
    const values = new Map(known.map((labels) => [labelText(labels), 0]));
    this.#metrics.push(() => [
      ...head(name, help, "counter"),
      ...[...values].map((sample) => name + sample.join(" ")),
    ]);
    return (labels, by = 1) => {
      const key = labelText(labels);
      values.set(key, (values.get(key) ?? 0) + by);
    };
  }

  /** @param read its value when the metrics are read */
  gauge(name: string, help: string, read: () => number): void {
    this.#metrics.push(() => [...head(name, help, "gauge"), `${name} ${read()}`]);
  }

  /** @param read the value of each series when the metrics are read; no two may have the same labels */
  gauges(name: string, help: string, read: () => readonly { labels: Labels; value: number }[]): void {
    this.#metrics.push(() => [
      ...head(name, help, "gauge"),
      ...read().map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
    ]);
  }

  histogram(name: string, help: string, known: readonly Labels[]): (labels: Labels, seconds: number) => void {
    const empty = (labels: Labels) => ({ labels, counts: BUCKETS.map(() => 0), sum: 0, count: 0 });
    const series = new Map(known.map((labels) => [labelText(labels), empty(labels)]));
    this.#metrics.push(() => [
      ...head(name, help, "histogram"),
      ...[...series.values()].flatMap(({ labels, counts, sum, count }) => [
        ...BUCKETS.map(
          (bound, index) => `${name}_bucket${labelText({ ...labels, le: String(bound) })} ${counts[index]}`,
        ),
        `${name}_bucket${labelText({ ...labels, le: "+Inf" })} ${count}`,
        `${name}_sum${labelText(labels)} ${sum}`,
        `${name}_count${labelText(labels)} ${count}`,
      ]),
    ]);
    return (labels, seconds) => {
      const key = labelText(labels);
      const found = series.get(key) ?? empty(labels);
      series.set(key, found);
      BUCKETS.forEach((bound, index) => {
        if (seconds <= bound) found.counts[index] = (found.counts[index] ?? 0) + 1;
      });
      found.sum += seconds;
      found.count += 1;
    };
  }

  text(): string {
    return `${this.#metrics.flatMap((lines) => lines()).join("\n")}\n`;
  }
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
