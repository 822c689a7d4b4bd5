import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { DraftTimesheetResponse } from "../../src/generated/responses.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { DEPLOYMENTS } from "../helpers/activity.ts";
import { runCommand } from "../helpers/command.ts";
import { CREDENTIALS, SETTINGS } from "../helpers/doctor.ts";
import { entriesOf } from "../helpers/drafts.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { seed } from "../helpers/seeds.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { makeRepository } from "../unit/evidence/git/repositories.ts";
import { answer, claudeLine, linesOf } from "../unit/evidence/sessions/sessions.ts";

/** A working day that is over everywhere. */
const DATE = "2026-01-13";

/** Lines of the assistant from a time on, each five minutes after the one before. */
function work(from: string, minutes: number, more: object): object[] {
  return Array.from({ length: minutes / 5 + 1 }, (_, index) =>
    answer(new Date(Date.parse(from) + index * 300_000).toISOString(), { uuid: `${from} ${index}`, ...more }),
  );
}

test.each(DEPLOYMENTS)(
  "on %s, one prompt before a night of agents is half an hour of the user's, and the night is the agents'",
  async (deployment) => {
    const home = temporaryFolder();
    const write = (path: string, of: object[]) => {
      const lines = of.map((line) => ({ ...line, cwd: join(home, "src/shop") }));
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), linesOf(lines));
    };
    const gitBranch = "PROJ-123-login";
    const note = { gitBranch, origin: { kind: "task-notification" }, promptSource: "system" };
    const agent = { gitBranch, isSidechain: true, agentId: "a1" };
    // The assistant works until 3:00, where a task's end wakes it, and its agent until 4:00; another program's run goes on beside them.
    write(".claude/projects/x/0e9a4b1c.jsonl", [
      claudeLine(`${DATE}T00:00:00Z`, { gitBranch }),
      ...work(`${DATE}T00:05:00Z`, 115, { gitBranch }),
      claudeLine(`${DATE}T02:05:00Z`, note),
      ...work(`${DATE}T02:10:00Z`, 50, { gitBranch }),
    ]);
    write(".claude/projects/x/0e9a4b1c/subagents/agent-a1.jsonl", work(`${DATE}T03:05:00Z`, 55, agent));
    const headless = {
      gitBranch,
      sessionId: "2",
      entrypoint: "sdk-cli",
      promptSource: "sdk",
      turnOrigin: "sdk",
    };
    write(".claude/projects/x/2.jsonl", [
      claudeLine(`${DATE}T01:00:00Z`, headless),
      ...work(`${DATE}T01:00:00Z`, 60, { ...headless }),
    ]);

    // The agents commit in the user's name.
    const { commit, git } = makeRepository(join(home, "src/shop"));
    const branch = gitBranch;
    for (const hour of ["01", "02", "03"])
      commit({ at: `${DATE}T${hour}:00:00Z`, subject: `Add part ${hour}`, branch });
    git("symbolic-ref", "HEAD", `refs/heads/${branch}`);

    const url = await serveOnLoopback(createSandbox(seed(), { credentials: CREDENTIALS }).fetch);
    const env = {
      ...SETTINGS[deployment](url),
      HOME: home,
      USERPROFILE: home,
      TEMPO_STATE_DIR: "off",
      TEMPO_SESSIONS: "claude-code",
      TEMPO_GIT_FOLDERS: join(home, "src"),
    };
    const { stdout } = await runCommand(["draft", DATE, "--no-fill", "--json"], { env });
    const { days, summary, sources, leftOut }: DraftTimesheetResponse = JSON.parse(stdout);
    expect(leftOut).toEqual([{ reason: "by an agent alone", count: 3 }]);
    expect(entriesOf({ days }).map(({ issueKey, hours }) => [issueKey, hours])).toEqual([["PROJ-123", 0.5]]);
    expect([days[0]?.agentHours, summary.agentHours]).toEqual([4.5, 4.5]);
    expect(sources.at(-1)).toEqual({
      source: "sessions",
      found: "1 session of Claude Code; agents worked at least 4.5 h without you",
    });
    const shown = await runCommand(["draft", DATE, "--no-fill"], { env });
    expect(shown.stdout).toContain(
      `${DATE} Tuesday: 0.5 h drafted of 8 h required, 7.5 h still missing, 4.5 h or more by agents alone`,
    );
  },
);
