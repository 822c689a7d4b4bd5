import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canRunInProcess } from "../../evals/run/in-process.ts";
import { listTasks, readTasks } from "../../evals/task/read-tasks.ts";
import { ROOT } from "../helpers/root.ts";

const tasks = readTasks();

/** Lists each value that has more than one owner. */
function shared(found: readonly (readonly [owner: string, value: string])[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const [owner, value] of found) owners.set(value, (owners.get(value) ?? new Set()).add(owner));
  return [...owners]
    .filter(([, names]) => names.size > 1)
    .map(([value, names]) => `${value}: ${[...names].join(", ")}`);
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, " ").trim();

describe("the tasks", () => {
  test("have ids of their own, and the name of their file as category", () => {
    expect(tasks.map(({ id }) => id)).toEqual([...new Set(tasks.map(({ id }) => id))]);
    const files = readdirSync(join(ROOT, "evals/tasks")).map((name) => name.replace(/\.json$/, ""));
    expect([...new Set(tasks.map(({ category }) => category))].sort()).toEqual(files.sort());
  });

  test("are as many as docs/evals.md builds on: half of them hard, ten with orders, forty bad runs", () => {
    expect(tasks.length).toBeGreaterThanOrEqual(100);
    expect(tasks.filter(({ hard }) => hard).length).toBeGreaterThanOrEqual(tasks.length / 2);
    expect(tasks.filter(({ category }) => category === "orders").length).toBeGreaterThanOrEqual(10);
    expect(tasks.flatMap(({ bad = [] }) => bad).length).toBeGreaterThanOrEqual(40);
  });

  test("are listed with their category, id, and the beginning of what the user says", () => {
    const wanted = ["log-review-afternoon", "correct-split-one-day"];
    expect(listTasks(tasks.filter(({ id }) => wanted.includes(id))).split("\n")).toEqual([
      "correct  correct-split-one-day  hard  Yesterday wasn't 8h distilling: 5 of it stay on JUNIPER-1, …",
      "log      log-review-afternoon         Put 2.5 hours on HARBOR-12 for this afternoon please, comme…",
    ]);
  });

  test("share no issue key and no name of a person", () => {
    expect(
      shared(
        tasks.flatMap(({ id, seed }) => [
          ...(seed?.issues ?? []).map(({ key }) => [id, key] as const),
          ...(seed?.people ?? []).map((person) => [id, person] as const),
        ]),
      ),
    ).toEqual([]);
  });

  test("share no sentence, but for a plain yes", () => {
    const sentences = tasks.flatMap(({ id, turns }) => turns.map(({ says }) => [id, plain(says)] as const));
    expect(shared(sentences.filter(([, sentence]) => sentence.split(" ").length > 3))).toEqual([]);
  });

  test("use no sentence of the project's other tests", () => {
    const names = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" });
    const texts = names
      .filter((name) => /\.(ts|json|txt)$/.test(name) && !/node_modules|^evals/.test(name))
      .map((name) => plain(readFileSync(join(ROOT, "tests", name), "utf8")))
      .join("\n");
    const sentences = tasks.flatMap(({ turns }) => turns.map(({ says }) => plain(says)));
    expect(sentences.filter((says) => says.split(" ").length > 3 && texts.includes(says))).toEqual([]);
  });

  test("can nearly all be run in this process, which has the time zone that they need", () => {
    expect(new Date(0).getTimezoneOffset()).toBe(0);
    expect(tasks.filter(canRunInProcess).length / tasks.length).toBeGreaterThan(0.8);
  });
});
