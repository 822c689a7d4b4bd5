import { describe, expect, test } from "vitest";
import { coreTools, tools } from "../../src/tools/index.ts";
import { TOOL_SETS, type ToolSet } from "../../src/tools/tool.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { protocolError } from "../helpers/protocol-error.ts";
import { openSession, type SessionOptions } from "../helpers/session.ts";

const FILL = { startDate: "2026-01-05", rows: [{ issueKey: "PROJ-123" }] };
const SET_OF: Record<string, ToolSet> = { fill_days: "fill", delete_worklogs: "edit" };
const FOR_VIEW = Object.keys(SET_OF);

const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);

/** The tools that a client is listed, and those of them that it is to keep from the model. */
async function offers(options: SessionOptions) {
  const { client } = await openSession(options);
  const listed = (await client.listTools()).tools;
  const isHidden = ({ _meta = {} }: (typeof listed)[number]) =>
    JSON.stringify(_meta.ui) === JSON.stringify({ visibility: ["app"] });
  const html = (await client.readResource({ uri: "ui://tempofiller/timesheet.html" })).contents[0]?.text;
  return {
    names: namesOf(listed),
    hidden: namesOf(listed.filter(isHidden)),
    inView: /data-tools="([^"]*)"/.exec(html ?? "")?.[1]?.split(" "),
  };
}

describe.each(CLIENT_KINDS)("through %s", (client) => {
  test("a client that draws views is offered what the view calls, for the view alone", async () => {
    const names = [...namesOf(coreTools), ...FOR_VIEW];
    expect(await offers({ client, drawsViews: true })).toEqual({ names, hidden: FOR_VIEW, inView: names });
  });

  test("what is for the view alone is listed without the shape of its reply, which no model reads", async () => {
    const { client: connected } = await openSession({ client, drawsViews: true });
    const { tools: listed } = await connected.listTools();
    const without = listed.filter(({ outputSchema }) => outputSchema === undefined);
    expect(namesOf(without)).toEqual(FOR_VIEW);
  });

  test.each<[ToolSet[], string[]]>([
    [["fill"], ["delete_worklogs"]],
    [["edit"], ["fill_days"]],
    [["fill", "edit"], []],
  ])("with the sets %j, the model is offered theirs, and the view %j besides", async (toolSets, hidden) => {
    const offered = await offers({ client, drawsViews: true, toolSets });
    expect(offered.hidden).toEqual(hidden);
    expect(offered.inView).toEqual(offered.names);
    expect(offered.names).toEqual(expect.arrayContaining(FOR_VIEW));
  });

  test("nothing that writes is offered where nothing may be written", async () => {
    const names = ["get_schedule", "get_worklogs"];
    const offered = await offers({ client, drawsViews: true, readOnly: true });
    expect(offered).toEqual({ names, hidden: [], inView: names });
  });

  test("the view is without fill_days where each plan opens a form", async () => {
    const forms: SessionOptions = { client, drawsViews: true, confirmation: "form", toolSets: ["fill"] };
    const { names, inView } = await offers({ ...forms, onForm: async () => ({ action: "decline" }) });
    expect(inView).toEqual(names.filter((name) => name !== "fill_days"));
    expect((await offers(forms)).inView).toEqual(names);
  });

  test("any other client is listed the tools of its sets, and the view is without the others", async () => {
    const names = namesOf(coreTools);
    expect(await offers({ client })).toEqual({ names, hidden: [], inView: names });
    const all = await offers({ client, toolSets: TOOL_SETS });
    expect(all).toEqual({ names: namesOf(tools), hidden: [], inView: namesOf(tools) });
  });

  test("any other client is refused a call, as of a tool whose set is off", async () => {
    const session = await openSession({ client });
    for (const name of FOR_VIEW) {
      const refused = await protocolError(session.client.callTool({ name, arguments: FILL }));
      expect(refused).toEqual({
        code: -32602,
        message: expect.stringMatching(`^${name} is off\\..* its set, ${SET_OF[name]},`),
        data: { "tempofiller/error": { code: "invalid_input", retryable: false } },
      });
    }
    expect(session.requests).toEqual([]);
  });

  test("the view's calls are run as those of the set", async () => {
    const { reply } = await openSession({ client, drawsViews: true });
    const plan = await reply("fill_days", FILL);
    expect(plan.summary).toEqual({ totalEntries: 1, days: 1, totalHours: 8, missingHoursAfter: 0 });
    const { confirm } = plan;
    const posted = await reply("fill_days", { ...FILL, ...(confirm !== undefined && { confirm }) });
    const worklogIds = posted.entries.flatMap(({ worklogIds: ids = [] }) => ids);
    expect(await reply("delete_worklogs", { worklogIds })).toMatchObject({ summary: { total: 1 } });
  });

  test("the instructions of the model name no tool that is for the view", async () => {
    const of = async (drawsViews: boolean) => {
      const session = await openSession({ client, drawsViews });
      return session.client.getInstructions();
    };
    expect(await of(true)).toBe(await of(false));
  });
});
