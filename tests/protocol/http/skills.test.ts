import { describe, expect, test } from "vitest";
import { CLIENT_KINDS, type TestClient } from "../../helpers/clients.ts";
import { startTeamServer } from "../../helpers/team-server.ts";

const ENV = { TEMPO_TOOLSETS: "draft,approvals" };

async function namesOf(client: TestClient): Promise<string[]> {
  const { skills } = (await client.request("skills/list")) as { skills: { frontmatter: { name: string } }[] };
  return skills.map(({ frontmatter }) => frontmatter.name);
}

describe.each(CLIENT_KINDS)("over HTTP, to %s", (kind) => {
  test("skills are listed and read, also before a user has entered tokens", async () => {
    const { connect, upstreamRequests } = await startTeamServer({ env: ENV });
    const client = await connect({}, kind);
    expect(await namesOf(client)).toEqual(["catch-up", "fill-my-month", "month-end"]);
    const { contents } = await client.readResource({ uri: "skill://month-end/SKILL.md" });
    expect(contents[0]?.text).toMatch(/^---\nname: month-end\n/);
    expect(upstreamRequests()).toBe(0);
  });

  test("a user who may only read is listed none", async () => {
    const { connect, tempo } = await startTeamServer({ env: ENV });
    const headers = { ...tempo.members[0]?.headers, "Tempofiller-Read-Only": "1" };
    expect(await namesOf(await connect(headers, kind))).toEqual([]);
  });
});

test("over HTTP, no shared cache may keep a list, since users see different ones", async () => {
  const { connect } = await startTeamServer({ env: ENV });
  const client = await connect({});
  expect(await client.request("skills/list")).toMatchObject({ ttlMs: 3_600_000, cacheScope: "private" });
});
