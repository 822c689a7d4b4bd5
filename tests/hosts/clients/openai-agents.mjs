import { readFileSync } from "node:fs";
import { Agent, MCPServerStdio, run } from "@openai/agents";

// The key, the address of the API, and tracing that is off come from the environment.
const [file, , prompt] = process.argv.slice(2);
const { tempofiller } = JSON.parse(readFileSync(file, "utf8")).mcpServers;
const server = new MCPServerStdio({ name: "tempofiller", ...tempofiller });
await server.connect();
await run(new Agent({ name: "stub", model: "stub", mcpServers: [server] }), prompt);
await server.close();
