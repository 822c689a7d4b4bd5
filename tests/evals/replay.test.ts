import { join } from "node:path";
import { expect, test } from "vitest";
import { readTasks } from "../../evals/task/read-tasks.ts";
import { replay } from "../../evals/transcript/replay.ts";
import { keptRuns, readRun, readTranscripts, TRANSCRIPTS } from "../../evals/transcript/transcripts.ts";

const tasks = new Map(readTasks().map((task) => [task.id, task]));
const transcripts = keptRuns().flatMap((name) => {
  const folder = join(TRANSCRIPTS, name);
  const run = readRun(folder);
  return readTranscripts(folder).map((transcript) => {
    const { task, deployment, time } = transcript.header;
    return { name: `${name}: ${task}, ${deployment}, ${time}`, task: tasks.get(task), run, transcript };
  });
});

test("every transcript is of a task that there is", () => {
  expect(transcripts.filter(({ task }) => task === undefined).map(({ name }) => name)).toEqual([]);
});

for (const { name, task, run, transcript } of transcripts)
  test.concurrent(`${name} leads to the same state, by calls that are still valid`, async () => {
    if (!task) throw new Error("the task is gone");
    expect(await replay(task, run, transcript)).toEqual([]);
  }, 120_000);
