import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { runCommand, startCommand } from "../helpers/command.ts";
import { settingsUnder, startSandbox } from "../helpers/sandbox-command.ts";
import { replyOf } from "../helpers/session.ts";

const BEARER = { authorization: `Bearer ${SANDBOX_CREDENTIALS.tempoToken}` };

/** The start of a request with a token. */
const GET = `GET /4/work-attributes HTTP/1.1\r\nauthorization: ${BEARER.authorization}\r\n`;

/** Sends a request as it is written here, and returns the start of the response. */
async function rawResponse(port: string, request: string): Promise<string> {
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(request);
  const [response] = await once(socket, "data");
  socket.destroy();
  return String(response);
}

describe("tempofiller sandbox", () => {
  test.each(["Settings for Tempo Cloud", "Settings for Tempo on Jira Data Center"])(
    "has no difference from itself that probe finds: %s",
    async (heading) => {
      const env = settingsUnder(heading, await startSandbox());
      const { code, stderr } = await runCommand(["probe", "--yes", "-o", "-"], { env });
      expect({ code, said: stderr.split("\n").slice(0, 2) }).toEqual({
        code: 0,
        said: ["14 of 14 requests were answered.", "The answers have the form that the sandbox expects."],
      });
    },
  );

  test("behaves as some Tempos do", async () => {
    const { address } = await startSandbox("--quirk=expired-licence", "--quirk", "empty-next");
    const get = (path: string, token: string) =>
      fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const { personalAccessToken, tempoToken } = SANDBOX_CREDENTIALS;
    expect((await get("/rest/tempo-core/1/work-attribute", personalAccessToken)).status).toBe(403);
    expect(await (await get("/4/work-attributes", tempoToken)).json()).toMatchObject({
      metadata: { next: "" },
    });
  });

  test("prints settings with which both deployments are served, on the same worklogs", async () => {
    const sandbox = await startSandbox();
    const { address } = sandbox;
    const cloud = settingsUnder("Settings for Tempo Cloud", sandbox);
    const dataCenter = settingsUnder("Settings for Tempo on Jira Data Center", sandbox);
    expect([cloud, dataCenter]).toEqual([
      {
        TEMPO_API_URL: address,
        TEMPO_API_TOKEN: SANDBOX_CREDENTIALS.tempoToken,
        JIRA_BASE_URL: address,
        JIRA_EMAIL: SANDBOX_CREDENTIALS.jiraEmail,
        JIRA_API_TOKEN: SANDBOX_CREDENTIALS.jiraToken,
        ATLASSIAN_API_URL: address,
      },
      { TEMPO_BASE_URL: address, TEMPO_PAT: SANDBOX_CREDENTIALS.personalAccessToken },
    ]);

    const onCloud = await startCommand([], cloud);
    const posted = replyOf(
      await onCloud.client.callTool({
        name: "post_worklog",
        arguments: { issueKey: "DEMO-1", hours: 2, startDate: "2020-01-06" },
      }),
    ) as { worklog: { id: string } };
    const onDataCenter = await startCommand([], dataCenter);
    const { worklogs } = replyOf(
      await onDataCenter.client.callTool({ name: "get_worklogs", arguments: { startDate: "2020-01-06" } }),
      "get_worklogs",
    );
    expect(worklogs).toMatchObject([{ id: posted.worklog.id, issueKey: "DEMO-1", hours: 2 }]);
  });

  test("says when a worklog was created, as a Tempo does", async () => {
    const { address } = await startSandbox();
    const day = { startDate: "2020-01-06", timeSpentSeconds: 3600 };
    const body = { ...day, issueId: 10001, authorAccountId: "712020:5a0d0000-0000-4000-8000-000000000001" };
    const response = await fetch(`${address}/4/worklogs`, {
      method: "POST",
      headers: { ...BEARER, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { createdAt } = (await response.json()) as { createdAt: string };
    const difference = Date.parse(response.headers.get("date") ?? "") - Date.parse(createdAt);
    expect(Math.abs(difference)).toBeLessThan(5000);
  });

  test("deletes a worklog, though a client may send an empty body with it", async () => {
    const { address } = await startSandbox();
    const worklogs = `${address}/4/worklogs`;
    const { results } = (await (
      await fetch(
        worklogs.replace(
          "worklogs",
          "worklogs/user/712020:5a0d0000-0000-4000-8000-000000000001?from=2000-01-01&to=2100-01-01",
        ),
        { headers: BEARER },
      )
    ).json()) as {
      results: { tempoWorklogId: number }[];
    };
    const response = await fetch(`${worklogs}/${results[0]?.tempoWorklogId}`, {
      method: "DELETE",
      headers: BEARER,
    });
    expect(response.status).toBe(204);
  });

  test("answers a plain API client on the given port, and logs its requests in debug mode", async () => {
    const first = await startSandbox();
    first.child.kill("SIGTERM");
    await once(first.child, "close");
    const { address, port, output } = await startSandbox("--port", first.port, "--debug");
    expect(port).toBe(first.port);
    const response = await fetch(`${address}/4/work-attributes?limit=1`, { headers: BEARER });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 200,
      body: { metadata: { count: 1 }, results: [{ key: "_Account_" }] },
    });
    expect((await fetch(`${address}/4/work-attributes`)).status).toBe(401);
    await expect
      .poll(() => output.stderr)
      .toBe("tempofiller: GET /4/work-attributes?limit=1 200\ntempofiller: GET /4/work-attributes 401\n");
  });

  test("lists its operations at /, as text or as JSON, and shows a command that returns worklogs", async () => {
    const { address, output } = await startSandbox();
    const page = await fetch(address);
    const text = await page.text();
    expect(page.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(text).toContain("\n  GET     /4/user-schedule/{accountId}?from&to");
    const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
    expect(await (await fetch(address, { headers: browser })).text()).toBe(text);

    const json = await fetch(address, { headers: { accept: "application/json" } });
    const { apis, example } = (await json.json()) as {
      apis: { operations: { id: string }[] }[];
      example: string;
    };
    const known = Object.values(operations).flatMap((api) => Object.keys(api));
    expect(apis.flatMap(({ operations: listed }) => listed.map(({ id }) => id)).sort()).toEqual(known.sort());
    expect(output.stdout).toContain(`Try it:\n  ${example}\n`);
    expect(text).toContain(`Try it: ${example}\n`);

    const [, header = "", url = ""] = /^curl -H "Authorization: (.+?)" "(.+)"$/.exec(example) ?? [];
    const { results } = (await (await fetch(url, { headers: { authorization: header } })).json()) as {
      results: object[];
    };
    expect(results).toEqual([expect.objectContaining({ timeSpentSeconds: expect.any(Number) })]);
  });

  test.each([
    [
      401,
      "GET",
      "/4/work-attributes",
      { errors: [{ message: expect.stringMatching(/^The token is missing or wrong/) }] },
    ],
    [
      401,
      "GET",
      "/rest/api/3/myself",
      { errorMessages: [expect.stringMatching(/^The token is/)], errors: {} },
    ],
    [404, "GET", "/4/plans", { errors: [{ message: expect.stringMatching(/^\/4\/plans: no operation/) }] }],
    [
      404,
      "GET",
      "/wiki",
      { message: expect.stringMatching(/^null for uri: http:.+\/wiki: /), "status-code": 404 },
    ],
    [
      405,
      "GET",
      "/4/worklogs",
      { errors: [{ message: "GET is not possible here, only POST. GET / lists the operations" }] },
    ],
  ])("answers %i to %s %s as JSON, in the form of the API", async (status, method, path, body) => {
    const { address } = await startSandbox();
    const response = await fetch(`${address}${path}`, { method });
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body });
    expect(response.headers.get("allow")).toBe(status === 405 ? "POST" : null);
  });

  test.each([
    ["a method that fetch does not allow", "TRACE / HTTP/1.1\r\nhost: x\r\n\r\n", 400, ""],
    [
      "a path that cannot be decoded",
      "DELETE /4/worklogs/%E0%A4%A HTTP/1.1\r\nhost: <host>\r\n\r\n",
      400,
      "",
    ],
    ["an invalid host", "GET / HTTP/1.1\r\nhost: a b\r\n\r\n", 400, ""],
    [
      "the host of a page whose name points here",
      `${GET}host: evil.example\r\n\r\n`,
      403,
      "Host header is 'evil.example'",
    ],
    ["another port", `${GET}host: 127.0.0.1:1\r\n\r\n`, 403, "Host header is '127.0.0.1:1'"],
    [
      "a page of another site",
      `${GET}host: <host>\r\norigin: https://evil.example\r\n\r\n`,
      403,
      "Origin is 'https://evil.example'",
    ],
    ["a page without an origin", `${GET}host: <host>\r\norigin: null\r\n\r\n`, 403, "Origin is 'null'"],
    ["headers that do not come", "GET / HTTP/1.1\r\n", 408, ""],
    ["a page on this machine", `${GET}host: <host>\r\norigin: http://localhost:5173\r\n\r\n`, 200, ""],
    ["a client that calls it localhost", `${GET}host: localhost:<port>\r\n\r\n`, 200, ""],
    ["a body that a GET cannot have", `${GET}host: <host>\r\ncontent-length: 2\r\n\r\n{}`, 200, ""],
  ])("answers %s by its status, and keeps running", async (_, request, status, reason) => {
    const { address, port } = await startSandbox();
    const response = await rawResponse(
      port,
      request.replace("<host>", new URL(address).host).replace("<port>", port),
    );
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain(status === 403 ? `This request is refused: the ${reason}` : reason);
    expect((await fetch(`${address}/4/work-attributes`, { headers: BEARER })).status).toBe(200);
  });

  test.each([
    ["with its length", "content-length: 400000000"],
    ["in chunks", "transfer-encoding: chunked"],
  ])("refuses a body that is too large with 413, without reading the rest: %s", async (_, header) => {
    const { address, port } = await startSandbox();
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    socket.write(`POST /4/worklogs HTTP/1.1\r\nhost: localhost:${port}\r\n${header}\r\n\r\n`);
    const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`;
    socket.write(chunk + chunk);
    const [response] = await once(socket, "data");
    expect(String(response)).toMatch(/^HTTP\/1\.1 413 /);
    expect(String(response)).toContain("its body has more than 1048576 bytes");
    expect((await fetch(`${address}/4/work-attributes`, { headers: BEARER })).status).toBe(200);
  });

  test("keeps running after a client disconnects in the middle of a request", async () => {
    const { address, port } = await startSandbox();
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("POST /4/worklogs HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
    await once(socket, "connect");
    socket.resetAndDestroy();
    expect((await fetch(`${address}/4/work-attributes`, { headers: BEARER })).status).toBe(200);
  });

  test("reports a port that is in use, and one that is not valid", async () => {
    const { port } = await startSandbox();
    expect(await runCommand(["sandbox", "--port", port])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `tempofiller: Port ${port} is in use. Choose another, or omit --port to use any free port.\n`,
    });
    for (const text of ["65536", "http", "-1", ""])
      expect(await runCommand(["sandbox", `--port=${text}`])).toMatchObject({ code: 2, stdout: "" });
  });

  // Windows has no signals to send: there, Ctrl-C comes from a console.
  test.skipIf(process.platform === "win32").each(["SIGINT", "SIGTERM"] as const)(
    "ends with 0 on %s, with an open connection, an unfinished request and a worklog that is yet to be stored",
    async (signal) => {
      const { child, address, port, output } = await startSandbox("--quirk=late-writes=60");
      const post = { method: "POST", headers: BEARER, body: "{}" };
      expect((await fetch(`${address}/4/worklogs`, post)).status).toBe(504);
      const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
      socket.write("POST /4/worklogs HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
      await once(socket, "connect");
      child.kill(signal);
      const [code, killedBy] = await once(child, "close");
      expect({ code, killedBy, stderr: output.stderr }).toEqual({ code: 0, killedBy: null, stderr: "" });
    },
  );
});
