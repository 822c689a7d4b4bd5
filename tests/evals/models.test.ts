import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { chooseModel } from "../../evals/models/choose-model.ts";
import type { Conversation, Model } from "../../evals/models/model.ts";
import { programModel } from "../../evals/models/program.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { runProgram } from "./run-program.ts";

const KEY = "key-S3CRET-1a2b3c";

const TOOL = {
  name: "read_it",
  description: "Read it.",
  inputSchema: { type: "object", properties: { date: { type: "string" } } },
};

const CONVERSATION: Conversation = {
  id: "c1",
  today: "Today is Monday, 2026-01-05.",
  instructions: "Be right.",
  tools: [TOOL],
  messages: [
    { role: "user", text: "Which ones?" },
    {
      role: "assistant",
      text: "I look.",
      calls: [
        { id: "a", name: "read_it", arguments: { date: "2026-01-05" } },
        { id: "b", name: "read_it", arguments: {} },
      ],
    },
    { role: "tool", callId: "a", name: "read_it", text: "[1]", isError: false },
    { role: "tool", callId: "b", name: "read_it", text: "No date", isError: true },
  ],
};

interface Sent {
  path: string;
  authorization: string | null;
  key: string | null;
  body: unknown;
}

/** An endpoint that gives these answers in turn, and what it was sent. */
async function endpoint(
  form: "openai" | "anthropic",
  answers: Response[],
): Promise<{ model: Model; sent: Sent[] }> {
  const sent: Sent[] = [];
  const address = await serveOnLoopback(async (request) => {
    sent.push({
      path: new URL(request.url).pathname,
      authorization: request.headers.get("authorization"),
      key: request.headers.get("x-api-key"),
      body: await request.json(),
    });
    return answers.shift() ?? Response.json({}, { status: 500 });
  });
  const env = { EVALS_URL: `${address}/v1/`, EVALS_MODEL: "some-model", EVALS_KEY: KEY };
  return { model: chooseModel({ openai: form === "openai", anthropic: form === "anthropic" }, env), sent };
}

const nextStep = (model: Model) => model.open().next(CONVERSATION);

const STEP = {
  text: "And again.",
  calls: [
    { id: "c", name: "read_it", arguments: { date: "2026-01-06" } },
    { id: "d", name: "read_it", arguments: {} },
  ],
};

const ANSWERS = {
  openai: () =>
    Response.json({
      choices: [
        {
          message: {
            content: "And again.",
            tool_calls: [
              {
                id: "c",
                type: "function",
                function: { name: "read_it", arguments: '{"date":"2026-01-06"}' },
              },
              { id: "d", type: "function", function: { name: "read_it", arguments: "" } },
            ],
          },
        },
      ],
    }),
  anthropic: () =>
    Response.json({
      content: [
        { type: "text", text: "And again." },
        { type: "tool_use", id: "c", name: "read_it", input: { date: "2026-01-06" } },
        { type: "tool_use", id: "d", name: "read_it", input: {} },
      ],
    }),
};

test("a model in the form of OpenAI is sent the tools, calls made at once and their results, and asks for more", async () => {
  const { model, sent } = await endpoint("openai", [ANSWERS.openai()]);
  expect(await nextStep(model)).toEqual(STEP);
  const call = (id: string, args: string) => ({
    id,
    type: "function",
    function: { name: "read_it", arguments: args },
  });
  expect(sent).toEqual([
    {
      path: "/v1/chat/completions",
      authorization: `Bearer ${KEY}`,
      key: null,
      body: {
        model: "some-model",
        messages: [
          { role: "system", content: "Today is Monday, 2026-01-05.\n\nBe right." },
          { role: "user", content: "Which ones?" },
          {
            role: "assistant",
            content: "I look.",
            tool_calls: [call("a", '{"date":"2026-01-05"}'), call("b", "{}")],
          },
          { role: "tool", tool_call_id: "a", content: "[1]" },
          { role: "tool", tool_call_id: "b", content: "No date" },
        ],
        tools: [
          {
            type: "function",
            function: { name: "read_it", description: "Read it.", parameters: TOOL.inputSchema },
          },
        ],
      },
    },
  ]);
});

test("a model in the form of Anthropic is sent all results of a step in one message", async () => {
  const { model, sent } = await endpoint("anthropic", [ANSWERS.anthropic()]);
  expect(await nextStep(model)).toEqual(STEP);
  expect(sent).toEqual([
    {
      path: "/v1/messages",
      authorization: null,
      key: KEY,
      body: {
        model: "some-model",
        max_tokens: 8192,
        system: "Today is Monday, 2026-01-05.\n\nBe right.",
        tools: [{ name: "read_it", description: "Read it.", input_schema: TOOL.inputSchema }],
        messages: [
          { role: "user", content: [{ type: "text", text: "Which ones?" }] },
          {
            role: "assistant",
            content: [
              { type: "text", text: "I look." },
              { type: "tool_use", id: "a", name: "read_it", input: { date: "2026-01-05" } },
              { type: "tool_use", id: "b", name: "read_it", input: {} },
            ],
          },
          {
            role: "user",
            content: [
              { type: "tool_result", tool_use_id: "a", content: "[1]", is_error: false },
              { type: "tool_result", tool_use_id: "b", content: "No date", is_error: true },
            ],
          },
        ],
      },
    },
  ]);
});

describe.each(["openai", "anthropic"] as const)("a model in the form of %s", (form) => {
  test("is asked again after the wait that it wants if it is busy", async () => {
    const busy = new Response("", { status: 429, headers: { "retry-after": "0.05" } });
    const { model, sent } = await endpoint(form, [busy, ANSWERS[form]()]);
    expect(await nextStep(model)).toEqual(STEP);
    expect(sent).toHaveLength(2);
  });

  test("that refuses is not asked again, and the error has no key", async () => {
    const { model, sent } = await endpoint(form, [new Response("no such model", { status: 404 })]);
    await expect(nextStep(model)).rejects.toThrow("the model's endpoint answered 404: no such model");
    expect(sent).toHaveLength(1);
  });

  test("that repeats the key in its refusal has it left out of the error", async () => {
    const { model } = await endpoint(form, [new Response(`Incorrect key: ${KEY}`, { status: 401 })]);
    await expect(nextStep(model)).rejects.toThrow("the model's endpoint answered 401: Incorrect key: ***");
  });

  test("that answers with something else fails", async () => {
    const { model } = await endpoint(form, [Response.json({})]);
    await expect(nextStep(model)).rejects.toThrow("the model's endpoint answered without");
  });
});

test.each([
  [{}, "Give a model"],
  [{ openai: true }, "Set EVALS_MODEL"],
])("without a model or its name, the command says what to give: %j", (choice, message) => {
  expect(() => chooseModel({ openai: false, anthropic: false, ...choice }, {})).toThrow(message);
});

const ECHO = `node -e 'require("readline").createInterface({input:process.stdin}).on("line",(line)=>{const c=JSON.parse(line);console.log(JSON.stringify({say:c.id+" "+c.messages.length+" "+c.seen}))})'`;
const ONCE = `node -e 'require("readline").createInterface({input:process.stdin}).once("line",()=>{console.log(JSON.stringify({calls:[{name:"read_it"}]}));process.exit()})'`;

describe("a program as model", () => {
  test("gets a line for each step, with how much of it it knows already", async () => {
    const session = programModel(ECHO, "echo", 10_000).open();
    onTestFinished(() => session.close());
    expect(await session.next(CONVERSATION)).toEqual({ text: "c1 4 0", calls: [] });
    expect(await session.next(CONVERSATION)).toEqual({ text: "c1 4 5", calls: [] });
  });

  test("that ends after an answer is started again", async () => {
    const session = programModel(ONCE, "once", 10_000).open();
    onTestFinished(() => session.close());
    for (const step of [1, 2]) {
      expect(await session.next(CONVERSATION)).toEqual({
        text: "",
        calls: [{ id: `call-${step}-1`, name: "read_it", arguments: {} }],
      });
      // Its end is noticed a moment after its answer.
      await expect.poll(() => (session as unknown as { isRunning: boolean }).isRunning).toBe(false);
    }
  });

  test.each([
    ["exit 1", "the program ended without an answer"],
    ["echo nonsense", "the program answered nonsense, which is not JSON"],
    ["echo '{}'", 'the program answered {}, with neither "say" nor "calls"'],
    ["echo null", 'the program answered null, with neither "say" nor "calls"'],
    ['echo \'{"stop":"no money is left"}\'', "no money is left"],
    ["sleep 5", "the program did not answer in time"],
  ])("fails with a reason: %s", async (command, reason) => {
    const session = programModel(command, "bad", 1500).open();
    onTestFinished(() => session.close());
    await expect(session.next(CONVERSATION)).rejects.toThrow(reason);
  });
});

test("the mailbox shows what is new, takes answers line by line, and says which it does not take", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-mailbox-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mailbox = `"${process.execPath}" evals/programs/mailbox.mjs`;
  const session = programModel(`${mailbox} "${folder}"`, "mailbox", 20_000).open();
  onTestFinished(() => session.close());

  const first = session.next({ ...CONVERSATION, messages: CONVERSATION.messages.slice(0, 1) });
  await expect.poll(() => readdirSync(folder).length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect((await runProgram(["show", folder, "--wait", "15"])).stdout).toBe(
    [
      "INSTRUCTIONS",
      "Be right.",
      "",
      "TOOLS",
      `read_it: Read it.\n  ${JSON.stringify(TOOL.inputSchema)}`,
      "",
      "ANSWERS",
      "A line for each conversation: calls, whose results come next, or what you say to the user.",
      '{"id": "c1", "calls": [{"name": "a_tool", "arguments": {}}]}',
      '{"id": "c1", "say": "Which issue?"}',
      "",
      "=== c1, step 1. Today is Monday, 2026-01-05.",
      "USER: Which ones?",
      "",
    ].join("\n"),
  );
  const answers = [
    "nonsense",
    '{"id":"c7","say":"x"}',
    '{"id":"c1"}',
    '{"id":"c1","calls":[{"name":"read_it","arguments":{}}]}',
    '{"id":"c1","say":"twice"}',
  ];
  const { stdout: shown } = await runProgram(["answer", folder, "--wait", "3"], answers.join("\n"));
  expect(
    shown.split("\n").map((line) => line.replace(/^(NOT TAKEN), Unexpected token.*?:.*: /, "$1: ")),
  ).toEqual([
    expect.stringMatching(/^NOT TAKEN.*nonsense$/),
    'NOT TAKEN, there is no conversation c7: {"id":"c7","say":"x"}',
    'NOT TAKEN, it has neither "say" nor "calls": {"id":"c1"}',
    'NOT TAKEN, c1 does not wait for an answer: {"id":"c1","say":"twice"}',
    "Answers taken: 1",
    expect.stringMatching(/^Nothing waits yet/),
    "",
    "Not waiting yet: c1",
    "",
  ]);
  expect(await first).toEqual({ text: "", calls: [{ id: "call-1-1", name: "read_it", arguments: {} }] });

  const second = session.next(CONVERSATION);
  expect((await runProgram(["show", folder, "--wait", "15"])).stdout).toBe(
    "\n=== c1, step 2. Today is Monday, 2026-01-05.\nRESULT read_it: [1]\nERROR read_it: No date\n",
  );
  await runProgram(["answer", folder, "--wait", "1"], '{"id":"c1","say":"Both."}');
  expect(await second).toEqual({ text: "Both.", calls: [] });
}, 60_000);
