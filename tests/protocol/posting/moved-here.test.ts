import { describe, expect, test } from "vitest";
import type { SandboxBehaviour } from "../../../src/sandbox/state.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { applyFault, page } from "../../helpers/faults.ts";
import { POST } from "../../helpers/inputs.ts";
import { processes } from "../../helpers/processes.ts";
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

test.each(["cloud", "datacenter"] as const)(
  "on %s, an entry of unknown outcome is not taken for a worklog that was moved to its date before, though lists showed it late",
  async (deployment) => {
    const before = worklog({ startDate: "2026-01-12", description: "Another" });
    const { call, reply, sandbox, tempo, clock } = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [before] },
    });
    await reply("update_worklog", { worklogId: String(ID), date: POST.startDate });
    sandbox.state.behaviour.listed = (worklogs) =>
      worklogs.map((it) => (it.id === ID ? { ...before, id: ID } : it));
    let isLost = true;
    tempo.onWrite(
      () => isLost,
      (request, serve) => {
        sandbox.state.behaviour.listed = (worklogs) => worklogs;
        return applyFault("no response, not processed", request, { serve, clock });
      },
    );
    await call("post_worklog", POST);
    isLost = false;
    await clock.sleep(60_000);
    expect((await reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    expect([...sandbox.state.worklogs.values()].map((it) => [it.startDate, it.description])).toEqual([
      [POST.startDate, "Another"],
      [POST.startDate, ""],
    ]);
  },
);

describe.each(["cloud", "datacenter"] as const)("on %s, an entry of unknown outcome", (deployment) => {
  const TO_ITS_DATE = { date: POST.startDate };
  const AWAY = { date: "2026-01-12" };

  test.each<[change: string, other: object, earlier: object, later: object, isUnknown?: boolean]>([
    ["moved to its date", { startDate: AWAY.date }, {}, TO_ITS_DATE],
    ["moved back to its date", {}, AWAY, TO_ITS_DATE],
    ["moved to its issue", { issueId: 10_007 }, {}, { issueKey: POST.issueKey }],
    ["moved to its date by a change of unknown outcome", { startDate: AWAY.date }, {}, TO_ITS_DATE, true],
  ])("is not taken for a worklog that was %s since", async (_, other, earlier, later, isUnknown = false) => {
    const description = "Another";
    const { call, reply, sandbox, tempo, clock } = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [worklog({ startDate: POST.startDate, description, ...other })] },
    });
    await reply("update_worklog", { worklogId: String(ID), ...earlier, description });
    let isLost = true;
    tempo.onWrite(() => isLost, "no response, not processed");
    await call("post_worklog", POST);
    isLost = false;
    const { lose, end } = outage(tempo);
    if (isUnknown) tempo.onUpdate("all", lose);
    await call("update_worklog", { worklogId: String(ID), ...later });
    end();
    await clock.sleep(60_000);
    const posted = await reply("post_worklog", POST);
    expect(posted.worklog.alreadyLogged).toBeUndefined();
    expect(
      [...sandbox.state.worklogs.values()].map((it) => [it.startDate, it.issueId, it.description]),
    ).toEqual([
      [POST.startDate, 10_123, description],
      [POST.startDate, 10_123, ""],
    ]);
  });
});

describe.each(["cloud", "datacenter"] as const)("on %s, an entry whose response was lost", (deployment) => {
  const change: SandboxBehaviour["change"] = (it) => ({ ...it, description: "By Tempo" });

  test.each<[what: string, changes: object, logged?: object, behaviour?: Partial<SandboxBehaviour>]>([
    ["date", { date: "2026-01-12" }, { alreadyLogged: true, date: "2026-01-12" }],
    ["date, and Tempo has changed its comment", { date: "2026-01-12" }, { alreadyLogged: true }, { change }],
    ["hours", { hours: 3 }, { alreadyLogged: true, hours: 3 }],
    ["issue", { issueKey: "PROJ-7" }],
  ])("counts as logged once its worklog got another %s here", async (_, changes, logged, behaviour = {}) => {
    const { call, reply, refusal, sandbox, tempo } = await openSession({
      deployment,
      toolSets: ["edit"],
      behaviour,
    });
    const { lose, end } = outage(tempo);
    tempo.onWrite(1, lose);
    await call("post_worklog", POST);
    end();
    await reply("update_worklog", { worklogId: String(ID), ...changes });
    if (logged) expect((await reply("post_worklog", POST)).worklog).toMatchObject(logged);
    else expect(await refusal("post_worklog", POST)).toContain("which is on another issue now");
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test.each<[what: string, changes: object]>([
    ["date", { date: "2026-01-12" }],
    ["issue", { issueKey: "PROJ-7" }],
  ])("may be its rounded worklog that got another %s here, which is named", async (_, changes) => {
    const round: SandboxBehaviour["change"] = (it) => ({ ...it, timeSpentSeconds: 7 * 3600 });
    const { call, reply, refusal, sandbox, tempo, clock } = await openSession({
      deployment,
      toolSets: ["edit"],
      behaviour: { change: round },
    });
    const { lose, end } = outage(tempo);
    tempo.onWrite(1, lose);
    await call("post_worklog", POST);
    end();
    sandbox.state.behaviour.change = (it) => it;
    const moved = (await reply("update_worklog", { worklogId: String(ID), ...changes })).worklog;
    expect(await refusal("post_worklog", POST)).toContain(
      `worklog ${moved.id}, 7 h). It may be the same entry`,
    );
    expect(sandbox.state.worklogs.size).toBe(1);
    await clock.sleep(600_000);
    expect((await reply("post_worklog", POST)).worklog.possibleDuplicateId).toBe(moved.id);
  });
});

describe.each(["cloud", "datacenter"] as const)("on %s, entries without an outcome", (deployment) => {
  const roundUp: SandboxBehaviour["change"] = (it) => ({
    ...it,
    timeSpentSeconds: Math.ceil(it.timeSpentSeconds / HOUR) * HOUR,
  });
  const row = (hours: number, description = "") => ({
    issueKey: POST.issueKey,
    date: POST.startDate,
    hours,
    description,
  });

  /** Posts entries of which no response tells, and moves the first worklog to another date. */
  async function moveFirstOf(...worklogs: ReturnType<typeof row>[]) {
    const session = await openSession({ deployment, toolSets: ["edit"], behaviour: { change: roundUp } });
    const { lose, end } = outage(session.tempo);
    let isLost = true;
    session.tempo.onWrite(() => isLost, lose);
    await session.failedReply("bulk_post_worklogs", { worklogs });
    isLost = false;
    end();
    await session.reply("update_worklog", { worklogId: String(ID), date: "2026-01-12" });
    const again = async () =>
      (await session.call("bulk_post_worklogs", { worklogs })).structuredContent as {
        results: { worklogId?: string; possibleDuplicateId?: string; error?: string }[];
      };
    return { ...session, again };
  }

  test("name a worklog each: one that was moved away, and one that is there", async () => {
    const { again, clock } = await moveFirstOf(row(2.75), row(2.75));
    await clock.sleep(600_000);
    expect((await again()).results.map((it) => it.possibleDuplicateId)).toEqual([String(ID + 1), String(ID)]);
  });

  test("name the worklog that is most like them, not one that was logged there by hand", async () => {
    const { again, sandbox, clock } = await moveFirstOf(row(2.75));
    const other = worklog({ startDate: POST.startDate, timeSpentSeconds: HOUR, description: "Another" });
    sandbox.state.worklogs.set(ID + 77, { ...other, id: ID + 77 });
    expect((await again()).results[0]?.error).toContain(`worklog ${ID + 77}, 1 h; worklog ${ID}, 3 h`);
    await clock.sleep(600_000);
    expect((await again()).results.map((it) => it.possibleDuplicateId)).toEqual([String(ID)]);
  });

  test("name a worklog that was moved away, though it has the hours of another entry", async () => {
    const { again, sandbox } = await moveFirstOf(row(2.75, "Pairing"), row(3, "Reviews"));
    const { results } = await again();
    expect(results.map((it) => it.worklogId)).toEqual([undefined, String(ID + 1)]);
    expect(results[0]?.error).toContain(`worklog ${ID}, 3 h). It may be the same entry`);
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("name a worklog that was moved away, if the second request gets no response either", async () => {
    const { again, tempo, clock } = await moveFirstOf(row(2.75));
    await clock.sleep(600_000);
    const { lose, end } = outage(tempo);
    tempo.onWrite("all", lose);
    expect((await again()).results[0]?.error).toContain(`worklog ${ID}, 3 h). It may be the same entry`);
    end();
  });
});

test("an entry may be its rounded worklog, moved to another date and then on Cloud by a killed process, which is named", async () => {
  const machine = processes({ toolSets: ["edit"] });
  const first = await machine.open();
  const { behaviour } = first.sandbox.state;
  behaviour.change = (it) => ({ ...it, timeSpentSeconds: 7 * HOUR });
  const { lose, end } = outage(first.tempo);
  first.tempo.onWrite(1, lose);
  await first.call("post_worklog", POST);
  end();
  await first.reply("update_worklog", { worklogId: String(ID), date: "2026-01-12" });
  await new Promise<void>((resolve) => {
    first.tempo.onDelete(1, async (request, serve) => {
      await serve(request);
      void first.killAtNextChange("not carried out").then(resolve);
      return page(504);
    });
    void first.call("update_worklog", { worklogId: String(ID), issueKey: "PROJ-7" }).catch(() => {});
  });
  await machine.clock.sleep(60_000);
  const next = await machine.open();
  expect(await next.refusal("post_worklog", POST)).toContain(
    `worklog ${ID + 1}, 7 h). It may be the same entry`,
  );
  expect(next.sandbox.state.worklogs.size).toBe(1);
});
