import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Activity } from "../../../../src/timesheet/draft/evidence.ts";
import { CancelledError } from "../../../../src/timesheet/errors.ts";
import { answer, claudeLine, codexLines, contextAt, home, linesOf, readSessions } from "./sessions.ts";

const FILE = ".claude/projects/-work-shop/0e9a4b1c.jsonl";

const activity = (time: string, more: Partial<Activity> = {}): Activity => ({
  kind: "session",
  source: "sessions",
  at: Date.parse(time),
  texts: ["feature/DEMO-1-login"],
  place: "/work/shop",
  placeName: "shop",
  detail: "feature/DEMO-1-login",
  ...more,
});

const times = (evidence: readonly object[]) =>
  evidence.map((it) => new Date((it as Activity).at).toISOString().slice(0, 16));

describe("the sessions of Claude Code", () => {
  test("are times, folders and branches, and no text", async () => {
    const { write, folders } = home();
    write(
      FILE,
      linesOf([
        { type: "summary", summary: "S3CRET", leafUuid: "1" },
        claudeLine("2026-01-12T09:00:10.000Z"),
        answer("2026-01-12T09:00:50.000Z"),
        answer("2026-01-12T09:04:00.000Z", { gitBranch: "HEAD" }),
        {
          type: "queue-operation",
          timestamp: "2026-01-12T09:06:00Z",
          sessionId: "0e9a4b1c",
          content: "S3CRET",
        },
      ]),
    );
    const read = await readSessions(folders);
    expect(read).toEqual({
      evidence: [
        activity("2026-01-12T09:00:10.000Z", { isPrompt: true }),
        { ...withoutBranch(activity("2026-01-12T09:04:00.000Z")), texts: [] },
        { ...withoutBranch(activity("2026-01-12T09:06:00.000Z")), texts: [] },
      ],
      ...{ leftOut: {}, agentSeconds: new Map() },
      found: "1 session of Claude Code",
      problems: [],
    });
    expect(JSON.stringify(read)).not.toContain("S3CRET");
  });

  test("count on the dates that they have in the user's zone", async () => {
    const { write, folders } = home();
    const hours = [
      "2026-01-11T15:00:00Z",
      "2026-01-11T14:59:00Z",
      "2026-01-13T14:59:00Z",
      "2026-01-13T15:00:00Z",
    ];
    write(FILE, linesOf(hours.map((at) => claudeLine(at))));
    const { evidence } = await readSessions(folders, { zone: "Asia/Tokyo" });
    expect(times(evidence)).toEqual(["2026-01-11T15:00", "2026-01-13T14:59"]);
  });

  test("are read from a folder of another name, and with the line ends of Windows", async () => {
    const { write, folder, folders } = home();
    write(
      "own/projects/C--work-shop/a.jsonl",
      linesOf([claudeLine("2026-01-12T09:00:00Z", { cwd: "C:\\work\\shop" })]).replaceAll("\n", "\r\n"),
    );
    const { evidence } = await readSessions({ ...folders, "claude-code": join(folder, "own") });
    expect(evidence).toEqual([activity("2026-01-12T09:00:00Z", { place: "C:\\work\\shop", isPrompt: true })]);
  });

  test("that a session was resumed from or copied to count once", async () => {
    const { write, folders } = home();
    const lines = [claudeLine("2026-01-12T09:00:00Z")];
    write(FILE, linesOf(lines));
    write(FILE.replace("0e9a4b1c", "copy"), linesOf(lines.map((line) => ({ ...line, sessionId: "copy" }))));
    const { evidence, found } = await readSessions(folders);
    expect(evidence).toEqual([activity("2026-01-12T09:00:00Z", { isPrompt: true })]);
    expect(found).toBe("2 sessions of Claude Code");
  });
});

function withoutBranch({ detail: _, ...rest }: Activity): Activity {
  return rest;
}

describe("an assistant that works on alone", () => {
  test("counts for half an hour after the user's last message in its session", async () => {
    const { write, folders } = home();
    write(
      FILE,
      linesOf([
        claudeLine("2026-01-12T09:00:00Z"),
        claudeLine("2026-01-12T09:10:00Z", { message: { content: [{ type: "tool_result" }] } }),
        answer("2026-01-12T09:30:00Z"),
        answer("2026-01-12T09:31:00Z"),
        claudeLine("2026-01-12T09:40:00Z", { isSidechain: true }),
        claudeLine("2026-01-12T09:50:00Z", { isMeta: true }),
        claudeLine("2026-01-12T10:20:00Z", { message: { content: [{ type: "text", text: "S3CRET" }] } }),
      ]),
    );
    const { evidence } = await readSessions(folders);
    expect(times(evidence)).toEqual([
      "2026-01-12T09:00",
      "2026-01-12T09:10",
      "2026-01-12T09:30",
      "2026-01-12T10:20",
    ]);
  });

  test.each([
    ["the evening before", "2026-01-11T22:00:00Z", []],
    ["minutes before midnight", "2026-01-11T23:50:00Z", ["2026-01-12T00:05"]],
  ])("counts the same where the user began it %s, which is not of the range", async (_, began, expected) => {
    const { write, folders } = home();
    write(
      FILE,
      linesOf([
        claudeLine(began),
        ...["00:05", "00:25", "05:00"].map((time) => answer(`2026-01-12T${time}:00Z`)),
      ]),
    );
    const read = (startDate: string) =>
      readSessions(folders, { range: { startDate, endDate: "2026-01-12" }, zone: "UTC" });
    const { evidence, found } = await read("2026-01-12");
    expect(times(evidence)).toEqual(expected);
    const count = expected.length > 0 ? "1 session" : "0 sessions";
    expect(found).toBe(`${count} of Claude Code; agents worked at least 0.33 h without you`);
    expect(times((await read("2026-01-11")).evidence).slice(1)).toEqual(expected);
  });

  test("without any message of the user is counted and left out", async () => {
    const { write, folders } = home();
    write(FILE, linesOf([claudeLine("2026-01-12T09:00:00Z")]));
    write(
      FILE.replace("0e9a4b1c", "night"),
      linesOf([answer("2026-01-12T23:00:00Z", { sessionId: "night" })]),
    );
    const { evidence, found } = await readSessions(folders);
    expect(times(evidence)).toEqual(["2026-01-12T09:00"]);
    expect(found).toBe("1 session of Claude Code");
  });

  test("counts as a whole if no transcript says which messages are the user's", async () => {
    const { write, folders } = home();
    write(FILE, linesOf([answer("2026-01-12T09:00:00Z"), answer("2026-01-12T11:00:00Z")]));
    const { evidence } = await readSessions(folders);
    expect(times(evidence)).toEqual(["2026-01-12T09:00", "2026-01-12T11:00"]);
  });
});

describe("the sessions of Codex", () => {
  test("have the folder and branch of their beginning, and of a turn", async () => {
    const { write, folders } = home();
    write(
      ".codex/sessions/2026/01/12/rollout-1.jsonl",
      linesOf([
        ...codexLines(["2026-01-12T09:00:00Z"]),
        {
          timestamp: "2026-01-12T09:20:00Z",
          type: "turn_context",
          payload: { cwd: "/work/web", model: "x" },
        },
        {
          timestamp: "2026-01-12T09:21:00Z",
          type: "response_item",
          payload: { type: "message", role: "user" },
        },
      ]),
    );
    write(
      ".codex/sessions/rollout-old.jsonl",
      linesOf(codexLines(["2026-01-13T09:00:00Z"], { id: "2", cwd: "/x" })),
    );
    const { evidence, found, problems } = await readSessions(folders, { assistants: ["codex"] });
    const ofDemo2 = { texts: ["DEMO-2"], detail: "DEMO-2" };
    expect(evidence).toEqual([
      activity("2026-01-12T09:00:00Z", {
        ...ofDemo2,
        place: "/work/api",
        placeName: "api",
        isPrompt: true,
      }),
      activity("2026-01-12T09:20:00Z", { ...ofDemo2, place: "/work/web", placeName: "web" }),
      activity("2026-01-12T09:21:00Z", { ...ofDemo2, place: "/work/web", placeName: "web" }),
      {
        ...withoutBranch(activity("2026-01-13T09:00:00Z", { isPrompt: true })),
        ...{ texts: [], place: "/x", placeName: "x" },
      },
    ]);
    expect({ found, problems }).toEqual({ found: "2 sessions of Codex", problems: [] });
  });

  test("count when they are archived, once if they are kept too", async () => {
    const { write, folders } = home();
    const lines = (id: string, hour: string) =>
      linesOf(codexLines([`2026-01-12T${hour}:00:00Z`], { id, cwd: "/work/api" }));
    write(".codex/sessions/2026/01/12/rollout-1.jsonl", lines("1", "09"));
    write(".codex/archived_sessions/rollout-1.jsonl", lines("1", "09"));
    write(".codex/archived_sessions/rollout-2.jsonl", lines("2", "11"));
    const read = () => readSessions(folders, { assistants: ["codex"] });
    const both = await read();
    expect(times(both.evidence)).toEqual(["2026-01-12T09:00", "2026-01-12T11:00"]);
    expect([both.found, both.problems]).toEqual(["2 sessions of Codex", []]);
    rmSync(join(folders.codex, "sessions"), { recursive: true });
    expect(await read()).toEqual(both);
  });
});

// Copilot CLI 0.0.407 to 1.0.88 writes a file in a folder of each session; before, it wrote one of the session's name.
describe("the sessions of Copilot CLI", () => {
  const context = { cwd: "/work/shop", gitRoot: "/work/shop", branch: "DEMO-2", repository: "ada/shop" };
  const event = (type: string, time: string, data: object = {}, more: object = {}) => ({
    ...{ type, data, id: "6b1f", timestamp: `2026-01-12T${time}:00.000Z`, parentId: null, ...more },
  });
  const start = (time: string, data: object = {}) =>
    event("session.start", time, {
      ...{ sessionId: "1", version: 1, producer: "copilot-agent", copilotVersion: "1.0.88", context },
      ...data,
    });
  const prompt = (time: string, data: object = {}, more: object = {}) =>
    event("user.message", time, { content: "S3CRET", transformedContent: "S3CRET", ...data }, more);
  const reply = (time: string, more: object = {}) =>
    event("assistant.message", time, { messageId: "m", content: "S3CRET" }, more);

  async function read(lines: readonly object[], file = "0e9a/events.jsonl") {
    const { write, folders } = home();
    write(`.copilot/session-state/${file}`, linesOf(lines));
    return readSessions(folders, { assistants: ["copilot"] });
  }

  test.each(["0e9a/events.jsonl", "0e9a.jsonl"])(
    "are times, folders and branches, and no text: %s",
    async (file) => {
      const lines = [
        start("09:00"),
        prompt("09:02"),
        event("session.context_changed", "09:10", { cwd: "/work/web" }),
        event("tool.execution_complete", "09:12", { toolCallId: "t", success: true, result: "S3CRET" }),
        event("session.resume", "11:00", { resumeTime: "2026-01-12T11:00:00Z", eventCount: 4, context }),
        prompt("11:01"),
      ];
      const found = await read(lines, file);
      const ofShop = { texts: ["DEMO-2"], detail: "DEMO-2" };
      const ofWeb = { texts: [], place: "/work/web", placeName: "web" };
      expect(found).toEqual({
        evidence: [
          activity("2026-01-12T09:02:00Z", { ...ofShop, isPrompt: true }),
          { ...withoutBranch(activity("2026-01-12T09:10:00Z")), ...ofWeb },
          { ...withoutBranch(activity("2026-01-12T09:12:00Z")), ...ofWeb },
          activity("2026-01-12T11:01:00Z", { ...ofShop, isPrompt: true }),
        ],
        ...{ leftOut: {}, agentSeconds: new Map(), found: "1 session of Copilot CLI", problems: [] },
      });
      expect(JSON.stringify(found)).not.toContain("S3CRET");
    },
  );

  test.each([
    ["what autopilot wrote", prompt("10:00", { isAutopilotContinuation: true }), []],
    ["what a skill wrote", prompt("10:00", { source: "skill-pdf" }), []],
    ["an agent's task", prompt("10:00", { source: "agent-1" }), []],
    ["a message to an agent", prompt("10:00", {}, { agentId: "toolu_01" }), []],
    ["a prompt in autopilot", prompt("10:00", { agentMode: "autopilot" }), ["10:00", "10:10"]],
    ["a prompt that names its sender", prompt("10:00", { source: "user" }), ["10:00", "10:10"]],
  ])("have messages that are the user's or not: %s", async (_, line, expected) => {
    const lines = [start("08:00"), prompt("08:01"), line, reply("10:10")];
    const { evidence } = await read(lines);
    expect(times(evidence).slice(1)).toEqual(expected.map((time) => `2026-01-12T${time}`));
  });

  test("that another session began are no user's", async () => {
    const began = { detachedFromSpawningParentSessionId: "0" };
    const { evidence, agentSeconds } = await read([start("08:00", began), prompt("08:01"), reply("08:11")]);
    expect([evidence, agentSeconds]).toEqual([[], new Map([["2026-01-12", 660]])]);
  });

  test("are said where there are none", async () => {
    const { folders } = home();
    expect((await readSessions(folders, { assistants: ["copilot"] })).problems).toEqual([
      "Copilot CLI keeps no sessions in session-state of its folder. If it has another folder, set COPILOT_HOME for TempoFiller too.",
    ]);
  });
});

describe("the hours of agents", () => {
  let lines = 0;

  /** Lines of an assistant, each a quarter of an hour after the one before. No two are the same. */
  const work = (from: string, quarters: number, more: object = {}) =>
    Array.from({ length: quarters + 1 }, (_, index) =>
      answer(new Date(Date.parse(from) + index * 900_000).toISOString(), { uuid: `${++lines}`, ...more }),
    );

  test("are those beyond half an hour after the user's last message, on the dates of the user's zone", async () => {
    const { write, folders } = home();
    write(FILE, linesOf([claudeLine("2026-01-12T20:00:00Z"), ...work("2026-01-12T20:15:00Z", 15)]));
    const { evidence, agentSeconds, found } = await readSessions(folders, { zone: "Europe/Berlin" });
    expect(times(evidence)).toEqual(["2026-01-12T20:00", "2026-01-12T20:15", "2026-01-12T20:30"]);
    expect(agentSeconds).toEqual(
      new Map([
        ["2026-01-12", 2.5 * 3600],
        ["2026-01-13", 3600],
      ]),
    );
    expect(found).toBe("1 session of Claude Code; agents worked at least 3.5 h without you");
  });

  test.each([
    ["spring", "2026-03-29T00:00:00Z", "2026-03-29", 3],
    ["autumn", "2026-10-25T00:00:00Z", "2026-10-25", 3],
    ["autumn, in the hour that is there twice", "2026-10-24T23:30:00Z", "2026-10-25", 3],
  ])("are as long as they were where clocks change, in %s", async (_, from, date, hours) => {
    const { write, folders } = home();
    const headless = claudeLine(from, { promptSource: "sdk" });
    write(FILE, linesOf([headless, ...work(from, hours * 4)]), "2026-10-26T00:00:00Z");
    const range = { startDate: date, endDate: date };
    const context = contextAt("2026-12-01T00:00:00Z");
    const { agentSeconds } = await readSessions(folders, { zone: "Europe/Berlin", range, context });
    expect(agentSeconds).toEqual(new Map([[date, hours * 3600]]));
  });

  test("are those of the range alone, and of full half hours", async () => {
    const { write, folders } = home();
    write(FILE, linesOf([claudeLine("2026-01-10T09:00:00Z"), ...work("2026-01-11T23:00:00Z", 12)]));
    const at = async (now: string) => (await readSessions(folders, { context: contextAt(now) })).agentSeconds;
    expect(await at("2026-02-01T00:00:00Z")).toEqual(new Map([["2026-01-12", 2 * 3600]]));
    for (const now of ["2026-01-12T01:00:01Z", "2026-01-12T01:29:59Z"])
      expect(await at(now)).toEqual(new Map([["2026-01-12", 2700]]));
  });

  test("are added up for sessions side by side, of all assistants, but an agent of a session is part of it", async () => {
    const { write, folders } = home();
    const agent = { isSidechain: true, agentId: "a1" };
    const alone = [answer("2026-01-12T02:00:00Z"), answer("2026-01-12T02:30:00Z")];
    const below = FILE.replace(".jsonl", "/subagents");
    write(FILE, linesOf([claudeLine("2026-01-12T00:00:00Z"), ...alone]));
    write(`${below}/agent-a1.jsonl`, linesOf(work("2026-01-12T02:10:00Z", 4, agent)));
    write(`${below}/workflows/wf_1/agent-a2.jsonl`, linesOf(work("2026-01-12T02:20:00Z", 1, agent)));
    write(FILE.replace("0e9a4b1c", "2"), linesOf(work("2026-01-12T02:05:00Z", 4, { sessionId: "2" })));
    const meta = { id: "3", cwd: "/work/api", source: "exec" };
    const exec = codexLines(["2026-01-12T02:00:00Z", "2026-01-12T02:20:00Z"], meta);
    write(".codex/sessions/2026/01/12/rollout-1.jsonl", linesOf(exec));
    const { agentSeconds } = await readSessions(folders, { assistants: ["claude-code", "codex"] });
    // They are from 2:00 to 3:10 in the session and its agents, an hour in another, and 20 minutes in Codex.
    expect(agentSeconds).toEqual(new Map([["2026-01-12", (70 + 60 + 20) * 60]]));
  });

  test("are counted once for a session that was resumed under another name", async () => {
    const { write, folders } = home();
    const lines = [claudeLine("2026-01-12T00:00:00Z"), ...work("2026-01-12T02:00:00Z", 4)];
    const more = work("2026-01-12T03:15:00Z", 1, { sessionId: "2" });
    write(FILE, linesOf(lines));
    write(
      FILE.replace("0e9a4b1c", "2"),
      linesOf([...lines.map((line) => ({ ...line, sessionId: "2" })), ...more]),
    );
    expect((await readSessions(folders)).agentSeconds).toEqual(new Map([["2026-01-12", 1.5 * 3600]]));
  });

  test("are none of a machine whose transcripts do not tell who wrote", async () => {
    const { write, folders } = home();
    write(FILE, linesOf(work("2026-01-12T02:00:00Z", 4)));
    const { evidence, agentSeconds } = await readSessions(folders);
    expect([evidence.length, agentSeconds]).toEqual([5, new Map()]);
  });
});

describe("the place of a session", () => {
  test("is the repository that its folder is in, also of a worktree that is gone", async () => {
    const { write, folder, folders } = home();
    const shop = join(folder, "shop");
    mkdirSync(join(shop, ".git"), { recursive: true });
    mkdirSync(join(shop, "packages/api"), { recursive: true });
    mkdirSync(join(folder, "tree"));
    writeFileSync(join(folder, "tree/.git"), `gitdir: ${shop}/.git/worktrees/tree\n`);
    const cwds = ["packages/api", ".claude/worktrees/gone", "../tree", "../none"].map((path) =>
      join(shop, path),
    );
    write(FILE, linesOf(cwds.map((cwd, index) => claudeLine(`2026-01-12T0${index}:00:00Z`, { cwd }))));
    const { evidence } = await readSessions(folders);
    expect(evidence.map((it) => (it as Activity).place)).toEqual([shop, shop, shop, join(folder, "none")]);
  });

  test("is its own folder where that is more than 64 levels deep", async () => {
    const { write, folder, folders } = home();
    mkdirSync(join(folder, "shop/.git"), { recursive: true });
    const cwd = join(folder, "shop", "a/".repeat(64), "b");
    write(FILE, linesOf([claudeLine("2026-01-12T09:00:00Z", { cwd })]));
    const { evidence } = await readSessions(folders);
    expect(evidence).toEqual([
      activity("2026-01-12T09:00:00Z", { place: cwd, placeName: "b", isPrompt: true }),
    ]);
  });

  test("is its own folder once 20,000 were looked at", async () => {
    const { write, folder, folders } = home();
    const shop = join(folder, "shop");
    mkdirSync(join(shop, ".git"), { recursive: true });
    const others = Array.from({ length: 20_000 }, (_, index) => `/none/${index}`);
    const cwds = [join(shop, "first"), ...others, join(shop, "last")];
    write(FILE, linesOf(cwds.map((cwd) => claudeLine("2026-01-12T09:00:00Z", { cwd }))));
    const { evidence } = await readSessions(folders);
    const places = evidence.map((it) => (it as Activity).place);
    expect(places).toEqual([shop, ...others, join(shop, "last")]);
  });

  test("on another machine is not looked at", async () => {
    const { write, folders } = home();
    write(FILE, linesOf([claudeLine("2026-01-12T09:00:00Z", { cwd: "\\\\evil\\share\\shop" })]));
    const { evidence } = await readSessions(folders);
    expect(evidence).toEqual([
      activity("2026-01-12T09:00:00Z", { place: "\\\\evil\\share\\shop", isPrompt: true }),
    ]);
  });
});

describe("a session that goes on", () => {
  const read = async (now: string) => {
    const { write, folders } = home();
    const minutes = ["09:10", "09:29", "09:31"].map((time) => claudeLine(`2026-01-12T${time}:00Z`));
    // The last line is being written.
    write(FILE, `${linesOf(minutes)}{"type":"assistant","timest`);
    return readSessions(folders, { context: contextAt(now) });
  };

  test("counts up to the last full half hour, so that the draft that it asked for stays as it was shown", async () => {
    for (const now of ["2026-01-12T09:32:00Z", "2026-01-12T09:59:59Z"])
      expect(times((await read(now)).evidence)).toEqual(["2026-01-12T09:10", "2026-01-12T09:29"]);
    expect(times((await read("2026-01-12T10:00:00Z")).evidence)).toHaveLength(3);
  });

  test("has a last line without an end, which is no problem", async () => {
    expect((await read("2026-01-12T10:00:00Z")).problems).toEqual([]);
  });
});

describe("transcripts of which not all can be read", () => {
  test("lose the lines that are not understood, and say how many", async () => {
    const { write, folders } = home();
    const long = JSON.stringify(answer("2026-01-12T09:01:00Z", { message: "x".repeat(9 * 1024 * 1024) }));
    write(
      FILE,
      [
        JSON.stringify(claudeLine("2026-01-12T09:00:00Z")),
        long,
        "no JSON",
        '"timestamp"',
        '{"timestamp":"\0"}',
        JSON.stringify(claudeLine("yesterday")),
        JSON.stringify(claudeLine("2026-01-12T09:02:00Z", { cwd: "work" })),
        JSON.stringify(claudeLine("2026-01-12T09:02:00Z", { cwd: "/wo\u0000rk" })),
        JSON.stringify(claudeLine("2026-01-12T09:02:00Z", { cwd: `/${"x".repeat(5000)}` })),
        JSON.stringify(claudeLine("2026-01-12T09:03:00Z")),
        "",
        "\0\0\0\0",
        "",
      ].join("\n"),
    );
    const { evidence, problems } = await readSessions(folders);
    expect(times(evidence)).toEqual(["2026-01-12T09:00", "2026-01-12T09:03"]);
    expect(problems).toEqual(["9 lines of Claude Code's sessions are not understood, and left out."]);
  });

  test.skipIf(process.platform === "win32")("are not followed where they are links", async () => {
    const { write, folder, folders } = home();
    const elsewhere = write("elsewhere/a.jsonl", linesOf([claudeLine("2026-01-12T09:00:00Z")]));
    write(FILE, linesOf([claudeLine("2026-01-12T10:00:00Z")]));
    symlinkSync(elsewhere, join(folder, ".claude/projects/-work-shop/link.jsonl"));
    symlinkSync(join(folder, ".claude/projects"), join(folder, ".claude/projects/loop"), "dir");
    const { evidence, problems } = await readSessions(folders);
    expect(times(evidence)).toEqual(["2026-01-12T10:00"]);
    expect(problems).toEqual(["2 links among Claude Code's sessions are not followed."]);
  });

  test("are counted where Codex has compressed them, unless they are unpacked beside, or of other dates", async () => {
    const { write, folders } = home();
    const lines = linesOf(codexLines(["2026-01-12T10:00:00Z"]));
    const day = ".codex/sessions/2026/01/12";
    write(`${day}/rollout-a.jsonl.zst`, "compressed");
    write(`${day}/rollout-b.jsonl.zst`, "compressed");
    write(".codex/archived_sessions/rollout-2026-01-13T09-00-00-c.jsonl.zst", "compressed");
    write(`${day}/rollout-d.jsonl.zst`, "compressed", "2026-01-11T09:59:59Z");
    write(`${day}/rollout-2026-01-14T09-00-00-e.jsonl.zst`, "compressed");
    write(`${day}/rollout-b.jsonl`, lines);
    const { found, problems } = await readSessions(folders, { assistants: ["codex"] });
    expect({ found, problems }).toEqual({
      found: "1 session of Codex",
      problems: [
        "2 transcripts of Codex are compressed (.zst), and were not read. `zstd -d FILE` unpacks one beside it; or log that work by hand.",
      ],
    });
  });

  test("are said where an assistant keeps none, or names no time in them", async () => {
    const { write, folders } = home();
    write(".codex/sessions/a.jsonl", linesOf([{ type: "session_meta", at: 1, payload: { cwd: "/x" } }]));
    expect(await readSessions(folders, { assistants: ["claude-code", "codex"] })).toEqual({
      evidence: [],
      ...{ leftOut: {}, agentSeconds: new Map() },
      found: "0 sessions of Claude Code, 0 sessions of Codex",
      problems: [
        "Claude Code keeps no sessions in projects of its folder. If it has another folder, set CLAUDE_CONFIG_DIR for TempoFiller too.",
        "No line of Codex's sessions names a time: this version may write them in another form.",
      ],
    });
  });

  test("in time say how many are left", async () => {
    const { write, folders } = home();
    write(FILE, linesOf([claudeLine("2026-01-12T10:00:00Z")]));
    const { evidence, problems } = await readSessions(folders, {
      context: contextAt("2026-02-01T00:00:00Z", { deadline: 0 }),
    });
    expect(evidence).toEqual([]);
    expect(problems).toEqual([
      "1 transcript of Claude Code could not be read in time, the ones changed longest ago. Draft fewer days at a time.",
    ]);
  });

  test.skipIf(process.platform === "win32")("are not looked for once the time is over", async () => {
    const { write, folder, folders } = home();
    write(FILE, linesOf([claudeLine("2026-01-12T10:00:00Z")]));
    // Only a look into the folder finds the link.
    symlinkSync(join(folder, FILE), join(folder, ".claude/projects/-work-shop/link.jsonl"));
    const { problems } = await readSessions(folders, {
      context: contextAt("2026-02-01T00:00:00Z", { deadline: 0 }),
    });
    expect(problems).toEqual([
      "1 transcript of Claude Code could not be read in time, the ones changed longest ago. Draft fewer days at a time.",
    ]);
  });

  test("end with the call, also while they are looked for", async () => {
    const { write, folders } = home();
    write(".claude/projects/-work-shop/notes.txt", "S3CRET");
    const context = contextAt("2026-02-01T00:00:00Z", { signal: AbortSignal.abort() });
    await expect(readSessions(folders, { context })).rejects.toThrow(CancelledError);
  });

  test("end with the call", async () => {
    const { write, folders } = home();
    write(FILE, linesOf([claudeLine("2026-01-12T10:00:00Z")]));
    const context = contextAt("2026-02-01T00:00:00Z", { signal: AbortSignal.abort() });
    await expect(readSessions(folders, { context })).rejects.toThrow(CancelledError);
  });
});

test("a transcript that was not changed since the range is not opened", async () => {
  const { write, folders } = home();
  const lines = linesOf([claudeLine("2026-01-12T10:00:00Z")]);
  write(FILE, lines, "2026-01-11T09:59:59Z");
  expect((await readSessions(folders)).evidence).toEqual([]);
  write(FILE, lines, "2026-01-11T10:00:00Z");
  expect((await readSessions(folders)).evidence).toHaveLength(1);
});

test("texts of others are cut and cleaned", async () => {
  const { write, folders } = home();
  const gitBranch = `DEMO-1\u202e\u001b[31m${"x".repeat(3000)}`;
  write(FILE, linesOf([claudeLine("2026-01-12T10:00:00Z", { gitBranch, cwd: "/work/sh\u200bop" })]));
  const [found] = (await readSessions(folders)).evidence as Activity[];
  expect(found).toMatchObject({ placeName: "shop", texts: [found?.detail] });
  expect(found?.detail).toMatch(/^DEMO-1\[31mx+… \([\d,]+ more characters\)$/);
  expect(found?.detail).toHaveLength(255);
});

test.skipIf(process.platform === "win32")(
  "a home folder that is a link is followed, since the user made it",
  async () => {
    const { write, folder, folders } = home();
    write("dotfiles/projects/x/a.jsonl", linesOf([claudeLine("2026-01-12T10:00:00Z")]));
    symlinkSync(join(folder, "dotfiles"), folders["claude-code"], "dir");
    expect((await readSessions(folders)).evidence).toHaveLength(1);
    rmSync(folders["claude-code"]);
  },
);
