import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { chooseModel } from "../../evals/models/choose-model.ts";
import type { Conversation } from "../../evals/models/model.ts";
import { programModel } from "../../evals/models/program.ts";

interface Asked {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** An endpoint on loopback that gives these answers, one after the other. */
async function endpoint(...answers: { status?: number; headers?: Record<string, string>; body: unknown }[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    asked.push({ path: request.url, headers: request.headers, body: JSON.parse(text) });
    const {
      status = 200,
      headers = {},
      body,
    } = answers[asked.length - 1] ?? { status: 500, body: "none left" };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const INPUT = { type: "object", properties: { startDate: { type: "string" } } };

const CONVERSATION: Conversation = {
  id: "c1",
  today: "Today is Monday, 2026-01-05.",
  instructions: "Dates are YYYY-MM-DD.",
  tools: [{ name: "get_worklogs", description: "Read worklogs.", inputSchema: INPUT }],
  messages: [
    { role: "user", text: "What is logged on Monday and on Tuesday?" },
    {
      role: "assistant",
      text: "",
      calls: [
        { id: "a", name: "get_worklogs", arguments: { startDate: "2026-01-05" } },
        { id: "b", name: "get_worklogs", arguments: { startDate: "2026-01-06" } },
      ],
    },
    { role: "tool", callId: "a", name: "get_worklogs", text: "8 h", isError: false },
    { role: "tool", callId: "b", name: "get_worklogs", text: "Not found.", isError: true },
  ],
};

const SYSTEM = `${CONVERSATION.today}\n\n${CONVERSATION.instructions}`;

const ask = (form: "openai" | "anthropic", url: string, conversation = CONVERSATION) =>
  chooseModel(
    { openai: form === "openai", anthropic: form === "anthropic" },
    { EVALS_URL: url, EVALS_MODEL: "model-1", EVALS_KEY: "k3y" },
  )
    .open()
    .next(conversation);

describe("an endpoint for chat completions", () => {
  test("gets the conversation with its calls and results, and its calls are read", async () => {
    const tool_calls = [
      {
        id: "c",
        type: "function",
        function: { name: "get_worklogs", arguments: '{"startDate":"2026-01-07"}' },
      },
      { id: "d", type: "function", function: { name: "get_worklogs", arguments: "" } },
    ];
    const { url, asked } = await endpoint({
      body: { choices: [{ message: { content: null, tool_calls } }] },
    });
    expect(await ask("openai", url)).toEqual({
      text: "",
      calls: [
        { id: "c", name: "get_worklogs", arguments: { startDate: "2026-01-07" } },
        { id: "d", name: "get_worklogs", arguments: {} },
      ],
    });
    const call = (id: string, date: string) => ({
      id,
      type: "function",
      function: { name: "get_worklogs", arguments: `{"startDate":"${date}"}` },
    });
    expect(asked[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer k3y" },
    });
    expect(asked[0]?.body).toEqual({
      model: "model-1",
      messages: [
        { role: "system", content: SYSTEM },
        { role: "user", content: "What is logged on Monday and on Tuesday?" },
        { role: "assistant", content: "", tool_calls: [call("a", "2026-01-05"), call("b", "2026-01-06")] },
        { role: "tool", tool_call_id: "a", content: "8 h" },
        { role: "tool", tool_call_id: "b", content: "Not found." },
      ],
      tools: [
        {
          type: "function",
          function: { name: "get_worklogs", description: "Read worklogs.", parameters: INPUT },
        },
      ],
    });
  });

  test("that is busy is asked again after the time that it names", async () => {
    const { url, asked } = await endpoint(
      { status: 429, headers: { "retry-after": "1" }, body: "busy" },
      { body: { choices: [{ message: { content: "8 h on Monday." } }] } },
    );
    expect(await ask("openai", url)).toEqual({ text: "8 h on Monday.", calls: [] });
    expect(asked).toHaveLength(2);
  });

  test("that refuses is an error without the key", async () => {
    const { url } = await endpoint({ status: 401, body: { error: "wrong key" } });
    await expect(ask("openai", url)).rejects.toThrow(
      'the model\'s endpoint answered 401: {"error":"wrong key"}',
    );
  });
});

describe("an endpoint for Anthropic's Messages", () => {
  test("gets the results of one step as one message, and its calls are read", async () => {
    const content = [
      { type: "text", text: "I look at Wednesday, too." },
      { type: "tool_use", id: "c", name: "get_worklogs", input: { startDate: "2026-01-07" } },
    ];
    const { url, asked } = await endpoint({ body: { content } });
    expect(await ask("anthropic", url)).toEqual({
      text: "I look at Wednesday, too.",
      calls: [{ id: "c", name: "get_worklogs", arguments: { startDate: "2026-01-07" } }],
    });
    const use = (id: string, date: string) => ({
      type: "tool_use",
      id,
      name: "get_worklogs",
      input: { startDate: date },
    });
    const result = (id: string, text: string, isError: boolean) => ({
      type: "tool_result",
      tool_use_id: id,
      content: text,
      is_error: isError,
    });
    expect(asked[0]).toMatchObject({
      path: "/v1/messages",
      headers: { "x-api-key": "k3y", "anthropic-version": "2023-06-01" },
    });
    expect(asked[0]?.body).toEqual({
      model: "model-1",
      max_tokens: 8192,
      system: SYSTEM,
      tools: [{ name: "get_worklogs", description: "Read worklogs.", input_schema: INPUT }],
      messages: [
        { role: "user", content: [{ type: "text", text: "What is logged on Monday and on Tuesday?" }] },
        { role: "assistant", content: [use("a", "2026-01-05"), use("b", "2026-01-06")] },
        { role: "user", content: [result("a", "8 h", false), result("b", "Not found.", true)] },
      ],
    });
  });
});

describe("a program", () => {
  const program = (code: string) =>
    programModel(`"${process.execPath}" -e "${code.replaceAll('"', '\\"')}"`, "a script", 10_000);

  test("reads the conversation from stdin, again and again, and answers with calls or words", async () => {
    const session = program(
      "require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const {messages,seen}=JSON.parse(line);" +
        "console.log(JSON.stringify(seen===0?{calls:[{name:'get_worklogs'}]}:{say:seen+' of '+messages.length}))})",
    ).open();
    onTestFinished(() => session.close());
    expect(await session.next(CONVERSATION)).toEqual({
      text: "",
      calls: [{ id: "call-1-1", name: "get_worklogs", arguments: {} }],
    });
    expect(await session.next(CONVERSATION)).toEqual({ text: "5 of 4", calls: [] });
  });

  test.each([
    ["ends", "", "the program ended without an answer"],
    ["answers with no JSON", "console.log('hm')", "the program answered hm, which is not JSON"],
    [
      "says and calls nothing",
      "console.log('{}')",
      'the program answered {}, with neither "say" nor "calls"',
    ],
  ])("that %s is an error", async (_, code, words) => {
    await expect(program(code).open().next(CONVERSATION)).rejects.toThrow(words);
  });
});

test("a model has a name", () => {
  expect(() => chooseModel({ openai: true, anthropic: false }, {})).toThrow(
    "Set EVALS_MODEL to the model's name, and EVALS_KEY to your key.",
  );
});
