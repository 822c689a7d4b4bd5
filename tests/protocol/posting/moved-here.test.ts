import { describe, expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { page } from "../../helpers/faults.ts";
import { lockedUntil, mayTakeEffectUntil } from "../../helpers/in-doubt.ts";
import { POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type Session } from "../../helpers/session.ts";

const ID = 1290000;
const HOUR = 3600;

/** An outage that begins with a request whose response `lose` loses: reads fail until `end`. */
function outage(tempo: Session["tempo"]) {
  let isAway = false;
  tempo.onRead(
    () => isAway,
    () => page(503),
  );
  return {
    async lose(request: Request, serve: (request: Request) => Promise<Response>) {
      isAway = true;
      await serve(request);
      return page(504);
    },
    end() {
      isAway = false;
    },
  };
}

test.each(["cloud", "datacenter"] as const)(
  "on %s, a row that Tempo rejects is not taken for a worklog that was moved from its date, though lists show it there",
  async (deployment) => {
    const before = worklog({ startDate: POST.startDate });
    const { reply, refusal, sandbox, tempo } = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [before] },
    });
    await reply("update_worklog", { worklogId: String(ID), date: "2026-01-12" });
    sandbox.state.behaviour.listed = (worklogs) =>
      worklogs.map((it) => (it.id === ID ? { ...before, id: ID } : it));
    tempo.onWrite("all", rejected(400, "The period is closed"));
    expect(await refusal("post_worklog", POST)).toContain("The period is closed");
    expect([...sandbox.state.worklogs.values()].map(({ startDate }) => startDate)).toEqual(["2026-01-12"]);
  },
);

describe.each(["cloud", "datacenter"] as const)("on %s, while an entry is in doubt", (deployment) => {
  test.each<[change: string, other: Parameters<typeof worklog>[0], tool: string, args: object]>([
    ["changed on its date", { startDate: POST.startDate }, "update_worklog", { hours: 3 }],
    ["moved from its date", { startDate: POST.startDate }, "update_worklog", { date: "2026-01-12" }],
    ["moved to its date", { startDate: "2026-01-12" }, "update_worklog", { date: POST.startDate }],
    [
      "moved to its issue",
      { startDate: POST.startDate, issueId: 10_007 },
      "update_worklog",
      { issueKey: POST.issueKey },
    ],
    ["deleted on its date", { startDate: POST.startDate }, "delete_worklog", {}],
  ])("no worklog is %s, and none of them is taken for the entry afterwards", async (_, other, tool, args) => {
    const { call, reply, refusal, sandbox, tempo, clock } = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [worklog({ description: "Another", ...other })] },
    });
    tempo.onWrite(1, "gateway error, not processed");
    expect(await refusal("post_worklog", POST)).toContain(mayTakeEffectUntil(250, clock));
    const change = { worklogId: String(ID), ...args };
    expect(await refusal(tool, change)).toBe(lockedUntil(250, clock));
    expect([tempo.count("update"), tempo.count("delete"), tempo.count("write")]).toEqual([0, 0, 1]);
    await clock.sleep(250_000);
    const { isError } = await call(tool, change);
    expect(isError).toBeFalsy();
    expect((await reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    const descriptions = [...sandbox.state.worklogs.values()].map(({ description }) => description);
    expect(descriptions.sort()).toEqual(tool === "delete_worklog" ? [""] : ["", "Another"]);
  });
});

describe.each(["cloud", "datacenter"] as const)("on %s, an entry whose response was lost", (deployment) => {
  test.each<[what: string, changes: object, logged?: object]>([
    ["date", { date: "2026-01-12" }, { alreadyLogged: true, date: "2026-01-12" }],
    ["hours", { hours: 3 }, { alreadyLogged: true, hours: 3 }],
    ["issue", { issueKey: "PROJ-7" }],
  ])("counts as logged once its worklog got another %s here", async (_, changes, logged) => {
    const { call, reply, refusal, sandbox, tempo } = await openSession({ deployment, toolSets: ["edit"] });
    const { lose, end } = outage(tempo);
    tempo.onWrite(1, lose);
    await call("post_worklog", POST);
    end();
    await reply("update_worklog", { worklogId: String(ID), ...changes });
    if (logged) expect((await reply("post_worklog", POST)).worklog).toMatchObject(logged);
    else expect(await refusal("post_worklog", POST)).toContain("which is on another issue now");
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test("and whose comment Tempo has changed, is in doubt, and then counts as logged wherever it is moved", async () => {
    const { reply, refusal, sandbox, tempo, clock } = await openSession({
      deployment,
      toolSets: ["edit"],
      behaviour: { change: (it) => ({ ...it, description: "By Tempo" }) },
    });
    tempo.onWrite(1, "gateway error, processed");
    await refusal("post_worklog", POST);
    const change = { worklogId: String(ID), date: "2026-01-12" };
    expect(await refusal("update_worklog", change)).toBe(lockedUntil(250, clock));
    await clock.sleep(250_000);
    await reply("update_worklog", change);
    expect((await reply("post_worklog", POST)).worklog).toMatchObject({
      id: String(ID),
      alreadyLogged: true,
      date: "2026-01-12",
      comment: "By Tempo",
    });
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test("may be its rounded worklog that got another date here, which is named", async () => {
    const { reply, refusal, sandbox, tempo, clock } = await openSession({
      deployment,
      toolSets: ["edit"],
      behaviour: { change: (it) => ({ ...it, timeSpentSeconds: 7 * HOUR }) },
    });
    tempo.onWrite(1, "gateway error, processed", { status: 503 });
    const itMayBe = `worklog ${ID}, 7 h). It may be the same entry`;
    expect(await refusal("post_worklog", POST)).toContain(itMayBe);
    sandbox.state.behaviour.change = (it) => it;
    await reply("update_worklog", { worklogId: String(ID), date: "2026-01-12" });
    expect(await refusal("post_worklog", POST)).toContain(itMayBe);
    expect(sandbox.state.worklogs.size).toBe(1);
    await clock.sleep(600_000);
    expect((await reply("post_worklog", POST)).worklog.possibleDuplicateId).toBe(String(ID));
  });
});
