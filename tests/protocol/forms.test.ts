import { describe, expect, test, vi } from "vitest";
import { inputSchemas } from "../../src/generated/schemas.ts";
import { store } from "../../src/sandbox/state.ts";
import { datesOf, dayOfWeek } from "../../src/timesheet/dates.ts";
import { tools } from "../../src/tools/index.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { type AnswerForm, CLIENT_KINDS, type Form, type ToolResult } from "../helpers/clients.ts";
import { WEEK, WEEK_SOURCES } from "../helpers/drafted-week.ts";
import { evidenceOf } from "../helpers/evidence.ts";
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
const SUMMARY = { totalEntries: 2, days: 2, totalHours: 16, missingHoursAfter: 0 };
const RANGE = { startDate: DAYS[0], endDate: DAYS[1] };
const PLAN = {
  ...RANGE,
  logged: false,
  entries: [ENTRY],
  summary: SUMMARY,
  confirm: expect.stringMatching(/^[0-9a-f]{24}$/),
};
const POSTED = {
  ...RANGE,
  logged: true,
  entries: [{ ...ENTRY, worklogIds: ["1290000", "1290001"] }],
  summary: SUMMARY,
};

// The catalogue of errors has the whole texts.
const SAID_NO = expect.stringContaining("said no");
const UNANSWERED = expect.stringContaining("did not answer it");
const CHANGED = expect.stringContaining("something has changed since");
const LATE = expect.stringContaining("Too little time was left");

const YES: AnswerForm = async () => ({ action: "accept", content: { confirmed: true } });

const NO = async () => ({ action: "decline" as const });

/** The digest of a call's plan, as a model may have it from a client without forms. */
async function digestOf(
  tool: string,
  args: Record<string, unknown>,
  options: SessionOptions,
): Promise<string> {
  const { call } = await openSession({ ...options, confirmation: "digest" });
  const { structuredContent: plan } = await call(tool === "post_draft" ? "draft_timesheet" : tool, args);
  return String(plan?.confirm);
}

const open = (options: SessionOptions) =>
  openSession({ toolSets: ["fill", "edit"], confirmation: "form", ...options });

/** The whole result of a call whose plan was not carried out: no plan, no digest. */
const notCarriedOut = (text: ToolResult["content"][number]["text"]): ToolResult => ({
  isError: true,
  content: [{ type: "text", text }],
  _meta: { "tempofiller/error": { code: "cancelled", retryable: false } },
});

/** Leaves out what protocols add to each result. */
function resultOf({ isError = false, content, structuredContent, _meta = {} }: ToolResult): object {
  const { "tempofiller/error": error } = _meta;
  return {
    isError,
    content,
    ...(structuredContent && { structuredContent }),
    _meta: { "tempofiller/error": error },
  };
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
    expect((await session.reply("fill_days", FILL)).summary.totalEntries).toBe(0);
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
    const { deleted } = await reply("delete_worklogs", { worklogIds: ["77", "1290000"] });
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

  test.each<[string, AnswerForm, string]>([
    ["declines", NO, SAID_NO],
    ["says no", async () => ({ action: "accept", content: { confirmed: false } }), SAID_NO],
    ["declines with a yes", async () => ({ action: "decline", content: { confirmed: true } }), SAID_NO],
    ["cancels", async () => ({ action: "cancel" }), UNANSWERED],
    ["cancels with a yes", async () => ({ action: "cancel", content: { confirmed: true } }), UNANSWERED],
    ["accepts without an answer", async () => ({ action: "accept", content: {} }), UNANSWERED],
  ])("of a user who %s, the model gets neither plan nor digest", async (_, onForm, text) => {
    const { call, tempo } = await open({ client, onForm });
    expect(resultOf(await call("fill_days", FILL))).toEqual(notCarriedOut(text));
    expect(tempo.count("write")).toBe(0);
  });

  test("a digest that the model knows opens the form again, and only a yes there carries the plan out", async () => {
    const answers = [NO, NO, YES];
    const forms: string[] = [];
    const session = await open({
      client,
      onForm: async (form, signal) => {
        forms.push(form.message);
        return (answers.shift() ?? NO)(form, signal);
      },
    });
    const confirm = await digestOf("fill_days", FILL, { toolSets: ["fill"] });
    const calls = { no: { ...FILL, confirm }, wrong: { ...FILL, confirm: "0".repeat(24) } };
    expect(resultOf(await session.call("fill_days", calls.no))).toEqual(notCarriedOut(SAID_NO));
    expect(resultOf(await session.call("fill_days", calls.wrong))).toEqual(notCarriedOut(SAID_NO));
    expect(session.sandbox.state.worklogs.size).toBe(0);
    expect(await session.reply("fill_days", calls.no)).toEqual(POSTED);
    expect([new Set(forms).size, forms.length]).toEqual([1, 3]);
  });

  test("a plan that changed while the form was open is not carried out", async () => {
    const session = await open({
      client,
      onForm: async (form, signal) => {
        store(session.sandbox.state, worklog({ startDate: "2026-01-06" }));
        return YES(form, signal);
      },
    });
    expect(resultOf(await session.call("fill_days", FILL))).toEqual(notCarriedOut(CHANGED));
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

  test.skipIf(isNew)("an answer that comes beside the arguments, before any form, is none", async () => {
    const { client: connected, sandbox } = await open({ client, onForm: NO });
    const digest = await digestOf("fill_days", FILL, { toolSets: ["fill"] });
    const answered = {
      name: "fill_days",
      arguments: FILL,
      inputResponses: { confirmed: { action: "accept", content: { confirmed: true } } },
      requestState: digest,
    };
    expect(resultOf(await connected.callTool(answered))).toEqual(notCarriedOut(SAID_NO));
    expect(sandbox.state.worklogs.size).toBe(0);
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
      expect(resultOf(await connected.callTool(forged))).toEqual(notCarriedOut(CHANGED));
      const { requestState: _, ...stateless } = forged;
      expect(resultOf(await connected.callTool(stateless))).toEqual(notCarriedOut(CHANGED));
      const unanswered = { ...forged, inputResponses: {} };
      expect(resultOf(await connected.callTool(unanswered))).toEqual(notCarriedOut(UNANSWERED));
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
    else expect(resultOf(await calling)).toEqual(notCarriedOut(UNANSWERED));
    expect(sandbox.state.worklogs.size).toBe(0);
  });

  test.skipIf(isNew)("an unanswered form is closed in time, and nothing is written", async () => {
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
    expect(resultOf(await call("fill_days", FILL))).toEqual(notCarriedOut(UNANSWERED));
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
      expect(resultOf(await short.call("fill_days", FILL))).toEqual(notCarriedOut(LATE));
    },
  );

  test.each<[string, SessionOptions]>([
    ["that declares no elicitation", {}],
    ["that declares elicitation by URL alone", { onForm: YES, elicitation: { url: {} } }],
    ["while the setting is digest", { onForm: YES, confirmation: "digest" }],
  ])("a client %s gets the plan, and its digest confirms it", async (_, options) => {
    const { reply, sandbox } = await open({ client, ...options });
    const plan = await reply("fill_days", FILL);
    expect(plan).toEqual(PLAN);
    expect(sandbox.state.worklogs.size).toBe(0);
    expect(await reply("fill_days", { ...FILL, confirm: plan.confirm })).toEqual(POSTED);
  });

  test("a plan without anything to do, a tool that plans nothing and a call that fails are not asked about", async () => {
    let forms = 0;
    const { call, refusal } = await open({
      client,
      onForm: async (form, signal) => {
        forms += 1;
        return YES(form, signal);
      },
    });
    expect((await call("delete_worklogs", { worklogIds: ["77"], confirm: "0".repeat(24) })).isError).toBe(
      true,
    );
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

const MISSING_DECEMBER = { startDate: "2025-12-01", evenIfMissing: true };

describe.each(CLIENT_KINDS)("through %s", (client) => {
  test.each<[tool: string, args: Record<string, unknown>]>([
    ["fill_days", FILL],
    ["delete_worklogs", { worklogIds: ["1290000"] }],
    ["submit_timesheet", MISSING_DECEMBER],
    ["post_draft", WEEK],
  ])("%s changes nothing without the yes of a form, with its digest too", async (tool, args) => {
    const answers = [NO, NO];
    const options = {
      toolSets: TOOL_SETS,
      evidence: evidenceOf(WEEK_SOURCES),
      seed: { worklogs: [worklog({ startDate: "2025-12-02" })] },
    };
    const session = await open({
      ...options,
      client,
      onForm: async (form, signal) => (answers.shift() ?? YES)(form, signal),
    });
    const state = () =>
      JSON.stringify([[...session.sandbox.state.worklogs], session.sandbox.state.submissions]);
    const before = state();
    const confirm = await digestOf(tool, args, options);
    for (const given of [{ ...args, confirm }, tool === "post_draft" ? { ...args, confirm: "" } : args]) {
      expect(resultOf(await session.call(tool, given))).toEqual(notCarriedOut(SAID_NO));
    }
    expect([state(), answers]).toEqual([before, []]);
    const result = await session.call(tool, { ...args, confirm });
    expect([result.isError ?? false, state() === before]).toEqual([false, false]);
    // Repeated, as after a lost response, it changes nothing more.
    const after = state();
    await session.call(tool, { ...args, confirm });
    expect(state()).toBe(after);
  });
});

test("every tool with a digest has a question for its form", () => {
  const planning = tools.filter(({ input }) =>
    Object.hasOwn(inputSchemas[input].properties ?? {}, "confirm"),
  );
  expect(planning.map(({ name, question }) => [name, question !== undefined])).toEqual([
    ["fill_days", true],
    ["delete_worklogs", true],
    ["submit_timesheet", true],
    ["post_draft", true],
  ]);
});

test("a draft is shown in a form with its hours, its attributes and the rules to be kept", async () => {
  const messages: string[] = [];
  const { reply, sandbox } = await openSession({
    toolSets: ["draft"],
    confirmation: "form",
    evidence: evidenceOf(WEEK_SOURCES),
    onForm: async (form, signal) => {
      messages.push(form.message);
      return YES(form, signal);
    },
  });
  const { worklogIds } = await reply("post_draft", { ...WEEK, confirm: "any", remember: true });
  expect(messages).toMatchInlineSnapshot(`
    [
      "Log 29 h of this draft on 4 days?
    2026-01-05 PROJ-123 Implement user authentication 7 h Add OAuth support
    2026-01-05 PROJ-4 Sprint ceremonies 1 h PROJ-4 Sprint planning
    2026-01-06 PROJ-123 6 h Refresh the tokens before they end
    2026-01-06 PROJ-7 Code review 2 h
    2026-01-07 PROJ-4 0.5 h Refinement PROJ-4
    2026-01-07 PROJ-123 6.75 h Document the flow
    2026-01-09 PROJ-123 5.75 h Raise the limit of attempts
    Not logged, without an issue: 1 h
    The issues that were given are kept as rules for the same titles.",
    ]
  `);
  expect(sandbox.state.worklogs.size).toBe(worklogIds.length);
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

test("a form says of hours that they are not billable", async () => {
  const messages: string[] = [];
  const { call } = await open({
    onForm: async ({ message }) => {
      messages.push(message);
      return NO();
    },
  });
  await call("fill_days", { ...FILL, billable: false });
  expect(messages).toEqual([
    "Log 16 h on 2 days?\nThey are not billable.\n" +
      "PROJ-123 Implement user authentication: 8 h on 2026-01-05, 2026-01-06: Login",
  ]);
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
