import { afterEach, expect, test, vi } from "vitest";
import { example } from "../../../scripts/lib/examples.ts";
import type { Worklog } from "../../../src/generated/responses.ts";
import type { Bridge } from "../../../src/view/bridge.ts";
import { serverTools } from "../../../src/view/server-tools.ts";
import { HOUR, scheduleReply, worklogsReply } from "./replies.ts";

afterEach(() => {
  vi.useRealTimers();
});

const RANGE = { startDate: "2026-11-02", endDate: "2026-11-08" };
const SCHEDULE = scheduleReply(RANGE, () => 8 * HOUR);
const WORKLOGS = worklogsReply(RANGE, [{ date: "2026-11-02", seconds: HOUR }]);

/** A host that gives these results one after the other; an error among them is a refusal. */
function host(...results: unknown[]) {
  const requests: unknown[] = [];
  const bridge: Bridge = {
    async request<Result>(method: string, params: object) {
      requests.push({ method, params });
      const result = await results.shift();
      if (result instanceof Error) throw result;
      return result as Result;
    },
    notify: () => {},
    initialize: () => Promise.reject(new Error("not here")),
  };
  return { tools: serverTools(bridge), requests };
}

/** Most hosts hand on the whole result. */
function whole(reply: object) {
  return { structuredContent: reply, content: [{ type: "text", text: JSON.stringify(reply) }] };
}

/** Some leave out the object. */
function textOnly(reply: object) {
  return { content: [{ type: "text", text: JSON.stringify(reply) }] };
}

function call(name: string, args: object) {
  return { method: "tools/call", params: { name, arguments: args } };
}

test.each([
  ["whole replies", whole],
  ["replies as text only", textOnly],
])("a sheet is read by two calls, from %s", async (_, sent) => {
  const { tools, requests } = host(sent(SCHEDULE), sent(WORKLOGS));
  await expect(tools.readSheet(RANGE)).resolves.toEqual({
    range: RANGE,
    schedule: SCHEDULE,
    worklogs: WORKLOGS,
  });
  expect(requests).toEqual([call("get_schedule", RANGE), call("get_worklogs", RANGE)]);
});

test("only what is not known is read", async () => {
  const sheet = { range: RANGE, schedule: SCHEDULE, worklogs: WORKLOGS };
  const lacksSchedule = host(whole(SCHEDULE));
  await expect(lacksSchedule.tools.readSheet(RANGE, { worklogs: WORKLOGS })).resolves.toEqual(sheet);
  expect(lacksSchedule.requests).toEqual([call("get_schedule", RANGE)]);
  const lacksWorklogs = host(whole(WORKLOGS));
  await expect(lacksWorklogs.tools.readSheet(RANGE, { schedule: SCHEDULE })).resolves.toEqual(sheet);
  expect(lacksWorklogs.requests).toEqual([call("get_worklogs", RANGE)]);
  const lacksNothing = host();
  await expect(lacksNothing.tools.readSheet(RANGE, sheet)).resolves.toEqual(sheet);
  expect(lacksNothing.requests).toEqual([]);
});

test.each([
  ["a tool's error", { isError: true, content: [{ type: "text", text: "Tempo is down" }] }, "Tempo is down"],
  ["a result without content", {}, "The host returned no reply of the tool."],
  ["nothing", undefined, "The host returned no reply of the tool."],
  ["another tool's reply", textOnly(SCHEDULE), JSON.stringify(SCHEDULE)],
])("of %s, the text is the message", async (_, result, message) => {
  const error = await host(result)
    .tools.readWorklogs(RANGE)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).toEqual(new Error(message));
});

test("of a refusal of the host, its text is the message", async () => {
  await expect(host(new Error("The user refused")).tools.deleteOne("12")).rejects.toThrow("The user refused");
});

test("a host that never responds is given up after 90 seconds", async () => {
  vi.useFakeTimers();
  const { tools } = host(new Promise(() => {}));
  const rejected = expect(tools.readWorklogs(RANGE)).rejects.toMatchObject({
    message:
      "The host has not responded for 90 seconds; if it is asking you, what you allow may still happen.",
  });
  await vi.advanceTimersByTimeAsync(90_000);
  await rejected;
});

test("a reply that is an error, since rows failed, is a reply", async () => {
  const reply = await example("FillDaysResponse/failures");
  const { tools, requests } = host({ ...textOnly(reply), isError: true });
  const args = { startDate: "2026-11-02", rows: [{ issueKey: "PROJ-1" }], confirm: "1234" };
  await expect(tools.fill(args)).resolves.toEqual(reply);
  expect(requests).toEqual([call("fill_days", args)]);
});

test("one worklog is deleted by one call", async () => {
  const { tools, requests } = host(whole({ success: true, deletedWorklogId: "12" }));
  await expect(tools.deleteOne("12")).resolves.toBeUndefined();
  expect(requests).toEqual([call("delete_worklog", { worklogId: "12" })]);
});

const SHOWN: readonly Worklog[] = [
  { id: "12", issueKey: "PROJ-1", issueSummary: "One", date: "2026-01-05", hours: 2, comment: "" },
  { id: "13", issueKey: "PROJ-2", issueSummary: "Two", date: "2026-01-06", hours: 3, comment: "Review" },
];
const IDS = SHOWN.map(({ id }) => id);

/** The reply of delete_worklogs; with a digest, if nothing was deleted and it can be. */
function deletion(deleted: readonly string[], confirm?: string, shown = SHOWN) {
  const worklogs = shown.map((worklog) => ({ ...worklog, deleted: deleted.includes(worklog.id) }));
  const summary = { total: worklogs.length, deleted: deleted.length, failed: 0, totalHours: 0 };
  return whole({
    deleted: deleted.length > 0,
    worklogs,
    summary,
    ...(confirm !== undefined && { confirm }),
  });
}

test("several worklogs are deleted by a plan and its digest", async () => {
  const { tools, requests } = host(deletion([], "abc123"), deletion(IDS));
  await expect(tools.deleteMany(SHOWN)).resolves.toBeUndefined();
  expect(requests).toEqual([
    call("delete_worklogs", { worklogIds: IDS }),
    call("delete_worklogs", { worklogIds: IDS, confirm: "abc123" }),
  ]);
});

test.each([
  ["what a form of the host has confirmed is not confirmed again", deletion(["12"])],
  ["where nothing can be deleted, nothing is confirmed", deletion([])],
  ["what is deleted is not deleted again, whatever is left of the plan", deletion(["12"], "abc")],
])("%s", async (_, reply) => {
  const { tools, requests } = host(reply);
  await expect(tools.deleteMany(SHOWN)).resolves.toBeUndefined();
  expect(requests).toEqual([call("delete_worklogs", { worklogIds: IDS })]);
});

const CHANGED = "The worklogs have changed meanwhile.";

test.each([
  ["hours", { hours: 4 }],
  ["comment", { comment: "Another" }],
  ["date", { date: "2026-01-07" }],
  ["issue", { issueKey: "PROJ-9" }],
])("a plan that shows another %s than the user saw is not confirmed", async (_, change) => {
  const changed = SHOWN.map((worklog) => ({ ...worklog, ...change }));
  const { tools, requests } = host(deletion([], "abc123", changed));
  await expect(tools.deleteMany(SHOWN)).rejects.toThrow(CHANGED);
  expect(requests).toEqual([call("delete_worklogs", { worklogIds: IDS })]);
});

test("worklogs that changed between plan and confirmation stay, and a new plan is not confirmed unasked", async () => {
  const { tools, requests } = host(deletion([], "abc123"), deletion([], "def456"));
  await expect(tools.deleteMany(SHOWN)).rejects.toThrow(CHANGED);
  expect(requests).toHaveLength(2);
});

test("more worklogs than one call takes are deleted by several calls", async () => {
  const shown = Array.from(
    { length: 101 },
    (_, index): Worklog => ({
      id: `${index}`,
      issueKey: "PROJ-1",
      issueSummary: "One",
      date: "2026-01-05",
      hours: 1,
      comment: "",
    }),
  );
  const parts = [shown.slice(0, 100), shown.slice(100)];
  const replies = parts.flatMap((part) => [
    deletion([], "abc", part),
    deletion(["0", "100"], undefined, part),
  ]);
  const { tools, requests } = host(...replies);
  await expect(tools.deleteMany(shown)).resolves.toBeUndefined();
  expect(requests).toEqual(
    parts.flatMap((part) => {
      const worklogIds = part.map(({ id }) => id);
      return [
        call("delete_worklogs", { worklogIds }),
        call("delete_worklogs", { worklogIds, confirm: "abc" }),
      ];
    }),
  );
});

const CLOSED = SHOWN.map((worklog) => ({ ...worklog, error: "The period is closed" }));

test.each([
  ["none of them, by its plan", [deletion([], undefined, CLOSED)]],
  ["none of them, by what came of it", [deletion([], "abc123"), deletion([], undefined, CLOSED)]],
  ["one of them", [deletion([], "abc123"), deletion(["12"], undefined, CLOSED)]],
])("where Tempo deletes %s, its words are the message", async (_, replies) => {
  await expect(host(...replies).tools.deleteMany(SHOWN)).rejects.toThrow(/^The period is closed$/);
});

test("a host may refuse the confirmation", async () => {
  const { tools } = host(deletion([], "abc123"), new Error("The user refused"));
  await expect(tools.deleteMany(SHOWN)).rejects.toThrow("The user refused");
});

const ISSUES = [{ issueKey: "PROJ-1", issueSummary: "<b>Summary</b>" }];

test.each([
  ["its issues", { contents: [{ text: JSON.stringify({ byIssue: ISSUES }) }] }, ISSUES],
  ["none of an empty result", {}, []],
  ["none of nothing", undefined, []],
  ["none of a text that is no JSON", { contents: [{ text: "{" }] }, []],
  ["none of JSON that is no object", { contents: [{ text: "null" }] }, []],
  ["none of another object", { contents: [{ text: '{"byIssue":"PROJ-1"}' }] }, []],
  ["none of a refusal", new Error("No resources here"), []],
])("the resource of recent issues gives %s", async (_, result, issues) => {
  const { tools, requests } = host(result);
  await expect(tools.recentIssues()).resolves.toEqual(issues);
  expect(requests).toEqual([{ method: "resources/read", params: { uri: "tempo://issues/recent" } }]);
});
