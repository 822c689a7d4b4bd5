import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inputSchemas, type Schema } from "../../src/generated/schemas.ts";
import { tools } from "../../src/tools/index.ts";
import { descriptionOf } from "../../src/tools/tool.ts";
import type { Task } from "../generated/task.ts";
import { rank } from "./bm25.ts";
import type { Host, SearchedTool } from "./hosts.ts";

/** The name that the documents give the server in a host's settings. */
const SERVER = "tempofiller";

/** A text with which a tool is looked for. */
export interface Request {
  tool: string;
  text: string;
}

/** A request, and its tool's place among all that were searched, from 1; none if no word of it was found. */
export interface Found extends Request {
  place: number | undefined;
}

/** Tools of other servers, in our own words. */
export const foreignTools = read("foreign-tools.json") as SearchedTool[];

const ownTools: SearchedTool[] = tools.map((tool) => {
  const { properties = {} } = inputSchemas[tool.input];
  return {
    server: SERVER,
    name: tool.name,
    title: tool.title,
    description: descriptionOf(tool, "skip"),
    arguments: Object.fromEntries(Object.entries(properties).map(described)),
    inner: Object.fromEntries(Object.values(properties).flatMap(argumentsIn)),
  };
});

/** Sentences that name what a tool is for, five for each; written for this check. */
export function writtenRequests(): Request[] {
  return Object.entries(read("requests.json") as Record<string, string[]>).flatMap(([tool, texts]) =>
    texts.map((text) => ({ tool, text })),
  );
}

/** The first sentences of the tasks in English. */
export function requestsOfUsers(tasks: readonly Task[]): Request[] {
  return tasks.flatMap((task) => {
    const tool = toolOf(task);
    return task.language === "en" && tool && task.turns[0] ? [{ tool, text: task.turns[0].says }] : [];
  });
}

/**
 * The queries that a model wrote for the first sentences of the tasks, in all languages; it knew our tools by no word.
 *
 * @param half the descriptions were changed by what was not found of `tuned`, and without a look at `heldOut`
 */
export function queriesOfModel(tasks: readonly Task[], half: "tuned" | "heldOut"): Request[] {
  const queries = (read("queries.json") as Record<typeof half, Record<string, string>>)[half];
  return tasks.flatMap((task) => {
    const tool = toolOf(task);
    const text = queries[task.id];
    return tool && text ? [{ tool, text }] : [];
  });
}

/** Something for each task whose first sentence was given, and for each written sentence, in the order of `writtenRequests`. */
interface ForEach<T> {
  tasks: Record<string, T>;
  sentences: T[];
}

/** The queries that a model wrote for the same sentences, and for those written for this check, once it had the server's instructions. */
export function instructedQueries(tasks: readonly Task[]): { ofTasks: Request[]; ofSentences: Request[] } {
  const { ofTasks, ofSentences } = requestedOf(tasks, read("instructed-queries.json") as ForEach<string>);
  const toRequest = ([tool, text]: [string, string]) => ({ tool, text });
  return { ofTasks: ofTasks.map(toRequest), ofSentences: ofSentences.map(toRequest) };
}

/** A choice of tools by their names, and the tool that was to be among them. */
export interface Choice {
  tool: string;
  /** One to three names, the first choice first. */
  chosen: string[];
}

/** The tools that a model chose for the same sentences, of the names of all tools, ours and foreign, and the server's instructions. */
export function choicesByName(tasks: readonly Task[]): { ofTasks: Choice[]; ofSentences: Choice[] } {
  const { ofTasks, ofSentences } = requestedOf(tasks, read("choices-by-name.json") as ForEach<string[]>);
  const toChoice = ([tool, chosen]: [string, string[]]) => ({ tool, chosen });
  return { ofTasks: ofTasks.map(toChoice), ofSentences: ofSentences.map(toChoice) };
}

function requestedOf<T>(
  tasks: readonly Task[],
  given: ForEach<T>,
): { ofTasks: [tool: string, given: T][]; ofSentences: [tool: string, given: T][] } {
  return {
    ofTasks: tasks.flatMap((task): [string, T][] => {
      const [tool, own] = [toolOf(task), given.tasks[task.id]];
      return tool && own !== undefined ? [[tool, own]] : [];
    }),
    ofSentences: writtenRequests().flatMap(({ tool }, index): [string, T][] => {
      const own = given.sentences[index];
      return own === undefined ? [] : [[tool, own]];
    }),
  };
}

/** Looks the tools up among those of other servers, as a host does. */
export function search(requests: readonly Request[], { textOf, wordsOf }: Host): Found[] {
  const searched = [...ownTools, ...foreignTools].map((tool) => ({
    name: tool.server === SERVER ? tool.name : `${tool.server}.${tool.name}`,
    words: wordsOf(textOf(tool)),
  }));
  return requests.map((request) => {
    const place = rank(wordsOf(request.text), searched).indexOf(request.tool) + 1;
    return { ...request, place: place || undefined };
  });
}

/** The requests whose tool is among the first of what was found. */
export function foundAmong(first: number, found: readonly Found[]): Found[] {
  return found.filter(({ place = Number.POSITIVE_INFINITY }) => place <= first);
}

function toolOf({ tool, ideal }: Task): string | undefined {
  return tool ?? ideal.flatMap(({ calls = [] }) => calls)[0]?.tool;
}

/** The arguments in one, with their descriptions. */
function argumentsIn({ properties = {}, items }: Schema): [name: string, description: string][] {
  return [
    ...Object.entries(properties).flatMap((entry) => [described(entry), ...argumentsIn(entry[1])]),
    ...(items ? argumentsIn(items) : []),
  ];
}

function described([name, { description = "" }]: [string, Schema]): [name: string, description: string] {
  return [name, description];
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
}
