import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { deferred } from "../../helpers/deferred.ts";
import { READ } from "../../helpers/raw-requests.ts";
import { startTeamServer } from "../../helpers/team-server.ts";

const DAY = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };
const MINUTE_MS = 60_000;

/** A server for one user whose Jira answers `myself` with what `answer` says instead, and the number of times it was asked. */
async function startAsking(kind: Deployment["kind"]) {
  const jira = { answer: undefined as Response | undefined, asked: 0 };
  const team = await startTeamServer({
    kind,
    upstream: (tempo) => async (request) => {
      if (!request.url.endsWith("/myself")) return tempo(request);
      jira.asked += 1;
      return jira.answer?.clone() ?? tempo(request);
    },
  });
  const [member] = team.tempo.members;
  const session = await team.connect(member?.headers ?? {});
  const post = (startDate: string) =>
    session.callTool({ name: "post_worklog", arguments: { ...DAY, startDate } });
  return { team, member, jira, post };
}

describe.each(["cloud", "datacenter"] as const)("%s", (kind) => {
  test("Jira is asked whose credentials they are once in 15 minutes of use", async () => {
    const { team, jira, post } = await startAsking(kind);
    const asked: number[] = [];
    for (const day of ["05", "06", "07", "08"]) {
      expect((await post(`2026-01-${day}`)).isError).toBeFalsy();
      asked.push(jira.asked);
      team.clock.advance(8 * MINUTE_MS);
    }
    expect(asked).toEqual([1, 1, 2, 2]);
  });

  test("a Jira token that was revoked meanwhile logs nothing more", async () => {
    const { team, member, jira, post } = await startAsking(kind);
    await post("2026-01-05");
    jira.answer = new Response("", { status: 401 });
    team.clock.advance(8 * MINUTE_MS);
    expect((await post("2026-01-06")).isError).toBeFalsy();
    team.clock.advance(8 * MINUTE_MS);
    const refused = await post("2026-01-07");
    expect([refused.isError, refused.content[0]?.text]).toEqual([
      true,
      expect.stringContaining("Jira refused the token (HTTP 401)"),
    ]);
    expect(member?.sandbox.state.worklogs.size).toBe(2);
    const again = await post("2026-01-07");
    expect(again.content[0]?.text).toContain("These credentials are tried again in a minute.");
    expect(member?.sandbox.state.worklogs.size).toBe(2);
  });

  test("while Jira cannot say whose credentials they are, a call fails with nothing sent to Tempo, and works later", async () => {
    const { team, member, jira, post } = await startAsking(kind);
    await post("2026-01-05");
    team.clock.advance(8 * MINUTE_MS);
    await post("2026-01-06");
    team.clock.advance(8 * MINUTE_MS);
    // Not 503, which is asked again for as long as the call may take.
    jira.answer = new Response("", { status: 409 });
    const before = { requests: team.upstreamRequests(), asked: jira.asked };
    const failed = await post("2026-01-07");
    expect([failed.isError, failed._meta?.["tempofiller/error"]]).toEqual([
      true,
      { code: "unavailable", httpStatus: 409, retryable: true },
    ]);
    expect(team.upstreamRequests() - before.requests).toBe(jira.asked - before.asked);
    expect(member?.sandbox.state.worklogs.size).toBe(2);
    jira.answer = undefined;
    expect((await post("2026-01-07")).isError).toBeFalsy();
    expect(member?.sandbox.state.worklogs.size).toBe(3);
  });

  test("a call in progress goes on while its identity is asked for again", async () => {
    const { promise: isHeld, resolve: release } = deferred();
    const { promise: reached, resolve: isReached } = deferred();
    let isRevoked = false;
    const team = await startTeamServer({
      kind,
      upstream: (tempo) => async (request) => {
        if (isRevoked && request.url.endsWith("/myself")) return new Response("", { status: 401 });
        if (request.method === "POST" && request.url.endsWith("/worklogs")) {
          isReached();
          await isHeld;
        }
        return tempo(request);
      },
    });
    const [member] = team.tempo.members;
    const read = async () => (await team.post(READ, member?.headers)).text();
    await read();
    team.clock.advance(8 * MINUTE_MS);
    await read();
    team.clock.advance(7 * MINUTE_MS - 5000);
    const session = await team.connect(member?.headers ?? {});
    const posting = session.callTool({ name: "post_worklog", arguments: DAY });
    await reached;
    team.clock.advance(5000);
    isRevoked = true;
    expect(await read()).toContain("Jira refused the token");
    release();
    expect((await posting).structuredContent).toMatchObject({ success: true });
    expect(member?.sandbox.state.worklogs.size).toBe(1);
  });
});
