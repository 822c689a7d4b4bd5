import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { tools as toolsOfServer } from "../../src/tools/index.ts";
import { record } from "../helpers/figures.ts";
import { type ServedCommand, startServedCommand } from "../helpers/served-command.ts";
import { shell } from "./languages.ts";
import { withInstalledServer } from "./real-replies.ts";

const installed = inject("installed");

describe.each(["legacy", "modern", "auto"])("the MCP Inspector over HTTP, %s protocol", (era) => {
  let server: ServedCommand;

  beforeAll(async () => {
    server = await startServedCommand({
      options: ["--sandbox", "--toolsets=all"],
      program: [join(installed, "node_modules/.bin/tempofiller")],
    });
  });

  afterAll(() => server.stop());

  /** Runs a method with the Inspector's CLI and parses its output. It is an error if it ends with another code than 0. */
  async function inspect(header: string, method: string, ...options: string[]): Promise<unknown> {
    const address = `${server.url} --transport http --header '${header}'`;
    const command = ["mcp-inspector --cli", address, "--protocol-era", era, "--method", method, ...options];
    return JSON.parse(await shell(installed, [command.join(" ")]));
  }

  test("tools/list --strict finds no fault in the tools, and lists those that other clients get", async () => {
    const { tools } = await withInstalledServer(installed, (client) => client.listTools());
    const inspected = await inspect("X-Request-Id: inspector-1", "tools/list", "--strict");
    expect((inspected as { tools: typeof tools }).tools.map(({ name }) => name)).toEqual(
      tools.map(({ name }) => name),
    );
  });

  test("its headers reach the server, which then offers nothing that writes", async () => {
    const inspected = await inspect("Tempofiller-Read-Only: 1", "tools/list");
    const names = (inspected as { tools: { name: string }[] }).tools.map(({ name }) => name);
    const reading = toolsOfServer.filter(({ effect }) => effect === "read");
    expect(names).toEqual(reading.map(({ name }) => name));
  });

  test("tools/call logs an hour, and reads it back", async () => {
    const day = { startDate: "2026-03-02", endDate: "2026-03-02" };
    const call = (name: string, args: object) =>
      inspect(
        "X-Request-Id: inspector-2",
        "tools/call",
        `--tool-name ${name} --tool-args-json '${JSON.stringify(args)}'`,
      );
    const entry = { issueKey: "DEMO-1", hours: 1, startDate: day.startDate };
    expect(await call("post_worklog", entry)).toMatchObject({ structuredContent: { success: true } });
    expect(await call("get_worklogs", day)).toMatchObject({
      structuredContent: { summary: { totalHours: 1 } },
    });
    record({
      row: 1,
      check: `the MCP Inspector, ${era} protocol: an hour is logged and read back`,
      figures: { calls: 2, failed: 0 },
    });
  });
});
