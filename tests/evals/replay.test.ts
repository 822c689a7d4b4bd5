import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Judged } from "../../evals/generated/transcript.ts";
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

describe("a transcript that no longer holds", () => {
  const found = transcripts.find(({ name }) => name === "five: dates-last-friday-over-new-year, cloud, 1");
  const replayChanged = async (
    change: (arguments_: Record<string, unknown>) => Record<string, unknown>,
    verdict?: Judged["verdict"],
  ) => {
    if (!found?.task) throw new Error("the transcript is gone");
    const { events, header, judged } = found.transcript;
    const changed = events.map((event) =>
      event.type === "call" && event.name === "post_worklog"
        ? { ...event, arguments: change(event.arguments) }
        : event,
    );
    return replay(found.task, found.run, {
      header,
      events: changed,
      judged: { ...judged, ...(verdict && { verdict }) },
    });
  };

  test("has a call that fails now", async () => {
    const [failure, ...others] = await replayChanged(({ hours: _, ...rest }) => rest);
    expect(failure).toMatch(
      /^post_worklog \{.+\} fails now: Invalid input for post_worklog: `hours` is required/,
    );
    expect(others).toHaveLength(2);
  });

  test("leads to another state", async () => {
    const problems = await replayChanged((given) => ({ ...given, hours: 4 }));
    expect(problems).toContainEqual(expect.stringMatching(/^Tempo holds something else: /));
  });

  test("is judged otherwise", async () => {
    expect(await replayChanged((given) => given, "harmful")).toEqual(["judged solved instead of harmful: "]);
  });
});
