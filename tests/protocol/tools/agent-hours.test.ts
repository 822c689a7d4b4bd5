import { expect, test } from "vitest";
import type { Assistant } from "../../../src/evidence/sessions/assistants.ts";
import { sessionsSource } from "../../../src/evidence/sessions/sessions-source.ts";
import type { DraftTimesheetResponse } from "../../../src/generated/responses.ts";
import type { Activity, Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { entriesOf } from "../../helpers/drafts.ts";
import { commit, evidenceOf, source } from "../../helpers/evidence.ts";
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
  // The half hour before it is the user's as far as a draft goes.
  expect(withAgents.draft.summary.agentHours).toBe(2.17);
});

const onBranch = (at: string, parts: Partial<Activity> = {}) =>
  commit(`2026-01-12 ${at}`, ofIssue.gitBranch, "Add a form", {
    place: "/work/shop",
    placeName: "shop",
    ...parts,
  });
const { detail: _branch, ...onDefault } = onBranch("11:00", { texts: ["Add a form"] });

test.each<[what: string, claude: object[], commits: Evidence[], hours: number, ofAgents: number | undefined]>(
  [
    ["of an agent that works alone", [...ATTENDED, ...ALONE], [onBranch("10:00"), onBranch("11:00")], 1, 2],
    [
      "while the user attends the session",
      [...ATTENDED, ...ALONE],
      [onBranch("09:20"), onBranch("09:30")],
      1,
      undefined,
    ],
    [
      "on another branch",
      [...ATTENDED, ...ALONE],
      [onBranch("11:00", { detail: "PROJ-123-b" })],
      1.25,
      undefined,
    ],
    [
      "in another repository",
      [...ATTENDED, ...ALONE],
      [onBranch("11:00", { place: "/work/api" })],
      1.25,
      undefined,
    ],
    [
      "before the user's next prompt",
      [...ATTENDED, ...ALONE.slice(0, 9), prompt("11:10", "0e9a4b1c")],
      [onBranch("11:00")],
      1.5,
      undefined,
    ],
    [
      "in another session that the user attends",
      [...ATTENDED, ...ALONE, prompt("10:50", "2")],
      [onBranch("11:00")],
      1.5,
      undefined,
    ],
    ["on a main branch, after work there", onMain([...ATTENDED, ...ALONE]), [onDefault], 0, 1],
  ],
)("a commit %s", async (_, claude, commits, hours, ofAgents) => {
  const { write, folders } = home();
  write(".claude/projects/x/a.jsonl", linesOf(claude));
  const sessions = sessionsSource({ assistants: ["claude-code"], folders });
  const evidence = evidenceOf([sessions, source("git", commits)]);
  const session = await openSession({ toolSets: ["draft"], evidence });
  const { leftOut = [], summary } = await session.reply("draft_timesheet", { ...RANGE, fill: false });
  const byAgent = leftOut.find(({ reason }) => reason === "by an agent alone");
  expect([summary.totalHours, byAgent?.count]).toEqual([hours, ofAgents]);
});

function prompt(time: string, sessionId: string): object {
  return claudeLine(`2026-01-12T${time}:00Z`, { ...ofIssue, sessionId });
}

function onMain(all: object[]): object[] {
  return all.map((line) => ({ ...line, gitBranch: "main" }));
}

test("what was confirmed is logged while an agent works on", async () => {
  const { session, draft } = await draftOf([...ATTENDED, ...ALONE], EXEC);
  const posted = await session.reply("post_draft", { ...RANGE, confirm: draft.confirm });
  expect([posted.logged, posted.worklogIds.length, posted.draft]).toEqual([true, 1, undefined]);
});
