import { expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

const ID = 1290000;

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
  "on %s, an entry of unknown outcome is not taken for a worklog that was moved to its date since",
  async (deployment) => {
    const other = worklog({ startDate: "2026-01-12", description: "Another" });
    const { call, reply, sandbox, tempo, clock } = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [other] },
    });
    let isLost = true;
    tempo.onWrite(() => isLost, "no response, not processed");
    await call("post_worklog", POST);
    isLost = false;
    await reply("update_worklog", { worklogId: String(ID), date: POST.startDate });
    await clock.sleep(60_000);
    const posted = await reply("post_worklog", POST);
    expect(posted.worklog).toMatchObject({ id: String(ID + 1) });
    expect(posted.worklog.alreadyLogged).toBeUndefined();
    expect(sandbox.state.worklogs.size).toBe(2);
  },
);
