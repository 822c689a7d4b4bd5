import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryOf } from "./memory.ts";
import type { Section } from "./section.ts";
import { median } from "./statistics.ts";
import { StdioClient } from "./stdio-client.ts";

/** Starts of each server in one paired run. */
const STARTS = 15;

/** What a start may cost, beside a server that uses no SDK. */
const LIMITS = { time: 2, memory: 1.6 };

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

/** From spawn to the answer of `tools/list`, and the memory then, beside a bare server that answers the same bytes. */
export async function measureStart(command: string): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-bench-"));
  try {
    const bare = join(folder, "bare.mjs");
    const server = new StdioClient([command]);
    await writeFile(bare, bareServer(await server.open()));
    await server.close();

    const seen = { bare: [] as Start[], tempofiller: [] as Start[] };
    for (let round = 0; round < STARTS; round += 1) {
      seen.bare.push(await start(bare));
      seen.tempofiller.push(await start(command));
    }
    const [base, ours] = [seen.bare, seen.tempofiller].map((starts) => ({
      time: median(starts.map(({ time }) => time)),
      memory: median(starts.map(({ memory }) => memory)),
    })) as [Start, Start];
    const ratio = { time: ours.time / base.time, memory: ours.memory / base.memory };
    return {
      title: `Start: spawn to tools/list, ${STARTS} of each by turns, medians`,
      columns: ["", "bare JSON-RPC", "TempoFiller", "ratio", "limit"],
      rows: [
        ["time, ms", base.time, ours.time, ratio.time, LIMITS.time],
        ["memory, MB", base.memory, ours.memory, ratio.memory, LIMITS.memory],
      ],
      missed: [
        ...(ratio.time > LIMITS.time ? ["the start takes longer than its limit"] : []),
        ...(ratio.memory > LIMITS.memory ? ["the start takes more memory than its limit"] : []),
      ],
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

async function start(script: string): Promise<Start> {
  const before = performance.now();
  const server = new StdioClient([script]);
  await server.open();
  const time = performance.now() - before;
  const { now } = await memoryOf(server.pid);
  await server.close();
  return { time, memory: now };
}
