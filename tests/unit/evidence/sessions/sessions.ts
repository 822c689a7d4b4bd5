import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Assistant } from "../../../../src/evidence/sessions/assistants.ts";
import { sessionsSource } from "../../../../src/evidence/sessions/sessions-source.ts";
import type { EvidenceContext, ReadEvidence } from "../../../../src/timesheet/draft/evidence.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";
import { runOf } from "../../posting/run.ts";

export const RANGE = { startDate: "2026-01-12", endDate: "2026-01-13" };

/** A home folder that is removed when the test ends, and the assistants' folders in it. */
export function home() {
  const folder = temporaryFolder();
  return {
    folder,
    folders: {
      "claude-code": join(folder, ".claude"),
      ...{ codex: join(folder, ".codex"), copilot: join(folder, ".copilot") },
    },
    write(path: string, content: string | Uint8Array, changedAt = "2026-01-13T20:00:00Z"): string {
      const full = join(folder, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      utimesSync(full, new Date(changedAt), new Date(changedAt));
      return full;
    },
  };
}

export const linesOf = (lines: readonly object[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** A line of Claude Code, as it writes it, with a text that must never be seen. */
export const claudeLine = (timestamp: string, more: object = {}) => ({
  parentUuid: null,
  isSidechain: false,
  userType: "external",
  cwd: "/work/shop",
  sessionId: "0e9a4b1c",
  version: "2.0.0",
  gitBranch: "feature/DEMO-1-login",
  type: "user",
  message: { role: "user", content: "S3CRET" },
  uuid: "6b1f",
  timestamp,
  ...more,
});

export const answer = (timestamp: string, more: object = {}) =>
  claudeLine(timestamp, {
    type: "assistant",
    message: { content: [{ type: "text", text: "S3CRET" }] },
    ...more,
  });

/** The transcript of a session of Codex. */
export const codexLines = (
  times: readonly string[],
  meta: object = { cwd: "/work/api", git: { branch: "DEMO-2" } },
) => [
  { timestamp: times[0], type: "session_meta", payload: { id: "019a", instructions: "S3CRET", ...meta } },
  ...times.map((timestamp) => ({
    timestamp,
    type: "event_msg",
    payload: { type: "user_message", message: "S3CRET" },
  })),
];

export function contextAt(wallClock: string, more: Partial<EvidenceContext> = {}): EvidenceContext {
  const { context } = runOf([]);
  const clock = { ...virtualClock(), wallClock: () => Date.parse(wallClock) };
  return { ...context, clock, deadline: clock.now() + 20_000, ...more };
}

interface ReadOptions {
  assistants?: Assistant[];
  range?: typeof RANGE;
  zone?: string;
  context?: EvidenceContext;
}

/** Reads the sessions in a home folder, long after them. */
export function readSessions(
  folders: Record<Assistant, string>,
  {
    assistants = ["claude-code"],
    range = RANGE,
    zone = "UTC",
    context = contextAt("2026-02-01T00:00:00Z"),
  }: ReadOptions = {},
): Promise<ReadEvidence> {
  return sessionsSource({ assistants, folders }).read(range, { zone, emails: [], dates: range, context });
}
