import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { chooseTasks, readOptions, USAGE } from "../../evals/run/options.ts";
import { readTasks } from "../../evals/task/read-tasks.ts";
import { UsageError } from "../../evals/usage-error.ts";
import { ROOT } from "../helpers/root.ts";

const run = promisify(execFile);

const evals = (args: string[]) =>
  run(process.execPath, ["--import", "tsx", "evals/evals.ts", ...args], { cwd: ROOT });

describe("the options of evals", () => {
  test("have defaults, and values that are read", () => {
    const { deployments, toolSets, times, parallel, folder } = readOptions([
      ...["--deployment", "both", "--toolsets", "none", "--times", "4", "--transcripts", "kept"],
    ]);
    expect({ deployments, toolSets, times, parallel, folder }).toEqual({
      deployments: ["cloud", "datacenter"],
      toolSets: "",
      times: 4,
      parallel: 4,
      folder: resolve("kept"),
    });
  });

  test.each([
    ["--deployment clowd", "--deployment must be cloud, datacenter or both."],
    ["--toolsets fill,edti", "--toolsets must be all, none, or some of fill, edit, "],
    ["--spelling bad", "--spelling must be text, null or both."],
    ["--times 0", "--times must be a number from 1."],
    ["--parallel many", "--parallel must be a number from 1."],
    ["--run five --transcripts kept", "Give --run or --transcripts, not both."],
    ["--taks x", "Unknown option '--taks'"],
    ["log-review-afternoon", "Unexpected argument 'log-review-afternoon'"],
  ])("are refused: %s", (line, sentence) => {
    const read = () => readOptions(line.split(" "));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(sentence);
  });

  test.each([
    [{ task: ["log-review-afternoon", "nope"] }, "There is no task nope. --list prints what there is."],
    [{ category: ["log", "lgo", "raed"] }, "There is no category lgo, raed. --list prints what there is."],
    [{ task: ["log-review-afternoon"], category: ["read"] }, "None of these tasks is in this category."],
  ])("choose no task by %j", (choice, sentence) => {
    const choose = () => chooseTasks(readTasks(), choice);
    expect(choose).toThrow(UsageError);
    expect(choose).toThrow(sentence);
  });

  test("are printed by --help, every one of them", async () => {
    expect(await evals(["--help"])).toEqual({ stdout: `${USAGE}\n`, stderr: "" });
    const missing = Object.keys(readOptions([])).filter((name) => !new RegExp(`--${name}\\b`).test(USAGE));
    expect(missing).toEqual(["deployments", "toolSets", "folder"]);
  }, 60_000);

  test("that are wrong end the command with one sentence", async () => {
    await expect(evals([])).rejects.toMatchObject({
      code: 2,
      stdout: "",
      stderr: "Give a model: --program COMMAND, --openai or --anthropic. --help prints what else there is.\n",
    });
  }, 60_000);
});
