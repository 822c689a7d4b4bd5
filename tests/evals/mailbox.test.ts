import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readTranscripts } from "../../evals/transcript/transcripts.ts";
import { fencedBlocks } from "../helpers/fenced-blocks.ts";
import { ROOT } from "../helpers/root.ts";
import { runProgram } from "./run-program.ts";

const run = promisify(execFile);

const documented = fencedBlocks(readFileSync(join(ROOT, "docs/evals.md"), "utf8")).filter(
  ({ headings }) => headings[2] === "Be the model in five minutes",
);

/** The text of the document's block in a language. */
const block = (language: string) => documented.find((it) => it.language === language)?.text ?? "";

/** A folder for a mailbox, and one for the transcripts of its run, which is stopped when the test ends. */
async function folders() {
  const home = await mkdtemp(join(tmpdir(), "tempofiller-mailbox-"));
  const mail = join(home, "mail");
  onTestFinished(async () => {
    if (existsSync(mail)) await runProgram(["stop", mail]);
    await rm(home, { recursive: true, force: true });
  });
  return { mail, transcripts: join(home, "transcripts") };
}

/** The snippet is for a POSIX shell. */
test.skipIf(process.platform === "win32")(
  "the commands of docs/evals.md do a task, and end with what it says; what is made is not made again",
  async () => {
    const { mail, transcripts } = await folders();
    const commands = block("sh")
      .replace("build/mail", `"${mail}"`)
      .replace(/^(.* start .*)$/m, `$1 --transcripts "${transcripts}"`);
    const { stdout } = await run("sh", ["-ec", commands], { cwd: ROOT });
    expect(
      stdout.slice(stdout.indexOf("The run is over")).trim().replace(transcripts, "…/build/evals/…"),
    ).toBe(block("text"));
    const task = ["--task", "log-review-afternoon", "--transcripts", transcripts];
    const made = [["log-review-afternoon", "solved"]];
    expect(readTranscripts(transcripts).map(({ header, judged }) => [header.task, judged.verdict])).toEqual(
      made,
    );

    expect(await runProgram(["start", `${mail}-2`, ...task])).toEqual({
      code: 0,
      stdout: [
        "The run is over:",
        `Runs to make: 0, made before: 1. Transcripts in ${transcripts}`,
        "solved   log-review-afternoon, cloud, 1, made before",
        "1 solved",
        "",
      ].join("\n"),
      stderr: "",
    });
    expect(await runProgram(["start", `${mail}-3`, ...task, "--toolsets", "none"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `${transcripts} has runs of another model, or with other tools. Give --transcripts another folder.\n`,
    });
    expect(existsSync(`${mail}-3`)).toBe(false);

    const kept = join(transcripts, "run.json");
    writeFileSync(kept, readFileSync(kept, "utf8").replace('"instructions": "', '"instructions": "Before. '));
    const changed = await runProgram(["start", `${mail}-3`, ...task, "--times", "2"]);
    expect({ ...changed, stdout: changed.stdout.split("\n").slice(3) }).toEqual({
      code: 1,
      stdout: [
        `NOT RUN  log-review-afternoon, cloud, 2: ${transcripts} has runs of another model, or with other tools. Give --transcripts another folder.`,
        "1 solved, 1 not run",
        "",
      ],
      stderr: "",
    });
  },
  240_000,
);

test("a run of the mailbox has a folder of its own, says what is over, and ends once it is stopped", async () => {
  const { mail, transcripts } = await folders();
  const options = ["--task", "log-review-afternoon", "--times", "2", "--transcripts", transcripts];
  const started = await runProgram(["start", mail, ...options]);
  expect(started.stdout.match(/^=== .*/gm)).toEqual([
    "=== c1, step 1. Today is Thursday, 2026-03-12.",
    "=== c2, step 1. Today is Thursday, 2026-03-12.",
  ]);
  expect(await runProgram(["answer", mail], '{"id":"c1","say":"I cannot log anything."}')).toEqual({
    code: 0,
    stdout: "Answers taken: 1\nOver: c1\n\nStill waits: c2\n",
    stderr: "",
  });
  const stopped = await runProgram(["stop", mail]);
  const end = [
    "The run is over:",
    `Runs to make: 2, made before: 0. Transcripts in ${transcripts}`,
    "declined log-review-afternoon, cloud, N",
    '         missing: 2.5 h on HARBOR-12 on 2026-03-12 "walked the port team through the crane dashboard"',
    '         the answer does not say "HARBOR-12"',
    '         the answer does not say {"hours":2.5}',
    "NOT RUN  log-review-afternoon, cloud, N: stopped",
    "1 declined, 1 not run",
    "",
  ].join("\n");
  expect({ ...stopped, stdout: stopped.stdout.replaceAll(/cloud, [12]/g, "cloud, N") }).toEqual({
    code: 0,
    stdout: end,
    stderr: "",
  });
  expect(await runProgram(["show", mail])).toEqual({ ...stopped, code: 1 });
  expect(await runProgram(["answer", mail], '{"id":"c2","say":"x"}')).toEqual({
    code: 1,
    stdout: `NOT TAKEN, there is no conversation c2: {"id":"c2","say":"x"}\nAnswers taken: 0\n${stopped.stdout}`,
    stderr: "",
  });
  expect(readTranscripts(transcripts).map(({ judged }) => judged.verdict)).toEqual(["declined"]);
  expect(await runProgram(["start", mail])).toEqual({
    code: 2,
    stdout: "",
    stderr: `${mail} is not empty. Give a new folder.\n`,
  });
}, 120_000);

test.each(["show", "answer", "stop"])("%s says at once that a folder has no run", async (command) => {
  const { transcripts: home } = await folders();
  expect(await runProgram([command, home])).toEqual({
    code: 2,
    stdout: "",
    stderr: `There is no run in ${home}\n`,
  });
  expect(existsSync(home)).toBe(false);
});

test("start with a wrong option prints what is wrong, and leaves the folder as it was", async () => {
  const { mail } = await folders();
  const start = ["start", mail, "--task", "log-review-afternoon"];
  const refused = { code: 2, stdout: "", stderr: "There is no task nope. --list prints what there is.\n" };
  expect(await runProgram([...start, "--task", "nope"])).toEqual(refused);
  expect(existsSync(mail)).toBe(false);
  mkdirSync(mail);
  expect(await runProgram([...start, "--task", "nope"])).toEqual(refused);
  expect(readdirSync(mail)).toEqual([]);
  rmdirSync(mail);
}, 60_000);

test.each([
  [["--help"], { code: 0, stdout: expect.stringContaining("start FOLDER OPTIONS"), stderr: "" }],
  [[], { code: 2, stdout: "", stderr: expect.stringContaining("start FOLDER OPTIONS") }],
  [["shwo", "folder"], { code: 2, stdout: "", stderr: expect.stringContaining("start FOLDER OPTIONS") }],
  [
    ["show", "folder", "--wait", "soon"],
    { code: 2, stdout: "", stderr: "--wait must be a number of seconds.\n" },
  ],
])("the mailbox prints its usage, or what is wrong: %j", async (args, outcome) => {
  expect(await runProgram(args)).toEqual(outcome);
});
