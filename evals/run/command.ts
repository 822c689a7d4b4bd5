import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { JsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import ical from "ical-generator";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import type { Task } from "../generated/task.ts";
import { momentOf } from "../task/moment.ts";
import type { Tempo } from "./tempo.ts";

export const COMMAND = join(import.meta.dirname, "../../dist/tempofiller.cjs");
const CLOCK = pathToFileURL(join(import.meta.dirname, "clock.mjs"));

/** A tool as a model is offered it. */
export interface OfferedTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

export interface CallResult {
  text: string;
  isError: boolean;
}

/** The built command, and a client of it. */
export interface RunningCommand {
  instructions: string;
  tools: OfferedTool[];
  call(name: string, args: Record<string, unknown>): Promise<CallResult>;
  close(): Promise<void>;
}

export const CLIENT_IDENTITY = { name: "tempofiller-evals", version: "1.0.0" };

/** Starts the built command as a host would, with the clock of a task and a state of its own. @param toolSets as in TEMPO_TOOLSETS */
export async function startCommand(task: Task, tempo: Tempo, toolSets: string): Promise<RunningCommand> {
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-evals-"));
  const { time, timeZone } = momentOf(task);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--import", `${CLOCK}?now=${time}`, COMMAND],
    env: commandEnvironment({ TZ: timeZone, ...(await settingsFor(task, tempo, toolSets, folder)) }),
    stderr: "ignore",
  });
  const client = new Client(CLIENT_IDENTITY, CLIENT_OPTIONS);
  await client.connect(transport);
  return useClient(client, () => rm(folder, { recursive: true, force: true }));
}

/** The settings of a server for a task. @param folder for its files, removed after the run */
export async function settingsFor(
  task: Task,
  tempo: Tempo,
  toolSets: string,
  folder: string,
): Promise<Record<string, string>> {
  const calendar = await writeCalendar(task, folder);
  return {
    TEMPO_STATE_DIR: join(folder, "state"),
    TEMPO_TOOLSETS: toolSets,
    ...(calendar !== undefined && { TEMPO_CALENDARS: calendar }),
    ...task.settings,
    ...tempo.settings,
  };
}

/** @param clean is called once the client is closed */
export async function useClient(client: Client, clean: () => Promise<void>): Promise<RunningCommand> {
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions() ?? "",
    tools: tools.map(({ name, description = "", inputSchema }) => ({ name, description, inputSchema })),
    async call(name, args) {
      try {
        const { content, isError } = await client.callTool({ name, arguments: args });
        const blocks = content as { type: string; text?: string }[];
        return { text: blocks.map(({ text = "" }) => text).join("\n"), isError: isError === true };
      } catch (error) {
        return { text: (error as Error).message, isError: true };
      }
    },
    async close() {
      await client.close();
      await clean();
    },
  };
}

const acceptAll: JsonSchemaValidator<never> = (value) => ({
  valid: true,
  data: value as never,
  errorMessage: undefined,
});

/** The server's own tests compare replies with their schemas; to compile all of these took most of a run's time. */
export const CLIENT_OPTIONS = { capabilities: {}, jsonSchemaValidator: { getValidator: () => acceptAll } };

/** Undefined if the task has no meetings. */
async function writeCalendar({ seed }: Task, folder: string): Promise<string | undefined> {
  if (!seed?.meetings) return undefined;
  const calendar = ical();
  for (const { title, start, end } of seed.meetings)
    calendar.createEvent({ summary: title, start: new Date(`${start}Z`), end: new Date(`${end}Z`) });
  const path = join(folder, "calendar.ics");
  await writeFile(path, calendar.toString());
  return path;
}
