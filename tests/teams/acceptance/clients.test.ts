import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { coreTools } from "../../../src/tools/index.ts";
import { CLIENT_KINDS, type ClientKind, connectClient, type TestClient } from "../../helpers/clients.ts";
import { record } from "../../helpers/figures.ts";
import { postgresForFile } from "../database.ts";
import { startTeam } from "./team.ts";

const postgres = postgresForFile();

const DAY = "2026-01-05";

async function connect(kind: ClientKind, url: URL, headers: Record<string, string>): Promise<TestClient> {
  const options = { requestInit: { headers } };
  const transport =
    kind === "sdk 1.x" ? new LegacyTransport(url, options) : new StreamableHTTPClientTransport(url, options);
  const client = await connectClient(kind, transport as Transport);
  onTestFinished(() => client.close());
  return client;
}

/** Calls every tool that is always offered, and returns their replies. What it stores, it deletes again. */
async function converse(client: TestClient): Promise<unknown[]> {
  const replies: unknown[] = [];
  const call = async (name: string, args: object) => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
    expect(isError, JSON.stringify(structuredContent)).not.toBe(true);
    replies.push(structuredContent);
    return structuredContent as { worklog?: { id: string } };
  };
  await call("get_schedule", { startDate: DAY });
  const posted = await call("post_worklog", { issueKey: "PROJ-123", hours: 2, startDate: DAY });
  await call("bulk_post_worklogs", { worklogs: [{ issueKey: "PROJ-123", hours: 2, date: DAY }] });
  await call("get_worklogs", { startDate: DAY });
  await call("delete_worklog", { worklogId: posted.worklog?.id });
  return replies;
}

test.each<Deployment["kind"]>(["cloud", "datacenter"])(
  "%s: clients of both SDKs and both protocol eras get equal replies from both replicas",
  async (kind) => {
    const env = { TEMPO_REQUESTS_PER_SECOND: "100" };
    const size = CLIENT_KINDS.length * 2;
    const { tempo, one, other } = await startTeam(postgres(), { kind, size, env });
    const members = [...tempo.members];
    const conversations: string[] = [];
    let calls = 0;
    for (const client of CLIENT_KINDS)
      for (const { url } of [one, other]) {
        const member = members.pop();
        const connected = await connect(client, url, member?.headers ?? {});
        const { tools } = await connected.listTools();
        expect(tools.map(({ name }) => name)).toEqual(coreTools.map(({ name }) => name));
        const replies = await converse(connected);
        calls += replies.length;
        conversations.push(JSON.stringify(replies).replaceAll(member?.mark ?? "", "mark"));
      }
    record({
      row: 1,
      check: `${kind}: every tool through ${CLIENT_KINDS.join("; ")}, on each of two replicas`,
      figures: { clients: conversations.length, calls, "different replies": new Set(conversations).size - 1 },
    });
    expect(new Set(conversations).size).toBe(1);
  },
);
