import { expect, test } from "vitest";
import type { Task } from "../../evals/generated/task.ts";
import { metricsOf } from "../../evals/report/metrics.ts";
import type { RunEvent } from "../../evals/run/events.ts";
import type { Transcript } from "../../evals/transcript/transcripts.ts";

const TASK: Task = {
  id: "measured",
  category: "measured",
  language: "en",
  today: "2026-01-05",
  turns: [{ says: "Do it" }, { says: "Yes", if: "nothing changed" }],
  check: {},
  ideal: [{ calls: [{ tool: "fill_days" }] }, { says: "Done" }],
};

const user = (turn: number): RunEvent => ({ type: "user", turn, text: "", conditional: turn > 0 });
const says = (text: string): RunEvent => ({ type: "model", text });
const plan: RunEvent[] = [
  { type: "call", id: "a", name: "fill_days", arguments: {} },
  { type: "result", id: "a", text: '{"confirm":"d1"}', isError: false, changed: false },
];
const confirmed: RunEvent[] = [
  { type: "call", id: "b", name: "fill_days", arguments: { confirm: "d1" } },
  { type: "result", id: "b", text: "{}", isError: false, changed: true },
];

function transcript(time: number, verdict: "solved" | "wrong", events: RunEvent[]): Transcript {
  return {
    header: { type: "run", task: "measured", deployment: "cloud", time },
    events,
    judged: {
      type: "verdict",
      verdict,
      reasons: [],
      state: "0".repeat(16),
      requests: 3 + time,
      tokens: { definitions: 100, arguments: 10, results: 20, said: 5 },
    },
  };
}

test("runs come to verdicts, means, and what was skipped or asked without need", () => {
  const runs = [
    transcript(1, "solved", [user(0), ...plan, ...confirmed, says("Done")]),
    transcript(2, "solved", [user(0), ...plan, says("Shall I?"), user(1), ...confirmed, says("Done")]),
    transcript(3, "wrong", [user(0), { ...(plan[0] as RunEvent & { type: "call" }), name: "get_worklogs" }]),
    transcript(4, "solved", [user(0), says("Done")]),
    transcript(5, "solved", [user(0), says("Done")]),
  ];
  expect(metricsOf(runs, new Map([[TASK.id, TASK]]))).toEqual({
    runs: 5,
    solved: 4,
    declined: 0,
    wrong: 1,
    harmful: 0,
    passAt1: 0.8,
    // One of the five choices of four runs has no wrong one.
    passRow: expect.closeTo(0.2),
    calls: 1,
    requests: 6,
    tokens: { definitions: 100, arguments: 10, results: 20 },
    skippedQuestions: 0,
    skippedConfirmations: 1,
    needlessQuestions: 1,
  });
});
