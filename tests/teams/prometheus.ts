import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../helpers/free-port.ts";

export interface Prometheus {
  /** The `data` of a response of its API. @throws if it is an error, or has warnings */
  ask<Data>(path: string, parameters?: Record<string, string>): Promise<Data>;
}

/** Starts Prometheus, which scrapes a server and evaluates rules every second, until the running test ends. @param rules the file's path */
export async function startPrometheus(target: string, rules: string): Promise<Prometheus> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-prometheus-"));
  const path = join(folder, "prometheus.json");
  // YAML is a superset of JSON.
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [rules],
    scrape_configs: [{ job_name: "tempofiller", static_configs: [{ targets: [target] }] }],
  };
  writeFileSync(path, JSON.stringify(config));
  const child = spawn(
    "prometheus",
    [
      `--config.file=${path}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += String(chunk);
  });
  const ended = once(child, "close").catch(() => {
    throw new Error("Prometheus does not start; these tests need the Debian package prometheus");
  });
  ended.catch(() => {});
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  });

  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (tries === 300 || child.exitCode !== null) throw new Error(`Prometheus does not start: ${log}`);
    await Promise.race([sleep(50), ended]);
  }

  return {
    async ask(path, parameters = {}) {
      const response = await fetch(`${address}/api/v1/${path}?${new URLSearchParams(parameters)}`);
      const { data, error, warnings } = (await response.json()) as never;
      if (error || warnings) throw new Error(`${path}: ${error ?? warnings}`);
      return data;
    },
  };
}

/** The labels that Prometheus adds to what it scrapes of a server. */
const TARGET = 'job="tempofiller",instance="127.0.0.1:9090"';

/** The text that `/metrics` prints at each scrape; undefined for a scrape that fails. */
export type Scrapes = readonly (string | undefined)[];

/**
 * Has promtool compare the alerts that fire at any time, while a server is scraped once a minute, with those expected: the labels of
 * each. Returns what it reports of a difference; empty if there is none.
 *
 * @param rules the file's path
 */
export function wrongAlerts(scrapes: Scrapes, rules: string, expected: Record<string, string>[]): string {
  const labels = expected.map((it) => Object.entries(it).map(([name, value]) => `${name}="${value}"`));
  const length = `${scrapes.length}m`;
  const file = {
    rule_files: [rules],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: seriesOf(scrapes),
        promql_expr_test: [
          {
            expr: `max without (job, instance, alertstate) (max_over_time(ALERTS{alertstate="firing"}[${length}]))`,
            eval_time: length,
            exp_samples: labels.map((texts) => ({ labels: `{${texts.join(",")}}`, value: 1 })),
          },
        ],
      },
    ],
  };
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-promtool-"));
  const path = join(folder, "test.json");
  writeFileSync(path, JSON.stringify(file));
  const { status, error, stdout, stderr } = spawnSync("promtool", ["test", "rules", path], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  if (error) throw new Error("promtool does not start; these tests need the Debian package prometheus");
  return status === 0 ? "" : `${stdout}${stderr}`;
}

/** Series in promtool's notation: `_` for a scrape before a series began, `stale` for one that has it no more. */
function seriesOf(scrapes: Scrapes): { series: string; values: string }[] {
  const found = new Map<string, string[]>();
  for (const [minute, text] of scrapes.entries()) {
    const lines = `up ${text === undefined ? 0 : 1}\n${text ?? ""}`;
    for (const [, name, labels, value = ""] of lines.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
      const series = `${name}{${labels ? `${labels},` : ""}${TARGET}}`;
      found.set(series, [...(found.get(series) ?? Array<string>(minute).fill("_")), value]);
    }
    for (const values of found.values()) if (values.length === minute) values.push("stale");
  }
  return [...found].map(([series, values]) => ({ series, values: values.join(" ") }));
}
