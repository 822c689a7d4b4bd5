import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { readSettings } from "../../src/config/settings.ts";
import type { JournalOutput } from "../../src/generated/outputs.ts";
import { createServerContext } from "../../src/runtime/context.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { bulkPostWorklogs } from "../../src/tools/bulk-post-worklogs.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { CREDENTIALS, SETTINGS } from "../helpers/doctor.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { entry } from "../helpers/inputs.ts";
import { runTool } from "../helpers/run-tool.ts";
import { ME, seed, worklog } from "../helpers/seeds.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const BY_HAND = { id: 77, ...worklog({ startDate: "2026-01-05" }) };

/** Serves an embedded Tempo that holds one worklog, and runs the built command on it with a state folder of its own. */
async function openCommand(deployment: keyof typeof SETTINGS = "cloud") {
  const sandbox = createSandbox(seed(), { credentials: CREDENTIALS });
  let failing: string | undefined;
  sandbox.state.worklogs.set(BY_HAND.id, BY_HAND);
  const url = await serveOnLoopback(async (request) => {
    // Requests of one batch leave side by side: January 7 waits for the other, so that ids are in the order of the dates.
    if (/"start(ed|Date)":"2026-01-07/.test(await request.clone().text()))
      while (sandbox.state.worklogs.size === 1) await sleep(5);
    if (request.method === failing) return new Response("", { status: 502 });
    return sandbox.fetch(request);
  });
  const stateFolder = temporaryFolder();
  const env = { ...SETTINGS[deployment](url), TEMPO_STATE_DIR: stateFolder };
  return {
    url,
    stateFolder,
    env,
    stored: () => [...sandbox.state.worklogs.keys()].sort((a, b) => a - b),
    /** Requests of a method fail from now on. */
    fails(method: string | undefined) {
      failing = method;
    },
    remove: (id: number) => sandbox.state.worklogs.delete(id),
    async run(args: string[], others: Record<string, string> = {}) {
      const { code, stdout, stderr } = await runCommand(args, { env: { ...env, ...others } });
      return { code, stdout, stderr };
    },
    /** Posts a batch in this process, on the same state folder. */
    async post(...worklogs: object[]) {
      const context = createServerContext(readSettings(env), undefined);
      const { signal } = new AbortController();
      const { isError, content } = await runTool(bulkPostWorklogs, { worklogs }, context, { signal });
      expect({ isError, content }).toEqual({ isError: undefined, content: [expect.anything()] });
    },
  };
}

const JANUARY_6 = entry("2026-01-06", { hours: 2, description: "Confidential" });
const JANUARY_7 = entry("2026-01-07", { issueKey: "PROJ-7", hours: 1.5 });
const JANUARY_8 = entry("2026-01-08");

/** The local time of a moment in a text, which differs with each run. */
const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "<time>");

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const worker = deployment === "cloud" ? ME.accountId : ME.key;

  test("undo deletes the last batch, then the one before, and nothing else; the journal shows it", async () => {
    const { run, stored, url, stateFolder } = await openCommand(deployment);
    for (const worklogs of [
      [JANUARY_6, JANUARY_7],
      [JANUARY_6, JANUARY_8],
    ]) {
      const posted = await run(["call", "bulk_post_worklogs", JSON.stringify({ worklogs })]);
      expect(posted).toMatchObject({ code: 0, stderr: "" });
    }
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
<time>  batch 1000001  PROJ-7    2026-01-07  1.5 h  stored 1290001
<time>  batch 2000001  PROJ-123  2026-01-08  8 h    deleted 1290002

3 entries in ${stateFolder}.
`,
      stderr: "",
    });
    expect(await run(["undo", "-y"])).toMatchObject({ code: 0, stderr: "" });
    expect(stored()).toEqual([77]);
    expect(await run(["undo", "--yes"])).toEqual({
      code: 5,
      stdout: "",
      stderr:
        "tempofiller: There is nothing to undo: no batch is remembered for these settings of which anything is still stored. " +
        "tempofiller journal shows the batches.\n",
    });
  });
});

test("journal --json prints one object, the newest entry last, without comments and without a token", async () => {
  const { run, post, stateFolder, url } = await openCommand();
  await post(JANUARY_6, JANUARY_7);
  await post(JANUARY_8);
  await run(["undo", "--yes"]);
  const none = { TEMPO_API_TOKEN: "", JIRA_BASE_URL: "", JIRA_EMAIL: "", JIRA_API_TOKEN: "" };
  const { code, stdout, stderr } = await run(["journal", "--json"], none);
  const sentAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
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
            {
              sentAt,
              batch: 1_000_001,
              issueKey: "PROJ-123",
              date: "2026-01-06",
              hours: 2,
              state: "stored",
              worklogId: "1290000",
            },
            {
              sentAt,
              batch: 1_000_001,
              issueKey: "PROJ-7",
              date: "2026-01-07",
              hours: 1.5,
              state: "stored",
              worklogId: "1290001",
            },
            {
              sentAt,
              batch: 2_000_001,
              issueKey: "PROJ-123",
              date: "2026-01-08",
              hours: 8,
              state: "deleted",
              worklogId: "1290002",
            },
          ],
        },
      ],
    },
  });
  const lastOne = await run(["journal", "--last", "1"], none);
  expect(withoutTimes(lastOne.stdout)).toBe(`${url}, ${ME.accountId}

<time>  batch 2000001  PROJ-123  2026-01-08  8 h  deleted 1290002

The last 1 of 3 entries; --last 3 shows all.
`);
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

test("without a terminal, undo shows the batch and deletes it only with --yes", async () => {
  const { run, post, stored, url } = await openCommand();
  await post(JANUARY_6, JANUARY_7);
  const { code, stdout, stderr } = await run(["undo"]);
  expect({ code, stdout: withoutTimes(stdout), stderr }).toEqual({
    code: 2,
    stdout: `The last batch (1000001) on ${url}, sent <time>:

PROJ-123  2026-01-06  2 h    1290000  Confidential
PROJ-7    2026-01-07  1.5 h  1290001

`,
    stderr:
      "tempofiller: Nothing was deleted: there is no terminal to ask on. Add --batch 1000001 --yes to delete these 2.\n",
  });
  expect(stored()).toEqual([77, 1290000, 1290001]);
});

test("undo does not take the batch before for the last one, if the disk refused a line of the last", async () => {
  const { run, post, stored, stateFolder } = await openCommand();
  await post(JANUARY_6);
  const [journal = ""] = readdirSync(stateFolder).filter((name) => name.endsWith(".jsonl"));
  const cut = `{"at":${Date.now()},"type":"intent","batch":200`;
  for (const [written, place] of [
    [cut, `the end of ${journal}`],
    [`\n{"at":${Date.now()},"type":"gone","ids":["1"]}\n`, `line 4 of ${journal}`],
  ] as const) {
    appendFileSync(join(stateFolder, journal), written);
    expect(await run(["undo", "--yes"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`a part of the journal cannot be read (${place})`),
    });
    expect(stored()).toEqual([77, 1290000]);
  }
  expect(await run(["undo", "--batch", "1000001", "--yes"])).toMatchObject({ code: 0 });
  expect(stored()).toEqual([77]);
});

test("undo without an id refuses a state folder that takes no files, whose last batch may not be the last one", async () => {
  const { run, stored, stateFolder } = await openCommand();
  writeFileSync(join(stateFolder, "file"), "");
  const { code, stderr } = await run(["undo", "--yes"], {
    TEMPO_STATE_DIR: join(stateFolder, "file", "state"),
  });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("cannot be used (ENOTDIR)") });
  expect(stored()).toEqual([77]);
});

test("undo deletes neither worklog of a move that is not finished, and says so", async () => {
  const { run, stored, fails, post } = await openCommand();
  await post(JANUARY_6);
  fails("DELETE");
  await run(["call", "update_worklog", "--worklogId", "1290000", "--issueKey", "PROJ-7"], {
    TEMPO_TOOLSETS: "edit",
    TEMPO_CALL_BUDGET_MS: "8000",
  });
  fails(undefined);
  expect(stored()).toEqual([77, 1290000, 1290001]);
  expect(await run(["undo", "--yes"])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("has stored was changed since (worklog 1290000, 1290001)"),
  });
  expect(stored()).toEqual([77, 1290000, 1290001]);
});

test("undo deletes a named batch alone, and its repetition nothing", async () => {
  const { run, post, stored } = await openCommand();
  await post(JANUARY_6);
  await post(JANUARY_8);
  const undone = await run(["undo", "--batch", "1000001", "--yes"]);
  expect(undone).toMatchObject({ code: 0, stderr: "" });
  expect(await run(["undo", "--batch", "1000001", "--yes"])).toMatchObject({ code: 5, stdout: "" });
  expect(stored()).toEqual([77, 1290001]);
});

test("undo does not go further back unasked, although all of the last batch was changed", async () => {
  const { run, post, stored } = await openCommand();
  await post(JANUARY_6);
  await post(JANUARY_8);
  await run(["call", "update_worklog", "--worklogId", "1290001", "--hours", "2"]);
  const changed =
    "tempofiller: There is nothing to undo: what the last batch (2000001) has stored was changed since (worklog 1290001). " +
    "Delete it by its id if it is no longer wanted. tempofiller journal shows the batches.";
  const refused = {
    code: 5,
    stdout: "",
    stderr: `${changed}\n`,
  };
  expect([await run(["undo", "--yes"]), await run(["undo", "--yes"])]).toEqual([refused, refused]);
  expect(stored()).toEqual([77, 1290000, 1290001]);
  expect(await run(["undo", "--batch", "1000001", "--yes"])).toMatchObject({ code: 0, stderr: "" });
  expect(await run(["undo", "--yes"])).toEqual(refused);
  expect(stored()).toEqual([77, 1290001]);
});

const MOVE = ["call", "update_worklog", "--worklogId", "1290000", "--issueKey", "PROJ-7", "--hours", "3"];

test("the journal shows a move on Cloud as a move, which undo does not take", async () => {
  const { run, post, stored } = await openCommand();
  await post(JANUARY_6);
  await run(MOVE);
  const [, , batch, move] = withoutTimes((await run(["journal"])).stdout).split("\n");
  expect([batch, move]).toEqual([
    "<time>  batch 1000001    PROJ-123  2026-01-06  2 h  moved 1290000 to 1290001",
    "<time>  move of 1290000  PROJ-7    2026-01-06  3 h  stored 1290001",
  ]);
  expect(await run(["undo", "--batch", "2000001", "--yes"])).toEqual({
    code: 5,
    stdout: "",
    stderr:
      "tempofiller: There is nothing to undo: no batch 2000001 is remembered for these settings. tempofiller journal shows the batches.\n",
  });
  expect(stored()).toEqual([77, 1290001]);
});

test("the journal shows a worklog that was moved on Data Center on its new issue", async () => {
  const { run, post } = await openCommand("datacenter");
  await post(JANUARY_6);
  await run(MOVE);
  expect(withoutTimes((await run(["journal"])).stdout).split("\n")[2]).toBe(
    "<time>  batch 1000001  PROJ-7  2026-01-06  3 h  stored 1290000",
  );
});

test("undo does not take the batch of another site", async () => {
  const [first, second] = [await openCommand(), await openCommand()];
  await first.post(JANUARY_6);
  const undone = await second.run(["undo", "--batch", "1000001", "--yes"], {
    TEMPO_STATE_DIR: first.stateFolder,
  });
  expect(undone).toEqual({
    code: 5,
    stdout: "",
    stderr:
      "tempofiller: There is nothing to undo: no batch 1000001 is remembered for these settings. tempofiller journal shows the batches.\n",
  });
  expect(first.stored()).toEqual([77, 1290000]);
});

test("undo reports a worklog that was deleted elsewhere a moment ago, and deletes the rest", async () => {
  const { run, post, stored, remove } = await openCommand();
  await post(JANUARY_6, JANUARY_7);
  remove(1290000);
  const { code, stdout, stderr } = await run(["undo", "--yes"]);
  expect({ code, stdout: stdout.split("\n\n").at(-1), stderr }).toEqual({
    code: 12,
    stdout:
      "1290000 not found, perhaps not yet\n1290001 deleted\n" +
      "Deleted 1 of 2, 1 not deleted; tempofiller undo --batch 1000001 tries again\n",
    stderr: "",
  });
  expect(stored()).toEqual([77]);
});

test("undo does nothing if TEMPO_READ_ONLY is set, or TEMPO_STATE_DIR is off", async () => {
  const { run, post, stored } = await openCommand();
  await post(JANUARY_6);
  expect(await run(["undo", "--yes"], { TEMPO_READ_ONLY: "1" })).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "tempofiller: undo deletes worklogs, but TEMPO_READ_ONLY allows only what reads. Unset it to undo.\n",
  });
  expect(await run(["undo", "--yes"], { TEMPO_STATE_DIR: "off" })).toMatchObject({ code: 3, stdout: "" });
  expect(await run(["undo", "--yes"], { TEMPO_API_TOKEN: "wrong-S3CRET" })).toMatchObject({ code: 4 });
  expect(await run(["undo", "--yes"], { JIRA_API_TOKEN: "wrong-S3CRET" })).toMatchObject({
    code: 4,
    stdout: "",
  });
  expect(stored()).toEqual([77, 1290000]);
});

test.skipIf(process.platform !== "linux").each([
  { typed: "y\n", code: 0, left: [77], last: "Deleted 1 of 1" },
  { typed: "\n", code: 130, left: [77, 1290000], last: "Nothing was deleted." },
  { typed: "\u0003", code: 130, left: [77, 1290000], last: "Nothing was deleted." },
])("on a terminal, undo asks; $typed ends it with $code", async ({ typed, code, left, last }) => {
  const { env, post, stored } = await openCommand();
  await post(JANUARY_6);
  const command = `'${process.execPath}' '${COMMAND}' undo`;
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: commandEnvironment(env) });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
    if (output.endsWith("Delete it? [y/N] ")) child.stdin.write(typed);
  });
  const [ended] = await once(child, "close");
  expect({ ended, last: output.trim().split(/\r?\n/).at(-1), stored: stored() }).toEqual({
    ended: code,
    last,
    stored: left,
  });
});
