import { STATUS_CODES } from "node:http";
import { ERROR_CODES } from "../../contract/error-codes.ts";
import type { FinishedCall } from "../../server/context.ts";
import { failureOf } from "../../server/errors.ts";
import { type ChangesOfKind, EFFECTS } from "../../timesheet/call-changes.ts";
import { tools } from "../../tools/index.ts";

type Series = { labels: Labels; value: number };

/** Read when the metrics are read. */
interface Gauges {
  users(): number;
  callsWriting(): number;
  /** 1 or 0; undefined without a database. */
  databaseIsReady(): number | undefined;
  /** Their times by their names, in seconds since 1970; undefined without access keys. */
  accessKeys: (() => { lastUsed: Series[]; expiry: Series[] }) | undefined;
}

const END_REASONS = ["full", "address"] as const;

/** Why a connection was ended for a newer one: all places were taken, or all those of an address for connections without a request. */
export type EndReason = (typeof END_REASONS)[number];

export type ServerMetrics = ReturnType<typeof createServerMetrics>;

const byTool = tools.map(({ name }) => ({ tool: name }));
const codes = ["ok", ...Object.keys(ERROR_CODES)];
const byCode = byTool.flatMap((labels) => codes.map((code) => ({ ...labels, code })));
const byOutcome = EFFECTS.flatMap((effect) =>
  [true, false].map((isCertain) => ({ outcome: outcomeOf({ effect, isCertain }) })),
);
const byStatus = Object.keys(STATUS_CODES).map((status) => ({ status }));

/** The metrics of one server. */
export function createServerMetrics() {
  const metrics = new Metrics();
  const calls = metrics.counter("tempofiller_calls_total", "Calls of tools, by tool and error code.", byCode);
  const duration = metrics.histogram(
    "tempofiller_call_duration_seconds",
    "How long calls of tools took.",
    byTool,
  );
  const changes = metrics.counter(
    "tempofiller_changes_total",
    "Worklogs and timesheets by what became of them.",
    byOutcome,
  );
  const requests = metrics.counter("tempofiller_http_requests_total", "HTTP requests, by status.", byStatus);
  const upstream = metrics.counter(
    "tempofiller_upstream_requests_total",
    "Requests to Tempo and Jira, by status.",
    [...byStatus, { status: "failed" }],
  );
  const ended = metrics.counter(
    "tempofiller_http_connections_ended_total",
    "Connections ended for a newer one: all places were full, or those of an address.",
    END_REASONS.map((reason) => ({ reason })),
  );
  let inProgress = 0;
  metrics.gauge("tempofiller_http_requests_in_progress", "HTTP requests in progress.", () => inProgress);

  return {
    text: () => metrics.text(),
    /** Adds the gauges of what exists once the server can start. */
    observe({ users, callsWriting, databaseIsReady, accessKeys }: Gauges) {
      metrics.gauge(
        "tempofiller_people",
        "Sets of credentials used in the last ten minutes, refused ones too.",
        users,
      );
      metrics.gauge("tempofiller_calls_writing", "Calls that write or wait for their turn to.", callsWriting);
      if (databaseIsReady() !== undefined) {
        const isReady = () => databaseIsReady() ?? 0;
        metrics.gauge("tempofiller_database_ready", "1 if the database answered last, otherwise 0.", isReady);
      }
      if (accessKeys) {
        metrics.gauges(
          "tempofiller_access_key_last_used_timestamp_seconds",
          "Time of the last use of an access key, by name; 0 for none since the start.",
          () => accessKeys().lastUsed,
        );
        metrics.gauges(
          "tempofiller_access_key_expiry_timestamp_seconds",
          "Time when the last access key of a name expires; not there for one that does not.",
          () => accessKeys().expiry,
        );
      }
      metrics.gauge("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss());
    },
    observeConnections: (read: () => number) =>
      metrics.gauge("tempofiller_http_connections", "Open connections.", read),
    connectionEnded: (reason: EndReason) => ended({ reason }),
    requestStarted() {
      inProgress += 1;
    },
    requestEnded(status: number) {
      inProgress -= 1;
      requests({ status: String(status) });
    },
    upstream: (status: string) => upstream({ status }),
    call(call: FinishedCall) {
      const { tool, milliseconds, changes: made } = call;
      calls({ tool, code: codeOf(call) });
      duration({ tool }, milliseconds / 1000);
      for (const change of made?.byKind() ?? []) changes({ outcome: outcomeOf(change) }, change.ids.length);
    },
  };
}

function outcomeOf({ effect, isCertain }: Pick<ChangesOfKind, "effect" | "isCertain">): string {
  return isCertain ? effect : `possibly_${effect}`;
}

/** `ok`, or the error's code; `partial_failure` for a reply that says of any entry that it failed. */
export function codeOf({ isError, hasFailures, isCancelled, error }: FinishedCall): string {
  if (error !== undefined) return isCancelled ? "cancelled" : failureOf(error, "").cause.code;
  return isError || hasFailures ? "partial_failure" : "ok";
}

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
    this.gauges(name, help, () => [{ labels: {}, value: read() }]);
  }

  /** @param read the value of each series when the metrics are read; no two may have the same labels */
  gauges(name: string, help: string, read: () => readonly Series[]): void {
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
