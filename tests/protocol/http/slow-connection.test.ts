import { connect } from "node:net";
import { expect, test } from "vitest";
import { startTeamServer } from "../../helpers/team-server.ts";

test("a connection that sends its headers slowly is closed after 10 seconds", async () => {
  const team = await startTeamServer();
  const startedAt = performance.now();
  const socket = connect(Number(team.url.port), "127.0.0.1");
  socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
  const drip = setInterval(() => socket.write("X-A: b\r\n"), 500);
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(drip);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(seconds).toBeGreaterThan(9);
  expect(seconds).toBeLessThan(14);
}, 20_000);
