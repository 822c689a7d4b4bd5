import { expect, test } from "vitest";
import { createAccessKey } from "../../../src/team/auth/access-keys.ts";
import { deferred } from "../../helpers/deferred.ts";
import { READ } from "../../helpers/raw-requests.ts";
import { startTeamServer, type TeamServer } from "../../helpers/team-server.ts";
import { secretFile } from "../../helpers/temporary-folder.ts";

const DAY = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };
const RANGE = { startDate: DAY.startDate, endDate: DAY.startDate };
const INTERNAL = { TEMPOFILLER_INTERNAL: "127.0.0.1:0" };

async function metricsOf({ server }: TeamServer): Promise<string> {
  return (await fetch(new URL("/metrics", server.internalUrl))).text();
}

test("the probes and the metrics are on the internal address alone", async () => {
  const team = await startTeamServer({ env: INTERNAL });
  const internal = (path: string) => fetch(new URL(path, team.server.internalUrl));
  expect([(await internal("/livez")).status, (await internal("/readyz")).status]).toEqual([200, 200]);
  expect(await (await internal("/readyz")).json()).toEqual({
    ready: true,
    draining: false,
    database: "none",
  });
  expect((await internal("/mcp")).status).toBe(404);
  expect((await fetch(new URL("/livez", team.server.internalUrl), { method: "POST" })).status).toBe(405);
});

test("the metrics ask for the token of its file, and the probes do not", async () => {
  const path = secretFile("S3CRET-of-the-metrics\n");
  const team = await startTeamServer({ env: { ...INTERNAL, TEMPOFILLER_METRICS_TOKEN_FILE: path } });
  const get = async (path: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(new URL(path, team.server.internalUrl), { headers });
    return [response.status, response.headers.get("www-authenticate")];
  };
  const refused = [401, 'Bearer realm="tempofiller"'];
  expect(await get("/metrics")).toEqual(refused);
  expect(await get("/metrics", "Bearer S3CRET-of-the-metric")).toEqual(refused);
  expect(await get("/metrics", "Bearer S3CRET-of-the-metrics S3CRET-of-the-metrics")).toEqual(refused);
  expect(await get("/metrics", "Basic S3CRET-of-the-metrics")).toEqual(refused);
  expect(await get("/metrics", "Bearer S3CRET-of-the-metrics")).toEqual([200, null]);
  expect([await get("/livez"), await get("/readyz")]).toEqual([
    [200, null],
    [200, null],
  ]);
  expect(JSON.stringify(team.log())).not.toContain("S3CRET");
});

test.each([
  ["0.0.0.0", true],
  ["[::]", true],
  ["127.0.0.1", false],
  ["[::1]", false],
])("on %s the log warns of open metrics: %s", async (host, warns) => {
  const team = await startTeamServer({ env: { TEMPOFILLER_INTERNAL: `${host}:0` } });
  const warnings = team.log().filter(({ level }) => level === "warn");
  expect(warnings.map(({ message }) => message)).toEqual(
    warns
      ? [
          `Every client that can reach ${host.replaceAll(/[[\]]/g, "")}:0 can read /metrics. Let only your monitoring reach it, or set ` +
            "TEMPOFILLER_METRICS_TOKEN_FILE.",
        ]
      : [],
  );
});

test("the metrics count calls by tool and code, and what they changed, and name no user", async () => {
  const team = await startTeamServer({ env: INTERNAL });
  const [member] = team.tempo.members;
  const session = await team.connect(member?.headers ?? {});
  await session.callTool({ name: "post_worklog", arguments: DAY });
  await session.callTool({ name: "get_worklogs", arguments: RANGE });
  const stranger = await team.connect({});
  await stranger.callTool({ name: "get_worklogs", arguments: RANGE });
  const text = await metricsOf(team);
  const samples = text
    .split("\n")
    .filter((line) => /^tempofiller_(calls_total|changes_total|people).* [1-9]/.test(line));
  expect(samples.sort()).toEqual([
    'tempofiller_calls_total{tool="get_worklogs",code="invalid_settings"} 1',
    'tempofiller_calls_total{tool="get_worklogs",code="ok"} 1',
    'tempofiller_calls_total{tool="post_worklog",code="ok"} 1',
    'tempofiller_changes_total{outcome="stored"} 1',
    "tempofiller_people 1",
  ]);
  expect(text).toContain('tempofiller_call_duration_seconds_count{tool="post_worklog"} 1');
  // Prometheus can read each line.
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/);
  expect(text).not.toMatch(/S3CRET|person0000|PROJ/);
});

test("the metrics and the log name the keys that were used, and an expired key is refused and no guess", async () => {
  const [ada, eve, old] = [
    createAccessKey("ada"),
    createAccessKey("eve", { expires: "2099-12-31" }),
    createAccessKey("ada", { expires: "2020-12-31" }),
  ];
  const path = secretFile([ada, eve, old].map(({ line }) => line).join("\n"));
  const team = await startTeamServer({
    isPublic: true,
    env: { ...INTERNAL, TEMPOFILLER_ACCESS_KEYS_FILE: path },
  });
  const read = async (key: string) => {
    const authorization = `Bearer ${key}`;
    const headers = { ...team.tempo.members[0]?.headers, authorization, "x-forwarded-for": "198.51.100.7" };
    const response = await team.post(READ, headers);
    return [
      response.status,
      response.headers.get("www-authenticate")?.match(/2020-12-31 was its last day/)?.[0],
    ];
  };
  const before = Date.now() / 1000;
  expect(await read(ada.key)).toEqual([200, undefined]);
  for (let time = 0; time < 25; time += 1)
    expect(await read(old.key)).toEqual([401, "2020-12-31 was its last day"]);
  const text = await metricsOf(team);
  const samples = text.split("\n").filter((line) => line.startsWith("tempofiller_access_key"));
  const [used = ""] = samples;
  expect(Number(used.split(" ")[1])).toBeGreaterThanOrEqual(before);
  expect(samples).toEqual([
    expect.stringMatching(/^tempofiller_access_key_last_used_timestamp_seconds\{key="ada"\} [\d.]+$/),
    'tempofiller_access_key_last_used_timestamp_seconds{key="eve"} 0',
    `tempofiller_access_key_expiry_timestamp_seconds{key="eve"} ${Date.parse("2100-01-01") / 1000}`,
  ]);
  expect(team.log().filter(({ event }) => event === "access_key")).toMatchObject([
    { level: "info", key: "ada", lastUsed: expect.any(String) },
    { level: "warn", key: "ada", expired: "2020-12-31" },
  ]);
  expect(JSON.stringify(team.log()) + text).not.toMatch(/tfk_/);
});

test("the log and the metrics say of each call what became of it", async () => {
  const team = await startTeamServer({ env: { ...INTERNAL, TEMPO_TOOLSETS: "edit" } });
  const [member] = team.tempo.members;
  const session = await team.connect(member?.headers ?? {});
  const post = (...issueKeys: string[]) =>
    session.callTool({
      name: "bulk_post_worklogs",
      arguments: { worklogs: issueKeys.map((issueKey) => ({ issueKey, hours: 1, date: "2026-01-05" })) },
    });
  await post("PROJ-123");
  const posted = await post("PROJ-123", "NONE-1");
  await post("NONE-1");
  const worklogIds = [JSON.stringify(posted.structuredContent).match(/"worklogId":"(\d+)"/)?.[1], "77"];
  // A plan, which has not failed, although one of the two does not exist.
  await session.callTool({ name: "delete_worklogs", arguments: { worklogIds } });
  await session.callTool({ name: "get_worklogs", arguments: { startDate: "2026-01-32" } });
  const codes = team.log().flatMap(({ event, tool, code }) => (event === "call" ? [[tool, code]] : []));
  expect(codes).toEqual([
    ["bulk_post_worklogs", "ok"],
    ["bulk_post_worklogs", "partial_failure"],
    ["bulk_post_worklogs", "partial_failure"],
    ["delete_worklogs", "ok"],
    ["get_worklogs", "invalid_input"],
  ]);
  const text = await metricsOf(team);
  expect(
    text
      .split("\n")
      .filter((line) => /^tempofiller_calls_total.* [1-9]/.test(line))
      .sort(),
  ).toEqual([
    'tempofiller_calls_total{tool="bulk_post_worklogs",code="ok"} 1',
    'tempofiller_calls_total{tool="bulk_post_worklogs",code="partial_failure"} 2',
    'tempofiller_calls_total{tool="delete_worklogs",code="ok"} 1',
    'tempofiller_calls_total{tool="get_worklogs",code="invalid_input"} 1',
  ]);
});

test("a call whose caller goes away before it has ended is cancelled, in the log and in the metrics", async () => {
  const caller = new AbortController();
  const team = await startTeamServer({
    env: INTERNAL,
    upstream: (tempo) => async (request) => {
      if (request.url.includes("/worklogs")) {
        caller.abort();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return tempo(request);
    },
  });
  const session = await team.connect(team.tempo.members[0]?.headers ?? {});
  await expect(
    session.callTool({ name: "get_worklogs", arguments: RANGE }, { signal: caller.signal }),
  ).rejects.toThrow();
  await expect
    .poll(() => team.log().flatMap(({ event, code }) => (event === "call" ? [code] : [])))
    .toEqual(["cancelled"]);
  const text = await metricsOf(team);
  expect(text).toContain('tempofiller_calls_total{tool="get_worklogs",code="cancelled"} 1');
});

test("on its way out the server ends the calls in progress, takes no more, and says so", async () => {
  const { promise: isHeld, resolve: release } = deferred();
  const { promise: reached, resolve: isReached } = deferred();
  const team = await startTeamServer({
    env: INTERNAL,
    upstream: (tempo) => async (request) => {
      if (request.method === "POST" && request.url.includes("/worklogs")) {
        isReached();
        await isHeld;
      }
      return tempo(request);
    },
  });
  const [member] = team.tempo.members;
  const session = await team.connect(member?.headers ?? {});
  const call = session.callTool({ name: "post_worklog", arguments: DAY });
  await reached;
  const drained = team.server.drain();
  const ready = await fetch(new URL("/readyz", team.server.internalUrl));
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ready: false, draining: true, database: "none" },
  ]);
  await expect
    .poll(() =>
      fetch(team.url).then(
        () => "taken",
        () => "refused",
      ),
    )
    .toBe("refused");
  let isDrained = false;
  void drained.then(() => {
    isDrained = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isDrained).toBe(false);
  release();
  expect((await call).structuredContent).toMatchObject({ success: true });
  await drained;
  expect(member?.sandbox.state.worklogs.size).toBe(1);
});

test("on its way out the server waits for a write whose caller has gone away", async () => {
  const caller = new AbortController();
  const { promise: isHeld, resolve: release } = deferred();
  const team = await startTeamServer({
    upstream: (tempo) => async (request) => {
      if (request.method === "POST" && request.url.includes("/worklogs")) {
        caller.abort();
        await isHeld;
      }
      return tempo(request);
    },
  });
  const [member] = team.tempo.members;
  const call = { ...READ, params: { name: "post_worklog", arguments: DAY } };
  const headers = {
    ...member?.headers,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const { signal } = caller;
  await expect(
    fetch(team.url, { method: "POST", headers, body: JSON.stringify(call), signal }).then((response) =>
      response.text(),
    ),
  ).rejects.toThrow("aborted");
  let isDrained = false;
  const drained = team.server.drain().then(() => {
    isDrained = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isDrained).toBe(false);
  release();
  await drained;
  expect(member?.sandbox.state.worklogs.size).toBe(1);
  expect(team.log().filter(({ event }) => event === "audit").length).toBe(1);
});

test("the credentials of an idle user are forgotten, even if no other user comes", async () => {
  const team = await startTeamServer({ env: INTERNAL });
  const people = async () => /^tempofiller_people (\d+)$/m.exec(await metricsOf(team))?.[1];
  const session = await team.connect(team.tempo.members[0]?.headers ?? {});
  await session.callTool({ name: "get_worklogs", arguments: RANGE });
  expect(await people()).toBe("1");
  team.clock.advance(9 * 60_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await people()).toBe("1");
  team.clock.advance(2 * 60_000);
  await expect.poll(people).toBe("0");
});

test("a write goes on if the caller goes away, is not sent again, and the log says what it stored", async () => {
  const caller = new AbortController();
  let posts = 0;
  const team = await startTeamServer({
    upstream: (tempo) => async (request) => {
      if (request.method === "POST" && request.url.includes("/worklogs")) {
        posts += 1;
        caller.abort();
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return tempo(request);
    },
  });
  const [member] = team.tempo.members;
  const session = await team.connect(member?.headers ?? {}, "sdk 2.x, 2025 protocol");
  await expect(
    session.callTool({ name: "post_worklog", arguments: DAY }, { signal: caller.signal }),
  ).rejects.toThrow();
  await expect.poll(() => team.log().filter(({ event }) => event === "audit").length).toBe(1);
  expect([posts, member?.sandbox.state.worklogs.size]).toEqual([1, 1]);
});
