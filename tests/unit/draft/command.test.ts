import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { postedLines, showDraft } from "../../../src/cli/draft/draft.ts";
import type { PostDraftResponse } from "../../../src/generated/responses.ts";
import { sandboxDeployment } from "../../../src/runtime/connection.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour } from "../../../src/sandbox/state.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import { EvidenceError } from "../../../src/timesheet/draft/evidence.ts";
import { WEEK_SOURCES } from "../../helpers/drafted-week.ts";
import { commit, evidenceOf, failingSource, meeting, source } from "../../helpers/evidence.ts";
import { ROOT } from "../../helpers/root.ts";
import { seed } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { typing } from "../../helpers/shell.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

type DraftOptions = Parameters<typeof showDraft>[0];

/** Runs `tempofiller draft` on an embedded Tempo and the evidence of a week. */
function openDraft(behaviour: Partial<SandboxBehaviour> = {}, sources = WEEK_SOURCES) {
  const clock = virtualClock();
  const sandbox = createSandbox(seed(), { behaviour });
  const timesheet = openTimesheet(sandboxDeployment("cloud", SANDBOX_CREDENTIALS), {
    fetch: (request) => clock.work(() => sandbox.fetch(request)),
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
  });
  const server = { ...testContext(timesheet, clock), evidence: evidenceOf(sources) };
  async function run(options: Partial<DraftOptions>) {
    let printed = "";
    const code = await showDraft(
      {
        period: "2026-W02",
        assign: [],
        leaveOut: [],
        fill: true,
        post: false,
        json: false,
        readOnly: false,
        terminal: undefined,
        signal: new AbortController().signal,
        print: (text) => {
          printed += text;
        },
        ...options,
      },
      server,
    );
    return { code, printed };
  }
  return { run, stored: () => sandbox.state.worklogs.size };
}

const POSTED = { period: "2026-01-05", post: true };

describe("tempofiller draft", () => {
  test("shows what agents did alone beside the hours of their day", async () => {
    const agentSeconds = new Map([["2026-01-08", 2.5 * 3600]]);
    const found = "0 sessions of Claude Code; agents worked at least 2.5 h without you";
    const { run } = openDraft({}, [source("sessions", [], { agentSeconds, found })]);
    const { printed } = await run({ period: "2026-01-08" });
    expect(printed).toContain(
      "2026-01-08 Thursday: 0 h drafted of 8 h required, 8 h still missing, 2.5 h or more by agents alone\n\n" +
        `sessions: ${found}\n`,
    );
  });

  test("shows each day with the reasons of its entries, what is unmapped, the sources and what to do next", async () => {
    const { run, stored } = openDraft();
    const { code, printed } = await run({ period: "2026-W02" });
    expect(printed).toMatchInlineSnapshot(`
      "2026-01-05 Monday: 8 h drafted of 8 h required
        7 h  PROJ-123  Implement user authentication: Add OAuth support (3.08 h of evidence)
             g1        6 commits, 09:10-13:50
             j1        moved to In Review, 15:20
        1 h  PROJ-4    Sprint ceremonies: PROJ-4 Sprint planning
             c1        meeting, 11:00-12:00

      2026-01-06 Tuesday: 8 h drafted of 8 h required
        6 h  PROJ-123  Implement user authentication: Refresh the tokens before they end (2.17 h of evidence)
             g2        5 commits, 09:30-11:15
        2 h  PROJ-7    Code review (0.75 h of evidence)
             j2        commented 2 times, 13:05-13:25

      2026-01-07 Wednesday: 7.25 h drafted of 8 h required, 0.75 h still missing
        0.5 h   PROJ-4    Sprint ceremonies: Refinement PROJ-4
                c2        meeting, 10:00-10:30
        6.75 h  PROJ-123  Implement user authentication: Document the flow (2.25 h of evidence)
                g3        5 commits, 13:00-14:50

      2026-01-08 Thursday: 0 h drafted of 8 h required, 8 h still missing

      2026-01-09 Friday: 5.75 h drafted of 8 h required, 2.25 h still missing
        5.75 h  PROJ-123  Implement user authentication: Raise the limit of attempts (1.92 h of evidence)
                g4        4 commits, 09:15-10:45
        ? 1 h  c3  Roadmap with Kim, from 13:00: no issue is known

      Not counted: 2 declined, 1 merge.
      jira: 3 changes in 2 issues
      git: 1 repository, 20 commits
      calendar: 1 calendar, 3 meetings
      7 worklogs drafted, 29 h in all; 1 h without an issue; no evidence on 2026-01-08.
      --assign c3=KEY gives evidence its issue, --leave-out c3 leaves it out.
      --post logs the draft, after asking.
      "
    `);
    expect([code, stored()]).toEqual([12, 0]);
  });

  test("prints what the tool replies, for programs", async () => {
    const { code, printed } = await openDraft().run({ json: true, leaveOut: ["c3"] });
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      startDate: "2026-01-05",
      endDate: "2026-01-11",
      summary: { totalEntries: 7, unmappedHours: 0 },
    });
  });

  test("takes issues for evidence, and ends with 0 if all of it has one", async () => {
    const { code, printed } = await openDraft().run({ assign: ["c3=proj-4"], fill: false });
    expect(code).toBe(0);
    expect(printed).not.toContain("no issue is known");
  });

  test("prints what docs/cli.md shows", async () => {
    const { printed } = await openDraft().run({ period: "2026-01-09" });
    expect(await readFile(join(ROOT, "docs/cli.md"), "utf8")).toContain(`\`\`\`text\n${printed}\`\`\`\n`);
  });

  test("begins with what could not be read, and ends with 12 then", async () => {
    const broken = failingSource("calendar", new EvidenceError("team.ics cannot be read."));
    const sources = [...WEEK_SOURCES.slice(0, 2), broken];
    const { code, printed } = await openDraft({}, sources).run({ period: "2026-01-05" });
    expect(code).toBe(12);
    expect(printed).toMatch(/^calendar: team\.ics cannot be read\.\n\n2026-01-05 Monday: /);
    expect(printed.split("team.ics")).toHaveLength(2);
  });

  test("says once that only Jira was asked, if the settings name nothing else", async () => {
    const hint =
      "Only Jira was asked: TEMPO_GIT_FOLDERS, TEMPO_CALENDARS and TEMPO_SESSIONS name further sources.";
    const { printed } = await openDraft({}, WEEK_SOURCES.slice(0, 1)).run({ period: "2026-W02" });
    expect(printed.split(hint)).toHaveLength(2);
    expect((await openDraft().run({})).printed).not.toContain(hint);
  });

  test("says that there is nothing to log", async () => {
    const { code, printed } = await openDraft().run({
      period: "2026-01-08",
      post: true,
      terminal: typing("y\n"),
    });
    expect(code).toBe(0);
    expect(printed).toContain("There is nothing to log for 2026-01-08.\n");
  });

  test("says of a day off without evidence that it was looked at", async () => {
    const { code, printed } = await openDraft().run({ period: "2026-01-10" });
    expect(code).toBe(0);
    expect(printed).toMatch(
      /\n0 worklogs drafted, 0 h in all\.\nThere is nothing to log for 2026-01-10\.\n$/,
    );
  });

  test("ends with 0 where an event is no meeting, since all was read", async () => {
    const add = (time: string) => commit(`2026-01-05 ${time}`, "PROJ-123-login", "Add");
    const home = meeting("2026-01-05 07:00", "2026-01-05 16:00", "Home office");
    const commits = source("git", ["09:20", "09:40", "10:00"].map(add));
    const { run } = openDraft({}, [commits, source("calendar", [home])]);
    const { code, printed } = await run({ period: "2026-01-05" });
    expect(printed).toMatch(/^calendar: c1 \(meeting 'Home office'.*\) is no meeting here/);
    expect(code).toBe(0);
    const unread = source("calendar", [home], { problems: ["a.ics cannot be read."] });
    expect((await openDraft({}, [commits, unread]).run({ period: "2026-01-05" })).code).toBe(12);
  });
});

describe("tempofiller draft --post", () => {
  test("asks, and logs", async () => {
    const { run, stored } = openDraft();
    const { code, printed } = await run({ ...POSTED, terminal: typing("y\n") });
    expect([code, stored()]).toEqual([0, 2]);
    expect(printed.split("[y/N] ")[1]).toBe("Stored as 1290000, 1290001.\n8 h logged; nothing missing.\n");
    expect(printed).toContain("\nLog these 2 worklogs, 8 h in all? [y/N] ");
  });

  test("ends with 0 once it has logged, although evidence is left without an issue", async () => {
    const { code, printed } = await openDraft().run({
      ...POSTED,
      period: "2026-01-09",
      terminal: typing("y\n"),
    });
    expect(printed).toContain("no issue is known");
    expect(code).toBe(0);
  });

  test("logs nothing after any other answer", async () => {
    const { run, stored } = openDraft();
    const { code, printed } = await run({ ...POSTED, terminal: typing("n\n") });
    expect([code, stored()]).toEqual([130, 0]);
    expect(printed).toMatch(/\[y\/N\] Nothing was logged\.\n$/);
  });

  test("names what failed", async () => {
    const { run, stored } = openDraft({ reject: ({ issueId }) => (issueId === 10004 ? ["Closed"] : []) });
    const { code, printed } = await run({ ...POSTED, terminal: typing("y\n") });
    expect([code, stored()]).toEqual([9, 1]);
    expect(printed).toMatch(
      /\n2026-01-05 PROJ-4 failed: Tempo rejected this .*\n7 h logged; 1 h missing\.\n$/,
    );
  });

  test("names what Tempo has made otherwise", async () => {
    const { run } = openDraft({ change: (it) => ({ ...it, timeSpentSeconds: it.timeSpentSeconds + 360 }) });
    const { printed } = await run({ ...POSTED, terminal: typing("y\n") });
    expect(printed.split("[y/N] ")[1]).toBe(
      "Stored as 1290000, 1290001.\nTempo made of 1290000 another one, with 7.1 h.\n" +
        "Tempo made of 1290001 another one, with 1.1 h.\n8.2 h logged; nothing missing.\n",
    );
  });
});

const ANOTHER = "The draft is another one by now, so";

test.each([
  [
    { worklogIds: ["1", "2"], alreadyLoggedIds: ["1"] },
    ["Stored as 2.", "Logged already as 1."],
    "2 h logged; nothing missing.",
  ],
  [
    { worklogIds: ["1"], alreadyLoggedIds: ["1"], draft: {} },
    ["Logged already as 1."],
    `${ANOTHER} nothing else was logged. Run the command again to see it.`,
  ],
  [{ worklogIds: [], draft: {} }, [], `${ANOTHER} nothing was logged. Run the command again to see it.`],
])("the outcome %j says what was logged before", (outcome, lines, last) => {
  const reply = {
    logged: true,
    summary: { totalHours: 2, missingHoursAfter: 0 },
    ...outcome,
  } as PostDraftResponse;
  expect(postedLines(reply)).toEqual([...lines, last]);
});
