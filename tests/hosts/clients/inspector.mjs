import { execFileSync } from "node:child_process";

// The Inspector knows no model, so this asks one for it, with what the Inspector prints.
const [file, model, prompt] = process.argv.slice(2);

function inspect(...options) {
  const program = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
  const args = [program, "--cli", "--config", file, "--server", "tempofiller", ...options];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", cwd: import.meta.dirname }));
}

async function ask(messages) {
  const body = { model: "stub", tools, messages };
  const response = await fetch(`${model}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
  return (await response.json()).content;
}

const tools = inspect("--method", "tools/list").tools.map(({ inputSchema, ...tool }) => ({
  ...tool,
  input_schema: inputSchema,
}));
const question = { role: "user", content: prompt };
const [call] = await ask([question]);
const named = ["--method", "tools/call", "--tool-name", call.name];
const { content } = inspect(...named, "--tool-args-json", JSON.stringify(call.input));
const results = [{ type: "tool_result", tool_use_id: call.id, content }];
await ask([question, { role: "assistant", content: [call] }, { role: "user", content: results }]);
