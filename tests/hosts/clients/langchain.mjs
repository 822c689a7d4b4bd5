import { readFileSync } from "node:fs";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";

const [file, model, prompt] = process.argv.slice(2);
const client = new MultiServerMCPClient({ mcpServers: JSON.parse(readFileSync(file, "utf8")).mcpServers });
const stub = new ChatOpenAI({
  model: "stub",
  apiKey: "stub-key",
  configuration: { baseURL: `${model}/v1` },
});
const agent = createAgent({ model: stub, tools: await client.getTools() });
await agent.invoke({ messages: [{ role: "user", content: prompt }] });
await client.close();
