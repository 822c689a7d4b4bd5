import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tools } from "../../src/tools/index.ts";
import type { Task } from "../generated/task.ts";
import { rank, type Searched } from "./bm25.ts";

/** A host shows a model so many tools of a search. */
const SHOWN = 3;

/** A sentence with which a tool is looked for. */
export interface Request {
  tool: string;
  sentence: string;
}

/** A request, and the tools that a host shows for it. */
export interface Found extends Request {
  shown: string[];
  isFound: boolean;
}

/** Tools of other servers, in our own words. */
export function foreignTools(): Searched[] {
  const listed = read("foreign-tools.json") as { server: string; name: string; description: string }[];
  return listed.map(({ server, name, description }) => ({ name: `${server}.${name}`, text: description }));
}

/** Sentences that a model might search with: hosts with tool search let it write the words. No model has written these. */
export function requestsOfModels(): Request[] {
  return Object.entries(read("requests.json") as Record<string, string[]>).flatMap(([tool, sentences]) =>
    sentences.map((sentence) => ({ tool, sentence })),
  );
}

/** The first sentences of the tasks in English, and the tool that each needs first. */
export function requestsOfUsers(tasks: readonly Task[]): Request[] {
  return tasks.flatMap(({ language, turns, tool, ideal }) => {
    const first = tool ?? ideal.flatMap(({ calls = [] }) => calls)[0]?.tool;
    return language === "en" && first && turns[0] ? [{ tool: first, sentence: turns[0].says }] : [];
  });
}

/** Looks the tools up among those of other servers. */
export function search(requests: readonly Request[]): Found[] {
  const own = tools.map(({ name, description }) => ({ name, text: description }));
  const searched = [...own, ...foreignTools()];
  return requests.map((request) => {
    const shown = rank(request.sentence, searched).slice(0, SHOWN);
    return { ...request, shown, isFound: shown.includes(request.tool) };
  });
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
}
