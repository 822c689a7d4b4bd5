import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { confirm } from "../../../src/cli/confirm.ts";
import { rejection } from "../../helpers/faults.ts";
import { typing } from "../../helpers/shell.ts";
import { DAYS, openUndo } from "./open-undo.ts";

test.each<[typed: string, count: number, code: number, end: string, left: number]>([
  ["y\n", 1, 0, "Delete it? [y/N] 1290000 deleted\nDeleted 1 of 1\n", 0],
  ["y\n", 2, 0, "Delete these 2 worklogs? [y/N] 1290000 deleted\n1290001 deleted\nDeleted 2 of 2\n", 0],
  ["n\n", 2, 130, "Delete these 2 worklogs? [y/N] Nothing was deleted.\n", 2],
])("on a terminal, %j to a batch of %i ends with exit code %i", async (typed, count, code, end, left) => {
  const { post, run, printed, stored } = openUndo();
  await post(...DAYS.slice(0, count));
  expect(await run({ yes: false, terminal: typing(typed) })).toBe(code);
  expect([printed().split("\n\n").at(-1), stored().length]).toEqual([end, left]);
});

test("on a terminal nothing is asked if the command line has said yes", async () => {
  const { post, run, printed } = openUndo();
  await post(DAYS[0]);
  expect(await run({ terminal: typing("n\n") })).toBe(0);
  expect(printed()).not.toContain("[y/N]");
});

test.each<[where: string, terminal: Readable | undefined]>([
  ["on a terminal", typing("n\n")],
  ["without one", undefined],
])("nothing is asked if nothing of the batch exists any more, %s", async (_, terminal) => {
  const { post, run, clock, sandbox, printed } = openUndo();
  await post(...DAYS);
  await clock.sleep(60_000);
  sandbox.state.worklogs.clear();
  expect(await run({ yes: false, terminal })).toBe(0);
  expect(printed().split("\n").slice(2)).toEqual([
    "PROJ-123  2026-01-05  8 h  1290000  (no longer exists)",
    "PROJ-123  2026-01-06  8 h  1290001  (no longer exists)",
    "PROJ-123  2026-01-07  8 h  1290002  (no longer exists)",
    "",
    "1290000 no longer exists",
    "1290001 no longer exists",
    "1290002 no longer exists",
    "Deleted 0 of 3, 3 no longer existed",
    "",
  ]);
});

test("a worklog that one may not read any more is shown without a comment, and not counted in the question", async () => {
  const { post, run, tempo, printed } = openUndo();
  await post(...DAYS);
  tempo.onRead("all", (request, serve) =>
    request.url.endsWith("/worklogs/1290001") ? rejection(403, "Forbidden") : serve(request),
  );
  expect(await run({ yes: false, terminal: typing("n\n") })).toBe(130);
  expect(printed().split("\n").slice(2)).toEqual([
    "PROJ-123  2026-01-05  8 h  1290000",
    "PROJ-123  2026-01-06  8 h  1290001",
    "PROJ-123  2026-01-07  8 h  1290002",
    "",
    "Delete these 2 worklogs? [y/N] Nothing was deleted.",
    "",
  ]);
});

test("what was changed since is named beneath what is to be deleted", async () => {
  const { post, run, update, printed } = openUndo();
  await post(...DAYS);
  for (const id of ["1290000", "1290002"]) await update(id, { hours: 6 });
  await run({ yes: false, terminal: typing("n\n") });
  expect(printed().split("\n").slice(2)).toEqual([
    "PROJ-123  2026-01-06  8 h  1290001",
    "",
    "Changed since, or not surely its own, and therefore kept: worklog 1290000, 1290002.",
    "",
    "Delete it? [y/N] Nothing was deleted.",
    "",
  ]);
});

test.each([
  ["y\n", true],
  ["Yes\r\n", true],
  ["YES\n", true],
  ["  y  \n", true],
  ["ye\n", false],
  ["n\n", false],
  ["\n", false],
  ["yellow\n", false],
  ["oh y\n", false],
])("the answer %j means %s", async (typed, expected) => {
  const { signal } = new AbortController();
  expect(await confirm("Delete it?", { terminal: typing(typed), print: () => {}, signal })).toBe(expected);
});

test("the end of the input means no, and ends the line of the question", async () => {
  const texts: string[] = [];
  const { signal } = new AbortController();
  const print = (text: string) => void texts.push(text);
  expect(await confirm("Delete it?", { terminal: Readable.from([]), print, signal })).toBe(false);
  expect(texts).toEqual(["Delete it? [y/N] ", "\n"]);
});

test("an interruption means no, and ends the line of the question", async () => {
  const texts: string[] = [];
  const interruption = new AbortController();
  const print = (text: string) => {
    texts.push(text);
    interruption.abort();
  };
  const { signal } = interruption;
  expect(await confirm("Delete it?", { terminal: new PassThrough(), print, signal })).toBe(false);
  expect(texts).toEqual(["Delete it? [y/N] ", "\n"]);
});

test("a terminal that fails is an error", async () => {
  const terminal = new PassThrough();
  const { signal } = new AbortController();
  const answer = confirm("Delete it?", { terminal, print: () => {}, signal });
  terminal.destroy(new Error("the terminal is gone"));
  await expect(answer).rejects.toThrow("the terminal is gone");
});
