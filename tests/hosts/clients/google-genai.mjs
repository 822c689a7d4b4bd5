import { readFileSync } from "node:fs";
import { GoogleGenAI, mcpToTool } from "@google/genai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [file, model, contents] = process.argv.slice(2);
const { tempofiller } = JSON.parse(readFileSync(file, "utf8")).mcpServers;
const client = new Client({ name: "stub", version: "1" });
await client.connect(new StdioClientTransport(tempofiller));
const stub = new GoogleGenAI({ apiKey: "stub-key", httpOptions: { baseUrl: model } });
await stub.models.generateContent({ model: "stub", contents, config: { tools: [mcpToTool(client)] } });
await client.close();
