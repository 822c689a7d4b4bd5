import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachingIn } from "../lib/command-environment.ts";
import { memoryOf } from "./memory.ts";
import type { Section } from "./section.ts";
import { median } from "./statistics.ts";
import { StdioClient } from "./stdio-client.ts";

/** Starts of each server in one paired run. */
const STARTS = 15;

/** The most that a start may cost, as multiples of a server that uses no SDK. */
const LIMITS: Start = { time: 3, memory: 1.6 };

const UNITS = { time: "time, ms", memory: "memory, MB" };

/** The environment of the servers: what hosts pass on, and a company's certificates if set, since Node reads them. */
const { NODE_EXTRA_CA_CERTS } = process.env;
const ENVIRONMENTS: [what: string, env: Record<string, string>][] = [
  ["", {}],
  ...(NODE_EXTRA_CA_CERTS
    ? ([[", with NODE_EXTRA_CA_CERTS", { NODE_EXTRA_CA_CERTS }]] as [string, Record<string, string>][])
    : []),
];

/** A server of the same tools that speaks JSON-RPC by hand and does nothing else. */
const bareServer = (tools: unknown) => `
const LIST = ${JSON.stringify(tools)};
let text = "";
process.stdin.on("data", (chunk) => {
  text += chunk;
  for (let end = text.indexOf("\\n"); end >= 0; end = text.indexOf("\\n")) {
    const { id, method, params } = JSON.parse(text.slice(0, end));
    text = text.slice(end + 1);
    if (id === undefined) continue;
    const opened = () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bare", version: "1" } });
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: method === "initialize" ? opened() : LIST }) + "\\n");
  }
});
`;

/**
 * Measures time from spawn to the answer of `tools/list`, and the memory then, beside a bare server that answers the same bytes. The first
 * start finds no compiled code in the user's cache folder, and has no limit; those after it do.
 */
export async function measureStart(command: string): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-bench-"));
  const homes = (name: string) => cachingIn(join(folder, name));
  try {
    const bare = join(folder, "bare.mjs");
    const server = new StdioClient([command], homes("later"));
    await writeFile(bare, bareServer(await server.open()));
    await server.close();

    const rows: Section["rows"] = [];
    const missed: string[] = [];
    for (const [what, env] of ENVIRONMENTS) {
      const seen = { bare: [] as Start[], first: [] as Start[], later: [] as Start[] };
      for (let round = 0; round < STARTS; round += 1) {
        seen.bare.push(await start(bare, env));
        seen.first.push(await start(command, { ...env, ...homes(`first-${rows.length}-${round}`) }));
        seen.later.push(await start(command, { ...env, ...homes("later") }));
      }
      for (const [figure, limit] of Object.entries(LIMITS) as [keyof Start, number][]) {
        const [base, first, later] = [seen.bare, seen.first, seen.later].map((starts) =>
          median(starts.map((it) => it[figure])),
        ) as [number, number, number];
        rows.push(
          [`${UNITS[figure]}${what}`, base, later, later / base, limit],
          [`${UNITS[figure]}${what}, the first start`, base, first, first / base, ""],
        );
        if (later / base > limit) missed.push(`the start is beyond its limit: ${UNITS[figure]}${what}`);
      }
    }
    return {
      title: `Start: spawn to tools/list, ${STARTS} of each by turns, medians`,
      columns: ["", "bare JSON-RPC", "TempoFiller", "ratio", "limit"],
      rows,
      missed,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Start {
  /** Milliseconds. */
  time: number;
  /** Megabytes. */
  memory: number;
}

async function start(script: string, env: Record<string, string | undefined>): Promise<Start> {
  const before = performance.now();
  const server = new StdioClient([script], env);
  await server.open();
  const time = performance.now() - before;
  const { now } = await memoryOf(server.pid);
  await server.close();
  return { time, memory: now };
}
