import { describe, expect, test } from "vitest";
import { rejection } from "../helpers/faults.ts";
import { forbidsLocked } from "../helpers/other-tempos.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../helpers/session.ts";

const BO = "712020:00000000-0000-4000-8000-00000000000b";

const SUBMITTED = { status: "in_review", reviewer: BO, updatedOn: "2026-01-02" } as const;

/** December is submitted; January is open. */
const open = (options: SessionOptions) =>
  openSession({
    ...options,
    seed: {
      worklogs: [worklog({ startDate: "2025-12-01" }), worklog({ startDate: "2026-01-05" })],
      approvals: { "2025-12-01": SUBMITTED },
      ...options.seed,
    },
  });

const WHY = "December 2025 was submitted on 2 January 2026 and is waiting for approval by Bo.";

const REOPEN =
  "Its hours can be changed again once it is open: ask Bo to reopen it in Tempo, or recall it there.";

const RECALL = "Its hours can be changed again once it is open: recall the timesheet if the user agrees.";

const REFUSED = {
  400:
    `${WHY} Tempo rejected this (HTTP 400). It says: "Worklogs of this period can no longer be changed". Nothing was ` +
    `changed. ${REOPEN}`,
  403: `${WHY} The token's owner lacks permission for this in Tempo (HTTP 403). Nothing was changed. ${REOPEN}`,
};

const BEFORE = `Not sent: ${WHY} ${RECALL}`;

const ENTRY = { issueKey: "PROJ-7", hours: 1 };

const CHANGES = ["write", "update", "delete"] as const;

describe.each(["cloud", "datacenter"] as const)("in a submitted period on %s", (deployment) => {
  describe("with the tool set approvals", () => {
    const openChecked = (options: SessionOptions = {}) =>
      open({ deployment, toolSets: ["approvals", "edit", "fill"], ...options });

    test("nothing is sent that would change it", async () => {
      const { refusal, failedReply, tempo } = await openChecked();
      const [logged = ""] = ["1290000"];
      expect(await refusal("post_worklog", { ...ENTRY, startDate: "2025-12-02" })).toBe(BEFORE);
      expect(await refusal("update_worklog", { worklogId: logged, hours: 4 })).toBe(BEFORE);
      expect(await refusal("update_worklog", { worklogId: "1290001", date: "2025-12-02" })).toBe(BEFORE);
      expect(await refusal("delete_worklog", { worklogId: logged })).toBe(BEFORE);
      expect(await failedReply("delete_worklogs", { worklogIds: [logged] })).toMatchObject({
        worklogs: [{ id: logged, deleted: false, error: BEFORE }],
        summary: { deleted: 0, failed: 1 },
      });
      expect(CHANGES.map((kind) => tempo.count(kind))).toEqual([0, 0, 0]);
    });

    test("the other entries of a batch are logged, and what is logged already is said to be", async () => {
      const { reply, tempo } = await openChecked();
      const { results, summary } = await reply("bulk_post_worklogs", {
        worklogs: [
          { issueKey: "PROJ-123", hours: 8, date: "2025-12-01" },
          { ...ENTRY, date: "2025-12-02" },
          { ...ENTRY, date: "2026-01-06" },
        ],
      });
      expect(results.map((entry) => [entry.success, entry.error])).toEqual([
        [true, undefined],
        [false, BEFORE],
        [true, undefined],
      ]);
      expect(summary).toMatchObject({ succeeded: 2, failed: 1 });
      expect(tempo.count("write")).toBe(1);
    });

    test("fill_days leaves its days out and says why", async () => {
      const { reply } = await openChecked();
      const plan = await reply("fill_days", {
        startDate: "2025-12-31",
        endDate: "2026-01-01",
        rows: [{ issueKey: "PROJ-7" }],
      });
      expect(plan.entries.map(({ dates }) => dates)).toEqual([["2026-01-01"]]);
      expect(plan.skipped).toEqual([{ date: "2025-12-31", reason: WHY }]);
    });

    test("a refusal in a period that was submitted meanwhile is explained", async () => {
      const { refusal, sandbox, tempo } = await openChecked({ seed: { approvals: {} } });
      tempo.onWrite(1, () => {
        sandbox.state.approvals.set("2025-12-01", SUBMITTED);
        return rejection(400, "Closed");
      });
      expect(await refusal("post_worklog", { ...ENTRY, startDate: "2025-12-02" })).toBe(
        `${WHY} Tempo rejected this (HTTP 400). It says: "Closed". Nothing was changed. ${RECALL}`,
      );
    });

    test("hours are logged all the same if the status cannot be read", async () => {
      const { reply } = await openChecked({ behaviour: { missingTempoScopes: ["Approvals", "Periods"] } });
      if (deployment === "cloud")
        expect(await reply("post_worklog", { ...ENTRY, startDate: "2026-01-06" })).toMatchObject({
          success: true,
        });
    });
  });

  describe.each([400, 403] as const)("without it, a refusal with HTTP %i is explained", (lockedStatus) => {
    const openUnchecked = () =>
      open({
        deployment,
        toolSets: ["edit"],
        upstream: lockedStatus === 403 ? forbidsLocked : (fetch) => fetch,
      });

    test("of each tool that changes hours", async () => {
      const { refusal, failedReply, reply } = await openUnchecked();
      expect(await refusal("post_worklog", { ...ENTRY, startDate: "2025-12-02" })).toEqual(
        REFUSED[lockedStatus],
      );
      expect(await refusal("update_worklog", { worklogId: "1290000", hours: 4 })).toEqual(
        REFUSED[lockedStatus],
      );
      expect(await refusal("delete_worklog", { worklogId: "1290000" })).toEqual(REFUSED[lockedStatus]);
      const { confirm = "" } = await reply("delete_worklogs", { worklogIds: ["1290000"] });
      const { worklogs } = await failedReply("delete_worklogs", { worklogIds: ["1290000"], confirm });
      expect(worklogs.map(({ error }) => error)).toEqual([REFUSED[lockedStatus]]);
    });

    test("of the entries of a batch, with one read, and the others are logged", async () => {
      const { reply, requests } = await openUnchecked();
      const { results } = await reply("bulk_post_worklogs", {
        worklogs: [
          { ...ENTRY, date: "2025-12-02" },
          { ...ENTRY, date: "2025-12-03" },
          { ...ENTRY, date: "2026-01-06" },
        ],
      });
      expect(results.map((entry) => entry.error)).toEqual([
        REFUSED[lockedStatus],
        REFUSED[lockedStatus],
        undefined,
      ]);
      const reads = requests.filter(({ operation }) => /ApprovalStatuses|TimesheetApproval/.test(operation));
      expect(reads).toHaveLength(1);
    });
  });
});

test("a submitted week is named by its dates, without a reviewer if Tempo names none", async () => {
  const { refusal } = await open({
    toolSets: ["approvals"],
    seed: { approvalPeriod: "WEEK", approvals: { "2026-01-05": { status: "in_review" } } },
  });
  expect(await refusal("post_worklog", { ...ENTRY, startDate: "2026-01-07" })).toBe(
    "Not sent: The period 2026-01-05 to 2026-01-11 was submitted and is waiting for approval. Its hours can be changed again " +
      "once it is open: recall the timesheet if the user agrees.",
  );
});

test("without the right to read approvals, a refusal stays as it is", async () => {
  const { refusal } = await open({ behaviour: { missingTempoScopes: ["Periods"] } });
  expect(await refusal("post_worklog", { ...ENTRY, startDate: "2025-12-02" })).toBe(
    'Tempo rejected this (HTTP 400). It says: "Worklogs of this period can no longer be changed". Nothing was changed by this ' +
      "request. If it names a mistake, correct it and try again; otherwise ask your Tempo administrator.",
  );
});
