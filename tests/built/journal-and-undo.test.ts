import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JournalOutput } from "../../src/generated/outputs.ts";
import { runCommand } from "../helpers/command.ts";
import { entry } from "../helpers/inputs.ts";
import { answerOnTerminal } from "../helpers/pseudo-terminal.ts";
import { ME, worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";

// All that undo deletes and keeps is tested in tests/unit/undo/, and its errors in tests/protocol/errors/.

/** Serves an embedded Tempo that holds a worklog which was logged by hand. */
async function openCommand(
  deployment: "cloud" | "datacenter" = "cloud",
  options: Parameters<typeof serveTempo>[1] = {},
) {
  const served = await serveTempo(deployment, options);
  const byHand = { id: 77, ...worklog({ startDate: "2026-01-05" }) };
  served.sandbox.state.worklogs.set(byHand.id, byHand);
  const post = async (...worklogs: object[]) =>
    expect(await served.run(["call", "bulk_post_worklogs", JSON.stringify({ worklogs })])).toMatchObject({
      code: 0,
      stderr: "",
    });
  return { ...served, post };
}

const JANUARY_6 = entry("2026-01-06", { hours: 2, description: "Confidential" });
const JANUARY_7 = entry("2026-01-07", { hours: 1.5 });
const JANUARY_8 = entry("2026-01-08");

/** The local time of a moment in a text, which differs with each run. */
const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "<time>");

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const worker = deployment === "cloud" ? ME.accountId : ME.key;

  test("undo deletes the last batch, then the one before, and nothing else; the journal shows it", async () => {
    const { run, post, stored, url, stateFolder } = await openCommand(deployment);
    await post(JANUARY_6, JANUARY_7);
    await post(JANUARY_6, JANUARY_8);
    expect(stored()).toEqual([77, 1290000, 1290001, 1290002]);
    const undone = await run(["undo", "--yes"]);
    expect({ ...undone, stdout: withoutTimes(undone.stdout) }).toEqual({
      code: 0,
      stdout: `The last batch (2000001) on ${url}, sent <time>:

PROJ-123  2026-01-08  8 h  1290002

1290002 deleted
Deleted 1 of 1
`,
      stderr: "",
    });
    expect(stored()).toEqual([77, 1290000, 1290001]);
    const journal = await run(["journal"]);
    expect({ ...journal, stdout: withoutTimes(journal.stdout) }).toEqual({
      code: 0,
      stdout: `${url}, ${worker}

<time>  batch 1000001  PROJ-123  2026-01-06  2 h    stored 1290000
<time>  batch 1000001  PROJ-123  2026-01-07  1.5 h  stored 1290001
<time>  batch 2000001  PROJ-123  2026-01-08  8 h    deleted 1290002

3 entries in ${stateFolder}.
`,
      stderr: "",
    });
    const lastOne = await run(["journal", "--last", "1"]);
    expect(lastOne.stdout).toMatch(
      /^.+\n\n.+ deleted 1290002\n\nThe last 1 of 3 entries; --last 3 shows all\.\n$/,
    );
    expect(await run(["undo", "-y"])).toMatchObject({ code: 0, stderr: "" });
    expect(stored()).toEqual([77]);
    expect(await run(["undo", "--yes"])).toMatchObject({ code: 5, stdout: "" });
  });
});

test("the journal and undo show a time that two decimals of an hour do not say", async () => {
  const { run, url } = await openCommand();
  await run(["log", "PROJ-123", "1h20m", "2026-01-07"]);
  const { stdout } = await run(["journal"]);
  expect(stdout).toContain("PROJ-123  2026-01-07  1h 20m  stored 1290000\n");
  const json = await run(["journal", "--json"]);
  const { journals } = JSON.parse(json.stdout) as JournalOutput;
  expect(journals[0]?.entries).toMatchObject([{ hours: 1.33, timeSpent: "1h 20m" }]);
  const undone = await run(["undo", "--yes"]);
  expect({ ...undone, stdout: withoutTimes(undone.stdout) }).toEqual({
    code: 0,
    stdout: `The last batch (1000001) on ${url}, sent <time>:

PROJ-123  2026-01-07  1h 20m  1290000

1290000 deleted
Deleted 1 of 1
`,
    stderr: "",
  });
});

test("journal --json prints one object, the newest entry last, without comments, and needs no settings of a site", async () => {
  const { run, post, stateFolder, url } = await openCommand();
  await post(JANUARY_6, JANUARY_7);
  const none = { TEMPO_API_TOKEN: "", JIRA_BASE_URL: "", JIRA_EMAIL: "", JIRA_API_TOKEN: "" };
  const { code, stdout, stderr } = await run(["journal", "--json"], none);
  const ofBatch = {
    sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    batch: 1_000_001,
    issueKey: "PROJ-123",
    state: "stored",
  };
  expect({ code, stderr, report: JSON.parse(stdout) as JournalOutput }).toEqual({
    code: 0,
    stderr: "",
    report: {
      stateFolder,
      journals: [
        {
          site: url,
          worker: ME.accountId,
          entries: [
            { ...ofBatch, date: "2026-01-06", hours: 2, worklogId: "1290000" },
            { ...ofBatch, date: "2026-01-07", hours: 1.5, worklogId: "1290001" },
          ],
        },
      ],
    },
  });
});

test("the journal says in a sentence that there is none, and that it is off", async () => {
  const stateFolder = join(tmpdir(), "tempofiller-never-made");
  const withFolder = { env: { TEMPO_STATE_DIR: stateFolder } };
  const none = { code: 0, stderr: "" };
  expect(await runCommand(["journal"], withFolder)).toMatchObject({
    ...none,
    stdout: `No entries yet in ${stateFolder}.\n`,
  });
  expect(JSON.parse((await runCommand(["journal", "--json"], withFolder)).stdout)).toEqual({
    stateFolder,
    journals: [],
  });
  expect(await runCommand(["journal"])).toMatchObject({
    ...none,
    stdout: "TEMPO_STATE_DIR is off, so nothing is remembered.\n",
  });
  expect(JSON.parse((await runCommand(["journal", "--json"])).stdout)).toEqual({ journals: [] });
});

test.each([
  [
    "cloud",
    [
      "<time>  batch 1000001    PROJ-123  2026-01-06  2 h  moved 1290000 to 1290001",
      "<time>  move of 1290000  PROJ-7    2026-01-06  3 h  stored 1290001",
    ],
  ],
  ["datacenter", ["<time>  batch 1000001  PROJ-7  2026-01-06  3 h  stored 1290000"]],
] as const)(
  "the journal shows a move on %s, which undo does not take for a batch",
  async (deployment, lines) => {
    const { run, post } = await openCommand(deployment);
    await post(JANUARY_6);
    await run(["call", "update_worklog", "--worklogId", "1290000", "--issueKey", "PROJ-7", "--hours", "3"]);
    const shown = withoutTimes((await run(["journal"])).stdout).split("\n");
    expect(shown.slice(2, 2 + lines.length)).toEqual(lines);
    expect(await run(["undo", "--batch", "2000001", "--yes"])).toMatchObject({ code: 5, stdout: "" });
  },
);

test("undo deletes neither worklog of a move that is not finished, and names both", async () => {
  let isFailing = false;
  const { run, post, stored } = await openCommand("cloud", {
    through: (fetch) => async (request) =>
      isFailing && request.method === "DELETE" ? new Response("", { status: 502 }) : fetch(request),
  });
  await post(JANUARY_6);
  isFailing = true;
  await run(["call", "update_worklog", "--worklogId", "1290000", "--issueKey", "PROJ-7"], {
    TEMPO_TOOLSETS: "edit",
    TEMPO_CALL_BUDGET_MS: "8000",
  });
  isFailing = false;
  expect(stored()).toEqual([77, 1290000, 1290001]);
  expect(await run(["undo", "--yes"])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("has stored was changed since (worklog 1290000, 1290001)"),
  });
  expect(stored()).toEqual([77, 1290000, 1290001]);
});

test("undo does not take the batch of another site", async () => {
  const [first, second] = [await openCommand(), await openCommand()];
  await first.post(JANUARY_6);
  const other = { TEMPO_STATE_DIR: first.stateFolder };
  expect(await second.run(["undo", "--batch", "1000001", "--yes"], other)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("no batch 1000001 is remembered for these settings"),
  });
  expect(first.stored()).toEqual([77, 1290000]);
});

test("undo deletes nothing with a token that is refused", async () => {
  const { run, post, stored } = await openCommand();
  await post(JANUARY_6);
  for (const name of ["TEMPO_API_TOKEN", "JIRA_API_TOKEN"])
    expect(await run(["undo", "--yes"], { [name]: "wrong-S3CRET" })).toMatchObject({ code: 4, stdout: "" });
  expect(stored()).toEqual([77, 1290000]);
});

test.skipIf(process.platform !== "linux").each([
  { typed: "y\n", code: 0, left: [77], last: "Deleted 1 of 1" },
  { typed: "\u0003", code: 130, left: [77, 1290000], last: "Nothing was deleted." },
])("on a terminal, undo asks; $typed ends it with $code", async ({ typed, code, left, last }) => {
  const { env, post, stored } = await openCommand();
  await post(JANUARY_6);
  const ended = await answerOnTerminal(["undo"], env, typed);
  expect({ code: ended.code, last: ended.shown.trim().split("\n").at(-1), stored: stored() }).toEqual({
    code,
    last,
    stored: left,
  });
});
