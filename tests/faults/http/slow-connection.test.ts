import { expect, test } from "vitest";
import { sendHeadersSlowly } from "../../helpers/raw-requests.ts";
import { startTeamServer } from "../../helpers/team-server.ts";

test("a connection that sends its headers slowly is closed after 10 seconds", async () => {
  const team = await startTeamServer();
  const seconds = await sendHeadersSlowly(team.url);
  expect(seconds).toBeGreaterThan(9);
  expect(seconds).toBeLessThan(14);
}, 20_000);
