import type { Task } from "../generated/task.ts";
import { readSeed } from "../task/seed.ts";
import { startCommand } from "./command.ts";
import type { Offer } from "./run-task.ts";
import { startTempo } from "./tempo.ts";

const ANY_TASK: Task = {
  id: "any",
  category: "any",
  language: "en",
  today: "2026-01-05",
  turns: [],
  check: {},
  ideal: [],
};

/** What the built command offers with all tools. */
export async function offerOfCommand(): Promise<Offer> {
  const tempo = await startTempo("cloud", readSeed(ANY_TASK), []);
  const { tools, instructions, close } = await startCommand(ANY_TASK, tempo, "all");
  await close();
  await tempo.close();
  return { tools, instructions };
}
