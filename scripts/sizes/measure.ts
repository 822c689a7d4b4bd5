import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { VERSION } from "../../src/cli/version.ts";
import { readSettings } from "../../src/config/settings.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { createServerContext } from "../../src/runtime/context.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { createServer, instructions } from "../../src/server/create-server.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import { coreTools, tools, toolsOf } from "../../src/tools/index.ts";
import { TOOL_SETS, type Tool } from "../../src/tools/tool.ts";
import type { ExampleCall } from "../lib/examples.ts";
import { CORPUS_CALLS, CORPUS_SEED, type CorpusCall } from "./corpus.ts";
import { type MeasuredDefinitions, measureDefinitions } from "./definitions.ts";
import { CORPUS_SOURCES } from "./evidence.ts";
import { JOBS, type Job, type JobCall } from "./jobs.ts";
import { type Size, sizeOf } from "./size.ts";

/** A reply's size beside that of the markdown on the same data. */
export interface MeasuredCall extends Pick<CorpusCall, "name" | "markdown"> {
  json: Size;
}

/** The texts that a host gives its model before the first call. */
export interface MeasuredSession {
  definitions: MeasuredDefinitions[];
  /** `tools/list` as compact JSON, whole. */
  toolsList: Size;
  /** The part of it that only some hosts pass on: the schemas of the replies. */
  outputSchemas: Size;
  instructions: Size;
}

/** The tokens of a job's arguments and replies. */
export interface MeasuredJob extends Pick<Job, "request" | "tool"> {
  with: number;
  without: number;
}

export interface Sizes {
  calls: MeasuredCall[];
  session: MeasuredSession;
  jobs: MeasuredJob[];
}

/** Makes the corpus's calls, in their order, through an MCP client on the server on a sandbox. */
export async function measureSizes(): Promise<Sizes> {
  const measured = await onCorpus(async (client) => {
    const session = await measureSession(client);
    const calls: MeasuredCall[] = [];
    for (const call of CORPUS_CALLS) {
      const json = sizeOf(await textOf(client, call));
      calls.push({ name: call.name, json, markdown: call.markdown });
    }
    return { calls, session };
  });
  const jobs: MeasuredJob[] = [];
  for (const { request, tool, ...job } of JOBS) {
    const [withTool, without] = [await onCorpus(tokensOf(job.with)), await onCorpus(tokensOf(job.without))];
    jobs.push({ request, tool, with: withTool, without });
  }
  return { ...measured, jobs };
}

/** @param offered the tools of the server, without the set `details` unless given */
async function onCorpus<Result>(
  use: (client: Client) => Promise<Result>,
  offered: readonly Tool[] = tools,
): Promise<Result> {
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(() => createCorpusServer(offered), { transport: serverTransport });
  const client = new Client({ name: "tempofiller-sizes", version: VERSION });
  await client.connect(clientTransport);
  try {
    return await use(client);
  } finally {
    await client.close();
    await handle.close();
  }
}

function tokensOf(calls: readonly JobCall[]): (client: Client) => Promise<number> {
  return async (client) => {
    const replies: Record<string, unknown>[] = [];
    let tokens = 0;
    for (const call of calls) {
      const args = typeof call.arguments === "function" ? call.arguments(replies) : call.arguments;
      const text = await textOf(client, { name: call.tool, tool: call.tool, arguments: args });
      tokens += sizeOf(JSON.stringify(args)).tokens + sizeOf(text).tokens;
      replies.push(JSON.parse(text));
    }
    return tokens;
  };
}

function createCorpusServer(offered: readonly Tool[]) {
  const { fetch } = createSandbox(CORPUS_SEED);
  const deployment = sandboxDeployment("cloud", SANDBOX_CREDENTIALS);
  const upstream = {
    fetch,
    clock: systemClock,
    timeout: 30_000,
    rateLimiter: <Sent>(send: () => Sent) => send(),
  };
  const timesheet = openTimesheet(deployment, upstream);
  const settings = readSettings({ TEMPO_STATE_DIR: "off" });
  const base = createServerContext(settings, undefined);
  const context = {
    ...base,
    evidence: { ...base.evidence, sources: async () => [...CORPUS_SOURCES] },
    openTimesheet: async () => timesheet,
    today: () => CORPUS_SEED.today,
    checkReplies: true,
  };
  return createServer(context, { version: VERSION, tools: offered, readOnly: settings.readOnly });
}

async function measureSession(client: Client): Promise<MeasuredSession> {
  const { tools: listed } = await client.listTools();
  const withDetails = await onCorpus((other) => other.listTools(), toolsOf(new Set(TOOL_SETS)));
  const listedOf = (some: readonly Tool[]) =>
    listed.filter(({ name }) => some.some((tool) => tool.name === name));
  const core = listedOf(coreTools);
  return {
    definitions: measureDefinitions(listed, withDetails.tools),
    toolsList: sizeOf(JSON.stringify(core)),
    outputSchemas: sizeOf(JSON.stringify(core.map(({ outputSchema }) => outputSchema))),
    instructions: sizeOf(instructions(coreTools)),
  };
}

/** The text block that a model reads. A call that fails has no size: its text is an error, not the reply. */
async function textOf(client: Client, { name, tool, arguments: args }: ExampleCall): Promise<string> {
  const { content, isError } = await client.callTool({ name: tool, arguments: args });
  const [block] = content;
  if (isError || block?.type !== "text") {
    throw new Error(`the call '${name}' failed, so it cannot be measured: ${JSON.stringify(content)}`);
  }
  return block.text;
}
