import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { groupBy } from "../../../src/timesheet/group-by.ts";
import { placeOf } from "../world.ts";
import type { Dice } from "./dice.ts";
import type { Block, Run } from "./truth.ts";
import type { User } from "./user.ts";

/** A line of a transcript. */
export interface Line {
  /** Milliseconds since 1970. */
  at: number;
  session: string;
  repository: string;
  branch: string;
  by: keyof typeof WRITERS;
}

/** The forms of Claude Code 2.1: all but the first two have the type of lines that the user writes. */
const WRITERS = {
  user: { type: "user", message: { role: "user", content: "Do it." } },
  assistant: { type: "assistant", message: { role: "assistant", content: [] } },
  tool: {
    type: "user",
    toolUseResult: "done",
    message: { role: "user", content: [{ type: "tool_result", content: "done" }] },
  },
  summary: { type: "user", isCompactSummary: true, message: { role: "user", content: "So far:" } },
  notice: {
    type: "user",
    origin: { kind: "task-notification" },
    message: { role: "user", content: "It is done." },
  },
  schedule: { type: "user", promptSource: "sdk", message: { role: "user", content: "Do it." } },
};

/** The lines that no user writes, most of them by the assistant itself. */
const BY_ITSELF = ["assistant", "assistant", "assistant", "tool", "tool", "summary", "notice"] as const;

/** An assistant writes along, and sometimes goes on alone while the user is away. One of four lines is assumed to be the user's. */
export function sessionLines(block: Block, user: User, dice: Dice): Line[] {
  const { chance, between, pick } = dice;
  const length = Math.round((block.end - block.start) / 1000);
  const alone = chance(0.06) ? between(20, 90) * 60 : 0;
  const { repository } = block.task;
  const { branch, ...place } = chance(0.03) ? pick(user.tasks) : { branch: block.branch, repository };
  const session = `${block.start}-${repository}`;
  const lines: Line[] = [];
  for (let second = between(30, 400); second < length + alone; second += between(30, 400)) {
    const isOfUser = second < length && (lines.length === 0 || chance(0.25));
    const by = isOfUser ? "user" : pick(BY_ITSELF);
    lines.push({ at: block.start + second * 1000, session, repository: place.repository, branch, by });
  }
  return lines;
}

/** The lines of an assistant that works alone. */
export function runLines({ start, end, task: { repository, branch }, isPrompted }: Run, dice: Dice): Line[] {
  const session = `${start}-alone`;
  const lines: Line[] = [{ at: start, session, repository, branch, by: isPrompted ? "user" : "schedule" }];
  for (let at = start; at < end; at += dice.between(30, 400) * 1000)
    if (at > start) lines.push({ at, session, repository, branch, by: dice.pick(BY_ITSELF) });
  return lines;
}

/** Writes lines as Claude Code does, below a folder of its own. */
export async function writeTranscripts(folder: string, lines: readonly Line[]): Promise<void> {
  const project = join(folder, "projects", "all");
  await mkdir(project, { recursive: true });
  for (const [session, ofSession] of groupBy(lines, (line) => line.session)) {
    const texts = ofSession.map(({ at, repository, branch, by }) => {
      const where = { cwd: placeOf(repository), gitBranch: branch, sessionId: session };
      return JSON.stringify({ ...where, timestamp: new Date(at).toISOString(), ...WRITERS[by] });
    });
    const path = join(project, `${session}.jsonl`);
    await writeFile(path, `${texts.join("\n")}\n`);
    const last = (ofSession.at(-1)?.at ?? 0) / 1000;
    await utimes(path, last, last);
  }
}

/** A user's work, by the rule, while an assistant goes on: half an hour after the last line that the user wrote. */
const ATTENDED_MS = 30 * 60_000;

/** The moments at which only assistants worked, by the place of `momentOf`. */
export function unattendedMoments(lines: readonly Line[]): Set<string> {
  const [alone, others] = [new Set<string>(), new Set<string>()];
  for (const ofSession of groupBy(lines, (line) => line.session).values()) {
    let last = Number.NEGATIVE_INFINITY;
    for (const { at, repository, by } of ofSession) {
      if (by === "user") last = at;
      (at - last > ATTENDED_MS ? alone : others).add(momentOf(at, placeOf(repository)));
    }
  }
  return new Set([...alone].filter((it) => !others.has(it)));
}

export const momentOf = (at: number, place: string | undefined) => `${at} ${place}`;
