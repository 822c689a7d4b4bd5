import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Task } from "../generated/task.ts";

const EVALS = join(import.meta.dirname, "..");

/** The most characters of a sentence in the list. */
const LISTED = 60;

const validate = new Ajv2020({ allowUnionTypes: true, strictRequired: false }).compile(
  JSON.parse(readFileSync(join(EVALS, "task.schema.json"), "utf8")),
);

/** Every task, by category and in the order of its file. @throws if one does not match its schema */
export function readTasks(): Task[] {
  const files = readdirSync(join(EVALS, "tasks")).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap(readFile);
}

function readFile(name: string): Task[] {
  const tasks = JSON.parse(readFileSync(join(EVALS, "tasks", name), "utf8")) as unknown[];
  for (const [index, task] of tasks.entries()) {
    if (validate(task)) continue;
    const problems = validate.errors?.map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
    );
    throw new Error(`Task ${index + 1} of ${name} does not match its schema: ${problems?.join("; ")}`);
  }
  return tasks as Task[];
}

/** A line for each task: its category, its id, whether it is hard, and the beginning of what the user says. */
export function listTasks(tasks: readonly Task[]): string {
  const width = (key: "category" | "id") => Math.max(...tasks.map((task) => task[key].length));
  return tasks
    .map(({ category, id, hard, turns: [first] }) =>
      [
        category.padEnd(width("category")),
        id.padEnd(width("id")),
        hard ? "hard" : "    ",
        shorten(first?.says.split("\n", 1)[0] ?? ""),
      ].join("  "),
    )
    .join("\n");
}

const shorten = (text: string) => (text.length > LISTED ? `${text.slice(0, LISTED - 1)}…` : text);
