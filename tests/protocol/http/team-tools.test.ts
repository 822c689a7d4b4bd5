import { expect, test } from "vitest";
import { startTeamServer } from "../../helpers/team-server.ts";

test.each([
  [{ TEMPO_TOOLSETS: "team" }, true],
  [{ TEMPO_TOOLSETS: "all" }, true],
  [{ TEMPO_TOOLSETS: "all", TEMPOFILLER_TEAM_TOOLS: "off" }, false],
  [{ TEMPO_TOOLSETS: "team,fill", TEMPOFILLER_TEAM_TOOLS: "off" }, false],
])("with %j the tools for teams are offered: %j", async (env, isOffered) => {
  const { connect, tempo } = await startTeamServer({ env });
  const client = await connect(tempo.members[0]?.headers ?? {});
  const { tools } = await client.listTools();
  const ofTeams = tools.map(({ name }) => name).filter((name) => name.startsWith("get_team_"));
  expect(ofTeams).toEqual(isOffered ? ["get_team_timesheets", "get_team_totals"] : []);
});
