import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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
  "the commands of docs/evals.md do a task, and end with what it says",
  async () => {
    const { mail, transcripts } = await folders();
    const commands = block("sh")
      .replaceAll("build/mail", `"${mail}"`)
      .replace(/^(.* start .*)$/m, `$1 --transcripts "${transcripts}"`);
    const { stdout } = await run("sh", ["-ec", commands], { cwd: ROOT });
    expect(
      stdout.slice(stdout.indexOf("The run is over")).trim().replace(transcripts, "…/build/evals/…"),
    ).toBe(block("text"));
    expect(readTranscripts(transcripts).map(({ header, judged }) => [header.task, judged.verdict])).toEqual([
      ["log-review-afternoon", "solved"],
    ]);
  },
  120_000,
);

test("a run of the mailbox has a folder of its own, says what is over, and ends once it is stopped", async () => {
  const { mail, transcripts } = await folders();
  const options = ["--task", "log-review-afternoon", "--times", "2", "--transcripts", transcripts];
  const started = await runProgram(["start", mail, ...options]);
  expect(started.match(/^=== .*/gm)).toEqual([
    "=== c1, step 1. Today is Thursday, 2026-03-12.",
    "=== c2, step 1. Today is Thursday, 2026-03-12.",
  ]);
  expect(await runProgram(["answer", mail], '{"id":"c1","say":"I cannot log anything."}')).toBe(
    "Answers taken: 1\nOver: c1\n\nStill waits: c2\n",
  );
  const stopped = await runProgram(["stop", mail]);
  expect(stopped.replaceAll(/cloud, [12]/g, "cloud, N")).toBe(
    [
      "The run is over:",
      `Runs to make: 2, made before: 0. Transcripts in ${transcripts}`,
      "declined log-review-afternoon, cloud, N",
      '         missing: 2.5 h on HARBOR-12 on 2026-03-12 "walked the port team through the crane dashboard"',
      '         the answer does not say "HARBOR-12"',
      '         the answer does not say {"hours":2.5}',
      "NOT RUN  log-review-afternoon, cloud, N: the program ended without an answer",
      "1 declined, 1 not run",
      "",
    ].join("\n"),
  );
  expect(await runProgram(["answer", mail], '{"id":"c2","say":"x"}')).toBe(
    `NOT TAKEN, there is no conversation c2: {"id":"c2","say":"x"}\nAnswers taken: 0\n${stopped}`,
  );
  expect(readTranscripts(transcripts).map(({ judged }) => judged.verdict)).toEqual(["declined"]);
  const again = run(process.execPath, ["evals/programs/mailbox.mjs", "start", mail], { cwd: ROOT });
  await expect(again).rejects.toMatchObject({
    code: 2,
    stderr: `${mail} is not empty. Give a new folder.\n`,
  });
}, 120_000);
