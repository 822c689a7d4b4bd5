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
      leftOut: {},
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
    expect(found).toMatch(expected.length > 0 ? /^1 session/ : /^0 sessions of Claude Code \(1 more ran/);
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
    expect(found).toBe("1 session of Claude Code (1 more ran without you)");
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

  test("are said where an assistant keeps none, or names no time in them", async () => {
    const { write, folders } = home();
    write(".codex/sessions/a.jsonl", linesOf([{ type: "session_meta", at: 1, payload: { cwd: "/x" } }]));
    expect(await readSessions(folders, { assistants: ["claude-code", "codex"] })).toEqual({
      evidence: [],
      leftOut: {},
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
