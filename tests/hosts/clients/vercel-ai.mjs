import { readFileSync } from "node:fs";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as Stdio } from "@ai-sdk/mcp/mcp-stdio";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount } from "ai";

const [file, model, prompt] = process.argv.slice(2);
const { tempofiller } = JSON.parse(readFileSync(file, "utf8")).mcpServers;
const client = await createMCPClient({ transport: new Stdio(tempofiller) });
const stub = createOpenAICompatible({ name: "stub", baseURL: `${model}/v1`, apiKey: "stub-key" });
await generateText({ model: stub("stub"), tools: await client.tools(), stopWhen: isStepCount(3), prompt });
await client.close();
