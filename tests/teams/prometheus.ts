import { spawn } from "node:child_process";
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
