import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { readSettings } from "../../src/config/settings.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { createServerContext } from "../../src/runtime/context.ts";
import { createServer } from "../../src/server/create-server.ts";
import { fileWriters } from "../../src/state/file-writers.ts";
import { toolsOf } from "../../src/tools/index.ts";
import type { Task } from "../generated/task.ts";
import { momentOf } from "../task/moment.ts";
import { CLIENT_IDENTITY, CLIENT_OPTIONS, type RunningCommand, settingsFor, useClient } from "./command.ts";
import type { Tempo } from "./tempo.ts";

/** Whether a task can be done in this process, whose time zone is UTC: the zone of a process is one for all that runs in it. */
export function canRunInProcess({ timeZone = "UTC" }: Task): boolean {
  return timeZone === "UTC";
}

/** The same server as the command, without a process of its own: a run takes a fraction of the time. */
export async function startInProcess(task: Task, tempo: Tempo, toolSets: string): Promise<RunningCommand> {
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-evals-"));
  const settings = readSettings(await settingsFor(task, tempo, toolSets, folder));
  const { date, time } = momentOf(task);
  const ahead = time - Date.now();
  const clock = { ...systemClock, wallClock: () => systemClock.wallClock() + ahead };
  const log = () => {};
  const context = {
    ...createServerContext(settings, undefined),
    clock,
    today: () => date,
    log,
    writers: fileWriters({ clock, folder: settings.stateFolder, log }),
  };
  const { readOnly } = settings;
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const tools = toolsOf(settings.toolSets);
  const handle = serveStdio(() => createServer(context, { version: "0.0.0", tools, readOnly }), {
    transport: serverSide,
  });
  const client = new Client(CLIENT_IDENTITY, CLIENT_OPTIONS);
  await client.connect(clientSide as Transport);
  return useClient(client, async () => {
    await handle.close();
    await rm(folder, { recursive: true, force: true });
  });
}
