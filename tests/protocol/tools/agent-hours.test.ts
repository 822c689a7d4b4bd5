import { expect, test } from "vitest";
import type { Assistant } from "../../../src/evidence/sessions/assistants.ts";
import { sessionsSource } from "../../../src/evidence/sessions/sessions-source.ts";
import type { DraftTimesheetResponse } from "../../../src/generated/responses.ts";
import { entriesOf } from "../../helpers/drafts.ts";
import { evidenceOf } from "../../helpers/evidence.ts";
import { openSession } from "../../helpers/session.ts";
import { answer, claudeLine, codexLines, home, linesOf } from "../../unit/evidence/sessions/sessions.ts";

const RANGE = { startDate: "2026-01-12", endDate: "2026-01-14" };
const ASSISTANTS: Assistant[] = ["claude-code", "codex", "copilot"];
const ofIssue = { gitBranch: "PROJ-123-login" };

/** A prompt on Monday morning, at which the user stays for half an hour. */
const ATTENDED = [
  claudeLine("2026-01-12T09:00:00Z", ofIssue),
  ...["10", "20", "30"].map((minute) => answer(`2026-01-12T09:${minute}:00Z`, ofIssue)),
];

/** The assistant goes on until noon, and told of a task, does two more hours around midnight. */
const ALONE = [
  ...lines("2026-01-12T09:40:00Z", 15, ofIssue),
  claudeLine("2026-01-12T23:00:00Z", { ...ofIssue, origin: { kind: "task-notification" } }),
  ...lines("2026-01-12T23:10:00Z", 12, ofIssue),
];

/** A program runs Codex on Wednesday. */
const EXEC = [
  ...codexLines(["2026-01-14T02:00:00Z", "2026-01-14T02:15:00Z"], { cwd: "/work/api", source: "exec" }),
];

/** Lines of Claude Code, each ten minutes after the one before. */
function lines(from: string, count: number, more: object): object[] {
  return Array.from({ length: count }, (_, index) =>
    answer(new Date(Date.parse(from) + index * 600_000).toISOString(), { uuid: `${from} ${index}`, ...more }),
  );
}

/** The draft of the range, if the assistants keep these lines. */
async function draftOf(claude: readonly object[], codex: readonly object[], args: object = {}) {
  const { write, folders } = home();
  write(".claude/projects/x/a.jsonl", linesOf(claude));
  const rollout = codex.length > 0 ? "a.jsonl" : "a.txt";
  write(`.codex/sessions/2026/01/14/${rollout}`, linesOf(codex), "2026-01-14T20:00:00Z");
  write(".copilot/session-state/1/workspace.yaml", "id: 1\n");
  const evidence = evidenceOf([sessionsSource({ assistants: ASSISTANTS, folders })]);
  const session = await openSession({ toolSets: ["draft"], evidence });
  return { session, draft: await session.reply("draft_timesheet", { ...RANGE, ...args }) };
}

function withoutAgents({ days, summary, sources: _, ...rest }: DraftTimesheetResponse) {
  const { agentHours, ...others } = summary;
  return {
    draft: { ...rest, summary: others, days: days.map(({ agentHours: __, ...day }) => day) },
    agentHours: [agentHours, ...days.map((day) => day.agentHours)],
  };
}

test.each([{}, { fill: false }])(
  "what assistants do alone is in no hour of the user and not in the digest, but beside them: %j",
  async (args) => {
    const [alone, attended] = [
      await draftOf([...ATTENDED, ...ALONE], EXEC, args),
      await draftOf(ATTENDED, [], args),
    ];
    const [withAgents, without] = [withoutAgents(alone.draft), withoutAgents(attended.draft)];
    expect(withAgents.draft).toEqual(without.draft);
    expect(withAgents.draft.confirm).toBeDefined();
    expect(entriesOf(withAgents.draft).map(({ issueKey }) => issueKey)).toEqual(["PROJ-123"]);
    expect(withAgents.draft.summary.daysWithoutEvidence).toEqual(["2026-01-13", "2026-01-14"]);
    // 9:30 to 12:00 and 23:00 to midnight; then one hour more; a quarter of an hour of Codex.
    expect(withAgents.agentHours).toEqual([4.75, 3.5, 1, 0.25]);
    expect(without.agentHours).toEqual([undefined, undefined, undefined, undefined]);
    expect([alone, attended].map(({ draft }) => draft.sources)).toEqual([
      [
        {
          source: "sessions",
          found:
            "1 session of Claude Code, 0 sessions of Codex, 0 sessions of Copilot CLI; " +
            "agents worked at least 4.75 h without you",
        },
      ],
      [
        {
          source: "sessions",
          found: "1 session of Claude Code, 0 sessions of Codex, 0 sessions of Copilot CLI",
        },
      ],
    ]);
  },
);

test("a day of agents alone is shown where it requires nothing, and stays one without evidence", async () => {
  const saturday = { startDate: "2026-01-10", endDate: "2026-01-11" };
  const night = [
    claudeLine("2026-01-10T02:00:00Z", { promptSource: "sdk" }),
    ...lines("2026-01-10T02:10:00Z", 6, {}),
  ];
  const { draft } = await draftOf(night, [], saturday);
  expect([draft.days, draft.summary]).toEqual([
    [{ date: "2026-01-10", requiredHours: 0, draftedHours: 0, agentHours: 1 }],
    { totalEntries: 0, totalHours: 0, unmappedHours: 0, daysWithoutEvidence: [], agentHours: 1 },
  ]);
});

test("a few seconds of an agent make no day", async () => {
  const [first, second] = ["2026-01-10T02:00:00Z", "2026-01-10T02:00:10Z"].map((at) =>
    claudeLine(at, { promptSource: "sdk", cwd: `/work/${at}` }),
  );
  const { draft } = await draftOf([first as object, second as object], [], {
    startDate: "2026-01-10",
    endDate: "2026-01-11",
  });
  expect(draft.days).toEqual([]);
});

test("the days before a range have no agents' hours in it", async () => {
  const { draft } = await draftOf([...ATTENDED, ...ALONE], [], { startDate: "2026-01-14" });
  expect(withoutAgents(draft).agentHours).toEqual([undefined, undefined]);
});

test("a prompt after the assistant's work begins anew, and takes none of its time", async () => {
  const noon = claudeLine("2026-01-12T12:10:00Z", ofIssue);
  const both = [...ATTENDED, ...ALONE.slice(0, 15), noon];
  const [withAgents, without] = [
    await draftOf(both, [], { fill: false }),
    await draftOf([...ATTENDED, noon], [], { fill: false }),
  ];
  expect(withoutAgents(withAgents.draft).draft).toEqual(withoutAgents(without.draft).draft);
  expect(withAgents.draft.summary.agentHours).toBe(2.5);
});

test("what was confirmed is logged while an agent works on", async () => {
  const { session, draft } = await draftOf([...ATTENDED, ...ALONE], EXEC);
  const posted = await session.reply("post_draft", { ...RANGE, confirm: draft.confirm });
  expect([posted.logged, posted.worklogIds.length, posted.draft]).toEqual([true, 1, undefined]);
});
