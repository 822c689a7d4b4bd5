import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { coreTools } from "../../src/tools/index.ts";
import { connectClient } from "../helpers/clients.ts";
import { freePort } from "../helpers/free-port.ts";
import { buildImage, type Image, runImage } from "../helpers/image.ts";

/** Only root may build and mount. */
describe.skipIf(process.getuid?.() !== 0)("the image of deploy/Containerfile", () => {
  let image: Image;
  beforeAll(() => {
    image = buildImage();
  }, 120_000);
  afterAll(() => image.remove());

  test("has files that its user can read and only root can change", () => {
    const folder = join(image.folder, "opt/tempofiller");
    const modes = [".", ...readdirSync(folder)].map((name) => {
      const { uid, mode } = statSync(join(folder, name));
      return { name, uid, mode: (mode & 0o777).toString(8) };
    });
    expect(modes.length).toBeGreaterThan(20);
    expect(modes).toEqual(modes.map(({ name }) => ({ name, uid: 0, mode: name === "." ? "755" : "644" })));
  });

  test("serves MCP as process 1 and user 10001, with no rights, on a read-only root, and ends at SIGTERM", async () => {
    const port = await freePort();
    const args = ["serve", "--http", `127.0.0.1:${port}`, "--sandbox"];
    const container = runImage(image, {}, args);
    await vi.waitUntil(() => container.log().includes("MCP is at"), { timeout: 20_000 });
    const client = await connectClient(
      "sdk 2.x, 2026-07-28 protocol",
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)) as Transport,
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(coreTools.map(({ name }) => name));
    const { contents } = await client.readResource({ uri: "ui://tempofiller/timesheet.html" });
    expect(contents[0]?.text).toContain("<!doctype html>");
    await client.close();
    const rights = ["Uid", "Gid", "CapEff", "NoNewPrivs"].map((field) => container.status(field));
    expect(rights).toEqual([
      Array(4).fill(10001).join("\t"),
      Array(4).fill(10001).join("\t"),
      "0".repeat(16),
      "1",
    ]);
    expect(container.rootOptions()).toMatch(/^ro\b/);
    expect(container.status("NSpid")).toMatch(/\t1$/);
    container.stop();
    expect(await container.ended).toBe(0);
    expect(JSON.parse(container.log().trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      message: "ended",
    });
  });

  test("does not start until it is set up", async () => {
    const container = runImage(image, {});
    expect(await container.ended).not.toBe(0);
    expect(container.log()).toContain("Other machines can reach the server, so it also needs");
  });
});
