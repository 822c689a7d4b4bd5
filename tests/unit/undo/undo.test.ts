import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { confirm } from "../../../src/cli/undo/confirm.ts";
import { undo } from "../../../src/cli/undo/undo.ts";
import { sandboxDeployment } from "../../../src/runtime/sandbox-deployment.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import { callContext } from "../../../src/server/context.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import type { WorklogChanges } from "../../../src/timesheet/editing/merge.ts";
import { updateOwnWorklog } from "../../../src/timesheet/editing/update-worklog.ts";
import { postBulk } from "../../../src/timesheet/posting/bulk.ts";
import { FaultScript, rejected } from "../../helpers/fault-script.ts";
import { entry } from "../../helpers/inputs.ts";
import { COLLEAGUE, seed } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

/** Posts batches to an embedded Tempo in this process, and undoes them there. */
function openUndo() {
  const clock = virtualClock();
  const sandbox = createSandbox(seed());
  const tempo = new FaultScript(clock);
  const timesheet = openTimesheet(sandboxDeployment("cloud", SANDBOX_CREDENTIALS), {
    fetch: tempo.wrap((request) => clock.work(() => sandbox.fetch(request))),
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
  });
  const server = testContext(timesheet, clock);
  const { signal } = new AbortController();
  let printed = "";
  return {
    clock,
    sandbox,
    tempo,
    post: (...entries: ReturnType<typeof entry>[]) =>
      postBulk(entries, true, new Map(), callContext(server, timesheet, { signal, name: "test" })),
    update: (id: string, changes: WorklogChanges) =>
      updateOwnWorklog(id, changes, callContext(server, timesheet, { signal, name: "test" })),
    stored: () => [...sandbox.state.worklogs.keys()],
    printed: () => printed,
    async undo() {
      let text = "";
      const print = (part: string) => {
        text += part;
      };
      const options = {
        stateFolder: "/state",
        readOnly: false,
        yes: true,
        terminal: undefined,
        signal,
        print,
      };
      const code = await undo(options, server);
      printed = text;
      return { code, outcome: text.split("\n\n").at(-1)?.trimEnd().split("\n") };
    },
  };
}

const DAYS = [entry("2026-01-05"), entry("2026-01-06"), entry("2026-01-07")];

test("a worklog that Tempo does not let go is reported, and the others are deleted", async () => {
  const { post, undo, tempo, stored } = openUndo();
  await post(...DAYS);
  tempo.onDelete(2, rejected(403));
  expect(await undo()).toEqual({
    code: 9,
    outcome: [
      "1290000 deleted",
      expect.stringMatching(/^1290001 failed: .*HTTP 403/),
      "1290002 deleted",
      "Deleted 2 of 3, 1 not deleted; tempofiller undo tries again",
    ],
  });
  expect(stored()).toEqual([1290001]);
});

test("a worklog that is another user's is left", async () => {
  const { post, undo, sandbox, stored } = openUndo();
  await post(entry());
  for (const worklog of sandbox.state.worklogs.values()) worklog.accountId = COLLEAGUE.accountId;
  expect(await undo()).toMatchObject({ code: 4 });
  expect(stored()).toEqual([1290000]);
});

test("after a delete of unknown outcome nothing more is deleted, and the exit code says so", async () => {
  const { post, undo, tempo, stored } = openUndo();
  await post(...DAYS);
  tempo.onDelete("all", "gateway error, not processed");
  expect(await undo()).toMatchObject({
    code: 8,
    outcome: [expect.stringMatching(/^1290000 failed: /), expect.stringMatching(/^Deleted 0 of 3, 3 not/)],
  });
  expect(stored()).toEqual([1290000, 1290001, 1290002]);
});

test("a batch that was deleted elsewhere is passed over once Tempo's lists are up to date", async () => {
  const { post, undo, sandbox, clock, stored } = openUndo();
  await post(DAYS[0] ?? entry());
  await post(DAYS[1] ?? entry());
  sandbox.state.worklogs.delete(1290001);
  const gone = {
    code: 0,
    outcome: ["1290001 no longer exists", "Deleted 0 of 1, 1 no longer existed"],
  };
  expect([await undo(), await undo()]).toEqual([gone, gone]);
  await clock.sleep(60_000);
  expect(await undo()).toEqual(gone);
  expect(await undo()).toMatchObject({ code: 0, outcome: ["1290000 deleted", "Deleted 1 of 1"] });
  expect(stored()).toEqual([]);
});

test("what was changed since is kept and named, and hides the batch before", async () => {
  const { post, update, undo, printed, stored } = openUndo();
  await post(entry("2026-01-08"));
  await post(...DAYS);
  await update("1290002", { hours: 6 });
  expect(await undo()).toMatchObject({
    code: 0,
    outcome: ["1290001 deleted", "1290003 deleted", "Deleted 2 of 2"],
  });
  expect(printed()).toContain("\n\nChanged since, and therefore kept: worklog 1290002.\n\n");
  await expect(undo()).rejects.toThrow(
    "There is nothing to undo: what the last batch has stored was changed since (worklog 1290002).",
  );
  expect(stored()).toEqual([1290000, 1290002]);
});

test("a change that did not take effect keeps nothing", async () => {
  const { post, update, undo, tempo, stored } = openUndo();
  await post(entry());
  tempo.onUpdate("all", rejected(400));
  await expect(update("1290000", { hours: 6 })).rejects.toThrow("HTTP 400");
  expect(await undo()).toMatchObject({ code: 0 });
  expect(stored()).toEqual([]);
});

test("an entry of unknown outcome is counted, and what exists already is not part of the batch", async () => {
  const { post, undo, tempo, stored } = openUndo();
  await post(entry("2026-01-05"));
  tempo.onWrite(({ body }) => body.includes("2026-01-06"), "gateway error, not processed");
  const other = entry("2026-01-07", { issueKey: "PROJ-7" });
  await post(entry("2026-01-05"), entry("2026-01-06"), other);
  expect(await undo()).toMatchObject({ code: 0, outcome: ["1290001 deleted", "Deleted 1 of 1"] });
  expect(stored()).toEqual([1290000]);
});

test.each([
  ["y\n", true],
  ["YES\n", true],
  ["n\n", false],
  ["\n", false],
  ["yellow\n", false],
])("the answer %j means %s", async (typed, expected) => {
  const stdin = new PassThrough();
  stdin.write(typed);
  const { signal } = new AbortController();
  expect(await confirm("Delete it?", { stdin, print: () => {}, signal })).toBe(expected);
});

test("the end of the input means no", async () => {
  const stdin = new PassThrough();
  stdin.end();
  const { signal } = new AbortController();
  expect(await confirm("Delete it?", { stdin, print: () => {}, signal })).toBe(false);
});
