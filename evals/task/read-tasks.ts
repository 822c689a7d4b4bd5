import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Task } from "../generated/task.ts";

const EVALS = join(import.meta.dirname, "..");

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
