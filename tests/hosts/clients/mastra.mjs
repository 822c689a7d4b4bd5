import { readFileSync } from "node:fs";
import { Agent } from "@mastra/core/agent";
import { MCPClient } from "@mastra/mcp";

const [file, model, prompt] = process.argv.slice(2);
const client = new MCPClient({ servers: JSON.parse(readFileSync(file, "utf8")).mcpServers });
const stub = { id: "stub/stub", url: `${model}/v1`, apiKey: "stub-key" };
const agent = new Agent({
  id: "stub",
  name: "stub",
  instructions: "",
  model: stub,
  tools: await client.listTools(),
});
await agent.generate(prompt);
await client.disconnect();
