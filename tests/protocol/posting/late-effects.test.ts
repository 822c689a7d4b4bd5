import { describe, expect, test } from "vitest";
import { doublingGateway } from "../../helpers/doubling-gateway.ts";
import { POST } from "../../helpers/inputs.ts";
import { openSession, type Session } from "../../helpers/session.ts";

const MONDAY = "2026-01-05";
const ROW = { issueKey: "PROJ-123", hours: 2, description: "Login" };
const FILL = { startDate: MONDAY, rows: [ROW] };

const copyOf = (id: string) => (line: string) => line.includes(`may be a second copy of worklog ${id}`);

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const open = () => openSession({ deployment, toolSets: ["edit", "fill"], upstream: doublingGateway(0) });

  async function fill({ reply }: Session): Promise<string> {
    const { confirm } = await reply("fill_days", FILL);
    const { entries } = await reply("fill_days", { ...FILL, confirm });
    return entries[0]?.worklogIds?.[0] ?? "";
  }

  test("the log names a second copy of what fill_days has logged when that day is planned again", async () => {
    const session = await open();
    const id = await fill(session);
    expect(session.log).toEqual([]);
    await session.reply("fill_days", FILL);
    expect(session.log.filter(copyOf(id))).toHaveLength(1);
  });

  test("a repeated entry names its second copy, although its worklog was changed since", async () => {
    const { reply, sandbox } = await open();
    const { worklog } = await reply("post_worklog", POST);
    const copy = [...sandbox.state.worklogs.keys()].map(String).find((id) => id !== worklog.id);
    await reply("update_worklog", { worklogId: worklog.id, description: "Other words" });
    const again = await reply("post_worklog", POST);
    expect(again.worklog).toEqual({
      ...worklog,
      comment: "Other words",
      alreadyLogged: true,
      possibleDuplicateId: copy,
    });
  });
});
