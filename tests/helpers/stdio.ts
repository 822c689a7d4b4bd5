import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport, type StdioServerParameters } from "@modelcontextprotocol/sdk/client/stdio.js";
import { onTestFinished } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { schemaValidators } from "./schema-validators.ts";

/** Starts a server as an MCP host would and connects to it, until the running test ends. */
export async function connectOverStdio(server: StdioServerParameters): Promise<Client> {
  const identity = { name: "tempofiller-tests", version: "1.0.0" };
  const client = new Client(identity, { jsonSchemaValidator: schemaValidators });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ ...server, env: commandEnvironment(server.env) }));
  return client;
}
