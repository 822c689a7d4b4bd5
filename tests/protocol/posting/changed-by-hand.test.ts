import { describe, expect, test } from "vitest";
import { POST } from "../../helpers/inputs.ts";
import { openSession, type Session } from "../../helpers/session.ts";

const HOUR = 3600;
const DATE = POST.startDate;

/** Changes a worklog as a user does in Tempo. */
function changeByHand({ sandbox }: Session, id: string, hours: number): void {
  const worklog = sandbox.state.worklogs.get(Number(id));
  if (!worklog) throw new Error(`no worklog ${id}`);
  const seconds = hours * HOUR;
  sandbox.state.worklogs.set(Number(id), { ...worklog, timeSpentSeconds: seconds, billableSeconds: seconds });
}

const hoursOf = ({ sandbox }: Session) =>
  [...sandbox.state.worklogs.values()].map(({ timeSpentSeconds }) => timeSpentSeconds / HOUR);

describe.each(["cloud", "datacenter"] as const)("an entry that is posted again, on %s", (deployment) => {
  test("counts as logged, though its worklog was moved to another date long ago", async () => {
    const session = await openSession({ deployment });
    const { worklog } = await session.reply("post_worklog", POST);
    const moved = session.sandbox.state.worklogs.get(Number(worklog.id));
    if (moved) session.sandbox.state.worklogs.set(Number(worklog.id), { ...moved, startDate: "2026-01-12" });
    session.clock.advance(150_000);
    const again = await session.reply("post_worklog", POST);
    expect(again.worklog).toMatchObject({ id: worklog.id, date: "2026-01-12", alreadyLogged: true });
    expect(hoursOf(session)).toEqual([8]);
  });

  test("is logged once more after its worklog was deleted, and that one counts then", async () => {
    const session = await openSession({ deployment, toolSets: ["edit"] });
    const first = await session.reply("post_worklog", POST);
    session.sandbox.state.worklogs.delete(Number(first.worklog.id));
    session.clock.advance(150_000);
    const second = await session.reply("post_worklog", POST);
    expect(second.worklog.alreadyLogged).toBeUndefined();
    await session.reply("update_worklog", { worklogId: second.worklog.id, date: "2026-01-12" });
    const third = await session.reply("post_worklog", POST);
    expect(third.worklog).toMatchObject({ id: second.worklog.id, alreadyLogged: true });
    expect(hoursOf(session)).toEqual([8]);
  });
});

describe.each(["cloud", "datacenter"] as const)(
  "a worklog changed here, then by hand, on %s",
  (deployment) => {
    const open = async (changed: number, byHand: number) => {
      const session = await openSession({ deployment, toolSets: ["edit", "fill"] });
      const { worklog } = await session.reply("post_worklog", POST);
      await session.reply("update_worklog", { worklogId: worklog.id, hours: changed });
      changeByHand(session, worklog.id, byHand);
      return session;
    };

    test("leaves nothing to fill on a day that it fills", async () => {
      const session = await open(3, 8.5);
      const days = { startDate: DATE, rows: [{ issueKey: POST.issueKey }] };
      expect((await session.reply("fill_days", days)).entries).toEqual([]);
      expect((await session.reply("fill_days", { ...days, confirm: "outdated" })).entries).toEqual([]);
      expect(hoursOf(session)).toEqual([8.5]);
    });

    test("leaves room for a right entry", async () => {
      const session = await open(22, 2);
      await session.reply("post_worklog", { ...POST, issueKey: "PROJ-7", hours: 5 });
      expect(hoursOf(session)).toEqual([2, 5]);
    });
  },
);
