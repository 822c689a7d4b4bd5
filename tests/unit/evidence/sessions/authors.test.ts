import { describe, expect, test } from "vitest";
import type { Activity } from "../../../../src/timesheet/draft/evidence.ts";
import { answer, claudeLine, codexLines, home, linesOf, readSessions } from "./sessions.ts";

const PROMPT = "2026-01-12T09:00:00Z";
const ANSWER = "2026-01-12T09:10:00Z";

const times = (evidence: readonly object[]) =>
  evidence.map((it) => new Date((it as Activity).at).toISOString().slice(11, 16));

/** The times of the user's work, if these lines are all that an assistant keeps. */
async function timesIn(assistant: "claude-code" | "codex", lines: readonly object[]) {
  const { write, folders } = home();
  const file = assistant === "codex" ? ".codex/sessions/2026/01/12/a.jsonl" : ".claude/projects/x/a.jsonl";
  write(file, linesOf(lines));
  return times((await readSessions(folders, { assistants: [assistant] })).evidence);
}

const queued = (more: object) => ({
  type: "attachment",
  attachment: { type: "queued_command", prompt: "S3CRET", ...more },
});
const saying = (content: unknown) => ({ message: { role: "user", content } });

// Claude Code 2.1.278 writes `turnOrigin` beside `promptSource`; versions before 2.1.212 write neither.
describe("a line of Claude Code of the type user", () => {
  const ofClaude = (more: object) =>
    timesIn("claude-code", [claudeLine(PROMPT, more), answer(ANSWER, { entrypoint: "cli" })]);

  test.each([
    ["a prompt of an old version", {}],
    ["typed", { origin: { kind: "human" }, promptSource: "typed", entrypoint: "cli" }],
    ["typed while the assistant was busy", { promptSource: "queued", turnOrigin: "human" }],
    ["an accepted suggestion", { promptSource: "suggestion_accepted" }],
    ["typed in VS Code", { promptSource: "sdk", turnOrigin: "sdk", entrypoint: "claude-vscode" }],
    ["typed on a phone", { origin: { kind: "human" }, promptSource: "sdk", entrypoint: "sdk-cli" }],
    ["a command", saying("<command-name>/review</command-name>")],
    ["a message that waited", queued({ commandMode: "prompt", origin: { kind: "human" } })],
    ["a message that waited, in an old version", queued({})],
    ["a picture and a text", saying([{ type: "text", text: "S3CRET" }, { type: "image" }])],
  ])("is the user's: %s", async (_, more) => {
    expect(await ofClaude(more)).toEqual(["09:00", "09:10"]);
  });

  test.each([
    ["a summary", { isCompactSummary: true }],
    ["a summary of an old version", saying("This session is being continued from a previous conversation")],
    ["a text for the transcript only", { isVisibleInTranscriptOnly: true }],
    ["a notice of a task", { origin: { kind: "task-notification" }, promptSource: "system" }],
    [
      "a notice of a task in a run of a program",
      { origin: { kind: "task-notification" }, promptSource: "sdk" },
    ],
    ["a notice of a task, by its turn", { turnOrigin: "task_notification" }],
    ["a notice of a task, by its text", saying("<task-notification>\n<task-id>b1</task-id>")],
    ["a notice that waited", queued({ commandMode: "task-notification" })],
    ["another session's message", { origin: { kind: "peer", name: "x" } }],
    ["a message of a team's leader", saying([{ type: "text", text: '<teammate-message id="lead">' }])],
    ["a wake-up", { origin: { kind: "cron" } }],
    ["what the program itself wrote", { promptSource: "system" }],
    ["a run of `claude -p`", { promptSource: "sdk", turnOrigin: "sdk", entrypoint: "sdk-cli" }],
    ["a run of a program", { promptSource: "sdk" }],
    ["a run of a program of an old version", { entrypoint: "sdk-py" }],
    ["a program's later turn", { entrypoint: "sdk-ts", turnOrigin: "sdk" }],
    ["an agent's task", { isSidechain: true }],
    ["a result", saying([{ type: "tool_result" }])],
    ["a reminder", { isMeta: true }],
  ])("is not the user's, nor is the answer: %s", async (_, more) => {
    expect(await ofClaude(more)).toEqual([]);
  });
});

describe("a message of Codex", () => {
  const item = (type: string, text = "S3CRET") => ({
    type: "event_msg",
    payload: { type: "item_completed", item: { type, content: [{ type: "text", text }] } },
  });
  const message = (more: object) => ({ type: "event_msg", payload: { type: "user_message", ...more } });
  const response = { type: "response_item", payload: { type: "message", role: "assistant" } };
  const ofCodex = (line: object, meta: object = {}) =>
    timesIn("codex", [
      ...codexLines([PROMPT], { cwd: "/work/api", ...meta }).slice(0, 1),
      { timestamp: PROMPT, ...line },
      { timestamp: ANSWER, ...response },
      { timestamp: "2026-01-12T10:00:00Z", ...response },
    ]);

  // Codex writes the second form since 0.148.
  test.each([
    ["an event", message({ message: "S3CRET" }), { originator: "codex_cli_rs", source: "cli" }],
    ["an event of an old version", message({ kind: "plain" }), {}],
    ["an item", item("UserMessage"), { originator: "codex-tui", source: "cli", thread_source: "user" }],
    ["an item in VS Code", item("UserMessage"), { originator: "codex_vscode", source: "vscode" }],
  ])("is the user's: %s", async (_, line, meta) => {
    expect(await ofCodex(line, meta)).toEqual(["09:00", "09:10"]);
  });

  test.each([
    ["a run of `codex exec`", { originator: "codex_exec", source: "exec" }],
    ["a run of `codex exec` of an old version", { originator: "codex_exec" }],
    ["a run as a tool of another assistant", { source: "mcp" }],
    ["an agent of another session", { source: { subagent: { thread_spawn: { parent_thread_id: "1" } } } }],
    ["a review", { source: { subagent: "review" } }],
    ["an agent, by its thread", { source: "cli", thread_source: "subagent" }],
  ])("is not the user's: %s", async (_, meta) => {
    expect(await ofCodex(item("UserMessage"), meta)).toEqual([]);
    expect(await ofCodex(message({ message: "S3CRET" }), meta)).toEqual([]);
  });

  test.each([
    ["instructions", message({ message: "# AGENTS.md instructions for /work/api" })],
    ["instructions of an old version", message({ kind: "user_instructions", message: "S3CRET" })],
    ["the surroundings", message({ message: "<environment_context>\n  <cwd>/work/api</cwd>" })],
    ["the surroundings as an item", item("UserMessage", "<environment_context>")],
    ["another agent's end", item("UserMessage", "<subagent_notification>")],
  ])("is not the user's, who wrote before: %s", async (_, line) => {
    const lines = [
      ...codexLines(["2026-01-12T07:00:00Z"]),
      { timestamp: PROMPT, ...line },
      { timestamp: ANSWER, ...response },
    ];
    expect(await timesIn("codex", lines)).toEqual(["07:00"]);
  });

  test("of a session that an agent's rollout repeats makes none of the agent's work the user's", async () => {
    const agent = { id: "2", cwd: "/work/api", source: { subagent: { thread_spawn: {} } } };
    const lines = [
      ...codexLines([PROMPT], agent).slice(0, 1),
      ...codexLines([PROMPT], { cwd: "/work/api", source: "cli" }),
      { timestamp: ANSWER, ...response },
    ];
    expect(await timesIn("codex", lines)).toEqual([]);
  });
});
