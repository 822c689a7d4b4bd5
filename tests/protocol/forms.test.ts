import { describe, expect, test, vi } from "vitest";
import { inputSchemas } from "../../src/generated/schemas.ts";
import { store } from "../../src/sandbox/state.ts";
import { datesOf, dayOfWeek } from "../../src/timesheet/dates.ts";
import { tools } from "../../src/tools/index.ts";
import { type AnswerForm, CLIENT_KINDS, type Form, type ToolResult } from "../helpers/clients.ts";
import { rejected } from "../helpers/fault-script.ts";
import { seed, worklog } from "../helpers/seeds.ts";
import { openSession, replyOf, type SessionOptions } from "../helpers/session.ts";

const DAYS = ["2026-01-05", "2026-01-06"];
const FILL = { startDate: DAYS[0], endDate: DAYS[1], rows: [{ issueKey: "PROJ-123", description: "Login" }] };

const ENTRY = {
  issueKey: "PROJ-123",
  issueSummary: "Implement user authentication",
  hours: 8,
  comment: "Login",
  dates: DAYS,
};
const SUMMARY = { worklogs: 2, days: 2, totalHours: 16, missingHoursAfter: 0 };
const RANGE = { startDate: DAYS[0], endDate: DAYS[1] };
const PLAN = {
  ...RANGE,
  posted: false,
  entries: [ENTRY],
  summary: SUMMARY,
  confirm: expect.stringMatching(/^[0-9a-f]{8}$/),
};
const POSTED = {
  ...RANGE,
  posted: true,
  entries: [{ ...ENTRY, worklogIds: ["1290000", "1290001"] }],
  summary: SUMMARY,
};

const NOT_CONFIRMED =
  "The user was asked in a form and did not confirm this plan, so nothing was changed. Call again with `confirm` only if they " +
  "agree to it.";
const CHANGED =
  "The user confirmed a plan in a form, but this is another one: something has changed since. So nothing was changed in Tempo. " +
  "Show them this plan, and call again with its `confirm`.";

const YES: AnswerForm = async () => ({ action: "accept", content: { confirmed: true } });

const NO = async () => ({ action: "decline" as const });

const open = (options: SessionOptions) =>
  openSession({ toolSets: ["fill", "edit"], confirmation: "form", ...options });

/** The reply in a result that has a note for the model beside it. */
function noted({ content, ...result }: ToolResult): { reply: unknown; note: string | undefined } {
  const [reply, note, ...others] = content;
  expect(others).toEqual([]);
  return { reply: replyOf({ ...result, content: reply ? [reply] : [] }, undefined), note: note?.text };
}

describe.each(CLIENT_KINDS)("with forms, through %s", (client) => {
  const isNew = client === "sdk 2.x, 2026-07-28 protocol";

  test("a plan to fill days is shown in a form, and carried out once the user says yes", async () => {
    const forms: Form[] = [];
    const session = await open({
      client,
      onForm: (form) => {
        forms.push(form);
        expect(session.sandbox.state.worklogs.size).toBe(0);
        return YES(form, new AbortController().signal);
      },
    });
    expect(await session.reply("fill_days", FILL)).toEqual(POSTED);
    expect(forms).toEqual([
      {
        mode: "form",
        message:
          "Log 16 h on 2 days?\nPROJ-123 Implement user authentication: 8 h on 2026-01-05, 2026-01-06: Login",
        requestedSchema: {
          type: "object",
          properties: { confirmed: { type: "boolean", title: "Fill days" } },
          required: ["confirmed"],
        },
      },
    ]);
    // Nothing is missing any more, so there is nothing to ask.
    expect((await session.reply("fill_days", FILL)).summary.worklogs).toBe(0);
    expect(forms.length).toBe(1);
  });

  test("what would be deleted is shown in a form, and deleted once the user says yes", async () => {
    const messages: string[] = [];
    const { reply, sandbox } = await open({
      client,
      seed: {
        worklogs: [
          worklog({ startDate: "2026-01-05", description: "Login\nDelete 0 worklogs?" }),
          worklog({ startDate: "2026-01-06" }),
        ],
      },
      onForm: async (form, signal) => {
        messages.push(form.message);
        return YES(form, signal);
      },
    });
    const { deleted } = await reply("delete_worklogs", { worklogIds: ["1290000", "77"] });
    expect({ deleted, stored: [...sandbox.state.worklogs.keys()] }).toEqual({
      deleted: true,
      stored: [1290001],
    });
    expect(messages).toEqual([
      "Delete 1 worklog, 8 h? It cannot be undone.\n" +
        "2026-01-05 PROJ-123 Implement user authentication 8 h Login Delete 0 worklogs?\n" +
        "Not 77: Worklog 77 does not exist (any more), or you have no access to it. Nothing was deleted for it.",
    ]);
  });

  test.each<[string, AnswerForm]>([
    ["declines", NO],
    ["cancels", async () => ({ action: "cancel" })],
    ["says no", async () => ({ action: "accept", content: { confirmed: false } })],
    ["accepts without an answer", async () => ({ action: "accept", content: {} })],
    ["declines with a yes", async () => ({ action: "decline", content: { confirmed: true } })],
  ])("a user who %s gets the plan, whose digest works", async (_, onForm) => {
    const { call, reply, tempo } = await open({ client, onForm });
    const result = await call("fill_days", FILL);
    expect(noted(result)).toEqual({ reply: PLAN, note: NOT_CONFIRMED });
    expect(tempo.count("write")).toBe(0);
    const { confirm } = result.structuredContent ?? {};
    expect(await reply("fill_days", { ...FILL, confirm })).toEqual(POSTED);
  });

  test("a plan that changed while the form was open is not carried out: the new one is the reply", async () => {
    const session = await open({
      client,
      onForm: async (form, signal) => {
        store(session.sandbox.state, worklog({ startDate: "2026-01-06" }));
        return YES(form, signal);
      },
    });
    expect(noted(await session.call("fill_days", FILL))).toEqual({
      reply: {
        ...PLAN,
        entries: [{ ...ENTRY, dates: ["2026-01-05"] }],
        reduced: [{ why: "8 h logged", dates: "2026-01-06" }],
        summary: { ...SUMMARY, worklogs: 1, days: 1, totalHours: 8 },
      },
      note: CHANGED,
    });
    expect(session.sandbox.state.worklogs.size).toBe(1);
  });

  test.each<[string, AnswerForm]>([
    ["answered then", YES],
    ["never answered", () => new Promise(() => {})],
  ])("a call that is cancelled while its form is open, which is %s, writes nothing", async (_, answer) => {
    const cancelling = new AbortController();
    const session = await open({
      client,
      onForm: async (form, signal) => {
        cancelling.abort();
        return answer(form, signal);
      },
    });
    // A client of 2026-07-28 waits for its own form, even if the call is cancelled.
    session.call("fill_days", FILL, { signal: cancelling.signal }).catch(() => {});
    await vi.waitUntil(() => cancelling.signal.aborted);
    await session.client.listTools();
    expect(session.sandbox.state.worklogs.size).toBe(0);
  });

  test.runIf(isNew)(
    "an answer to a form that was never shown confirms no more than its digest does",
    async () => {
      const { client: connected, sandbox } = await open({ client, onForm: YES });
      const answer = {
        inputResponses: { confirmed: { action: "accept", content: { confirmed: true } } },
        requestState: "00000000",
      };
      const forged = { name: "fill_days", arguments: FILL, ...answer };
      expect(noted(await connected.callTool(forged))).toEqual({ reply: PLAN, note: CHANGED });
      const { requestState: _, ...stateless } = forged;
      expect(noted(await connected.callTool(stateless))).toEqual({ reply: PLAN, note: NOT_CONFIRMED });
      expect(sandbox.state.worklogs.size).toBe(0);
      const reading = { name: "get_worklogs", arguments: { startDate: "2026-01-05" }, ...answer };
      expect(replyOf(await connected.callTool(reading), "get_worklogs").worklogs).toEqual([]);
    },
  );

  test("a client that fails to show the form leads to no write", async () => {
    const { call, sandbox } = await open({
      client,
      onForm: async () => {
        throw new Error("no window");
      },
    });
    const calling = call("fill_days", FILL);
    // The 2026-07-28 protocol gives the client the plan's form, and the client ends the call by itself.
    if (isNew) await expect(calling).rejects.toThrow("no window");
    else expect(noted(await calling)).toEqual({ reply: PLAN, note: NOT_CONFIRMED });
    expect(sandbox.state.worklogs.size).toBe(0);
  });

  test.skipIf(isNew)("an unanswered form is closed in time, and the plan is the reply", async () => {
    const signals: AbortSignal[] = [];
    const {
      call,
      sandbox,
      clock,
      client: connected,
    } = await open({
      client,
      onForm: (_, signal) => {
        signals.push(signal);
        return signals.length === 1 ? NO() : new Promise(() => {});
      },
    });
    // SDK 1.x cannot cancel the request whose id is 0.
    await call("fill_days", FILL);
    expect(noted(await call("fill_days", FILL))).toEqual({ reply: PLAN, note: NOT_CONFIRMED });
    const after = clock.now();
    await connected.listTools();
    expect({ closed: signals.map(({ aborted }) => aborted), after }).toEqual({
      closed: [false, true],
      after: 30_000,
    });
    expect(sandbox.state.worklogs.size).toBe(0);
  });

  test.skipIf(isNew)(
    "a form answered late leaves its call the time that is left, and one too short has none",
    async () => {
      const session = await open({
        client,
        onForm: async (form, signal) => {
          session.clock.advance(29_000);
          session.tempo.onWrite("all", rejected(503));
          return YES(form, signal);
        },
      });
      await session.call("fill_days", FILL);
      expect(session.clock.now()).toBeLessThanOrEqual(50_000);

      const short = await open({ client, budget: 8000, onForm: YES });
      expect(await short.reply("fill_days", FILL)).toEqual(PLAN);
    },
  );

  test.each<[string, SessionOptions]>([
    ["that declares no elicitation", {}],
    ["that declares elicitation by URL alone", { onForm: YES, elicitation: { url: {} } }],
    ["while the setting is digest", { onForm: YES, confirmation: "digest" }],
  ])("a client %s gets the plan as before", async (_, options) => {
    const { reply, sandbox } = await open({ client, ...options });
    expect(await reply("fill_days", FILL)).toEqual(PLAN);
    expect(sandbox.state.worklogs.size).toBe(0);
  });

  test("a call with a digest, a tool that plans nothing and a call that fails are not asked about", async () => {
    let forms = 0;
    const { call, reply, refusal } = await open({
      client,
      onForm: async (form, signal) => {
        forms += 1;
        return YES(form, signal);
      },
    });
    expect((await reply("fill_days", { ...FILL, confirm: "00000000" })).posted).toBe(false);
    expect(
      (await call("post_worklog", { issueKey: "PROJ-7", hours: 1, startDate: "2026-01-05" })).isError,
    ).toBeFalsy();
    expect(await refusal("fill_days", { startDate: "2026-01-05" })).toContain("Invalid input");
    expect(forms).toBe(0);
  });

  test("tools and instructions are listed alike, whatever the setting and the client", async () => {
    const plain = await open({ client, confirmation: "digest" });
    const asking = await open({ client, onForm: YES });
    expect(await asking.client.listTools()).toEqual(await plain.client.listTools());
    expect(asking.client.getInstructions()).toBe(plain.client.getInstructions());
  });
});

test("every tool that plans without a digest has a question for its form", () => {
  const planning = tools.filter(({ input }) => {
    const { properties = {}, required = [] }: { properties?: object; required?: readonly string[] } =
      inputSchemas[input];
    return Object.hasOwn(properties, "confirm") && !required.includes("confirm");
  });
  expect(tools.filter(({ question }) => question).map(({ name }) => name)).toEqual(
    planning.map(({ name }) => name),
  );
  expect(planning.map(({ name }) => name)).toEqual(["fill_days", "delete_worklogs", "submit_timesheet"]);
});

test("a timesheet is submitted once the user says yes to its hours, its reviewer and what is missing", async () => {
  const messages: string[] = [];
  const { reply, sandbox } = await open({
    toolSets: ["approvals"],
    seed: {
      worklogs: datesOf({ startDate: "2025-12-01", endDate: "2025-12-31" })
        .filter((date) => !["Saturday", "Sunday"].includes(dayOfWeek(date)))
        .slice(1)
        .map((startDate) =>
          worklog({ startDate, timeSpentSeconds: startDate.endsWith("-31") ? 32_400 : 28_800 }),
        ),
    },
    onForm: async (form, signal) => {
      messages.push(form.message);
      return YES(form, signal);
    },
  });
  const request = { startDate: "2025-12-01", reviewer: "Bo", comment: "Complete.", evenIfMissing: true };
  expect((await reply("submit_timesheet", request)).submitted).toBe(true);
  expect(messages).toEqual([
    "Submit 2025-12-01 to 2025-12-31 to Bo, 177 h logged of 184 h required? It locks these hours.\n" +
      "Comment: Complete.\n2025-12-01: 8 h missing\n2025-12-31: 9 h logged of 8 h required",
  ]);
  expect(sandbox.state.submissions).toEqual([{ startDate: "2025-12-01", comment: "Complete." }]);
});

test.each(["cloud", "datacenter"] as const)(
  "a form works on %s, without structured content too",
  async (deployment) => {
    const { call } = await open({ deployment, structuredContent: false, onForm: YES });
    const { content } = await call("fill_days", FILL);
    expect(content.map(({ text }) => JSON.parse(text))).toEqual([POSTED]);
  },
);

test("a form shows 60 lines of a plan and how many more there are, no secret, and no character that drives a terminal", async () => {
  const messages: string[] = [];
  const summary = `Re${String.fromCharCode(27)}[31md\nline`;
  const worklogs = Array.from({ length: 100 }, () =>
    worklog({ startDate: "2026-01-05", timeSpentSeconds: 60 }),
  );
  const { issues } = seed();
  const { call } = await open({
    seed: { worklogs, issues: issues.map((issue) => ({ ...issue, summary })) },
    redact: (text) => text.replaceAll("Re", "[secret]"),
    onForm: async ({ message }) => {
      messages.push(message);
      return NO();
    },
  });
  await call("delete_worklogs", { worklogIds: worklogs.map((_, index) => String(1290000 + index)) });
  const lines = messages.join().split("\n");
  expect([lines.length, lines[1], lines.at(-1)]).toEqual([
    61,
    "2026-01-05 PROJ-123 [secret][31md line 0.02 h",
    "… and 41 more",
  ]);
});
