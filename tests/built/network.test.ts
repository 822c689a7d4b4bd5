import { once } from "node:events";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand, startCommand } from "../helpers/command.ts";
import { startProxy } from "../helpers/company-network.ts";
import { CREDENTIALS } from "../helpers/doctor.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { replyOf } from "../helpers/session.ts";

const PAT = CREDENTIALS.personalAccessToken;
const DAY = { startDate: "2026-01-05" };

function manyIssues(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: 700 + index, key: `LIM-${index}`, summary: "" }));
}

/** A SOCKS5 proxy on loopback, until the running test ends. Every tunnel of it leads to `upstream`. */
async function startSocksProxy(upstream: string): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createTcpServer(async (socket) => {
    socket.on("error", () => socket.destroy());
    await once(socket, "data");
    // Version 5, no authentication.
    socket.write(Buffer.from([5, 0]));
    const [request] = (await once(socket, "data")) as [Buffer];
    asked.push(`${request.subarray(5, -2)}:${request.readUInt16BE(request.length - 2)}`);
    const server = connect(Number(new URL(upstream).port), "127.0.0.1", () => {
      // Connected, by way of 0.0.0.0:0.
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      server.pipe(socket).pipe(server);
    });
    server.on("error", () => server.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.close();
  });
  return { address: `socks5://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

test("a port that can never work is refused at once, with what to correct", async () => {
  const { code, stderr, milliseconds } = await runCommand(["log", "PROJ-7", "1h"], {
    env: {
      TEMPO_BASE_URL: "http://localhost:1",
      TEMPO_ALLOW_HTTP: "1",
      TEMPO_PAT: PAT,
      TEMPO_STATE_DIR: "off",
    },
  });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining("Correct the port in TEMPO_BASE_URL."),
  });
  // The retries of a read would take longer.
  expect(milliseconds).toBeLessThan(3500);
});

describe("a proxy in the environment", () => {
  const call = { name: "get_worklogs", arguments: DAY };

  test("is used, except for hosts in NO_PROXY", async () => {
    const upstream = (await serveTempo("datacenter")).url;
    const { address, asked } = await startProxy(upstream);
    const settings = {
      TEMPO_BASE_URL: "http://jira.invalid",
      TEMPO_ALLOW_HTTP: "1",
      TEMPO_PAT: PAT,
      HTTP_PROXY: address,
      TEMPO_CALL_BUDGET_MS: "2000",
    };
    const through = await startCommand([], settings);
    replyOf(await through.client.callTool(call));
    expect(new Set(asked)).toEqual(new Set(["CONNECT jira.invalid:80"]));
    const seen = asked.length;
    const past = await startCommand([], { ...settings, NO_PROXY: "jira.invalid" });
    expect((await past.client.callTool(call)).isError).toBe(true);
    expect(asked.length).toBe(seen);
  });

  test("may speak SOCKS5 and resolves the host, with nothing on stderr", async () => {
    const upstream = (await serveTempo("datacenter")).url;
    const { address, asked } = await startSocksProxy(upstream);
    const { client, stderr } = await startCommand([], {
      TEMPO_BASE_URL: "http://jira.invalid",
      TEMPO_ALLOW_HTTP: "1",
      TEMPO_PAT: PAT,
      HTTP_PROXY: address,
    });
    replyOf(await client.callTool(call));
    expect(new Set(asked)).toEqual(new Set(["jira.invalid:80"]));
    expect(stderr()).toBe("");
  });

  test("is not used for this machine, so that it does not see the token", async () => {
    const upstream = (await serveTempo("datacenter")).url;
    const { address, asked } = await startProxy();
    const settings = { TEMPO_BASE_URL: upstream, TEMPO_PAT: PAT, HTTP_PROXY: address, HTTPS_PROXY: address };
    const { client } = await startCommand([], settings);
    replyOf(await client.callTool(call));
    expect(asked).toEqual([]);
  });

  test("that refuses the connection is named in the error", async () => {
    const { address } = await startProxy();
    const settings = { TEMPO_BASE_URL: "https://jira.invalid", TEMPO_PAT: PAT };
    const { client } = await startCommand([], {
      ...settings,
      HTTPS_PROXY: address,
      TEMPO_CALL_BUDGET_MS: "6000",
    });
    const { content } = await client.callTool(call);
    expect(content[0]?.text).toBe(
      "Jira could not be reached at https://jira.invalid: the proxy in HTTPS_PROXY or HTTP_PROXY refused the connection (HTTP 502). " +
        "Check the proxy's address, user name and password, or add the host to NO_PROXY.",
    );
  });

  test("whose URL is invalid is reported without its password", async () => {
    const settings = { TEMPO_BASE_URL: "https://jira.invalid", TEMPO_PAT: PAT };
    const { client } = await startCommand([], { ...settings, HTTPS_PROXY: "ada:pr0xy-pass@proxy:8080" });
    const { content, _meta } = await client.callTool(call);
    expect({ text: content[0]?.text, error: _meta?.["tempofiller/error"] }).toEqual({
      text: "The proxy in HTTPS_PROXY or HTTP_PROXY is not a valid URL. Set it to one such as http://proxy.example.com:8080.",
      error: { code: "invalid_settings", retryable: false },
    });
  });

  test("is used for HTTPS by a tunnel, even if a host leaves placeholders in the other variables", async () => {
    const { address, asked } = await startProxy();
    const settings = {
      TEMPO_BASE_URL: "https://jira.invalid",
      TEMPO_PAT: PAT,
      HTTPS_PROXY: address,
      HTTP_PROXY: `\${user_config.http_proxy}`,
      NO_PROXY: `\${user_config.no_proxy}`,
      TEMPO_CALL_BUDGET_MS: "2000",
    };
    const { client } = await startCommand([], settings);
    const { isError } = await client.callTool({ name: "get_worklogs", arguments: DAY });
    expect(isError).toBe(true);
    expect(new Set(asked)).toEqual(new Set(["CONNECT jira.invalid:443"]));
  });
});

test("TLS without a check of certificates is reported once, at the start", async () => {
  const upstream = (await serveTempo("datacenter")).url;
  const { client, stderr } = await startCommand([], {
    TEMPO_BASE_URL: upstream.replace("http:", "https:"),
    TEMPO_PAT: PAT,
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    TEMPO_CALL_BUDGET_MS: "2000",
  });
  expect((await client.callTool({ name: "get_worklogs", arguments: DAY })).isError).toBe(true);
  expect(stderr()).toMatch(
    /^tempofiller: NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check of certificates off, .+\n$/,
  );
});

describe("a batch whose process was killed midway", () => {
  test.each(["cloud", "datacenter"] as const)("is stored once when it is posted again: %s", async (kind) => {
    const { sandbox, env } = await serveTempo(kind, {
      seed: { issues: manyIssues(12) },
      through: (fetch) => async (request) => {
        await sleep(30);
        return fetch(request);
      },
    });
    const settings = { ...env, TEMPO_STATE_DIR: "off" };
    const worklogs = Array.from({ length: 60 }, (_, index) => ({
      issueKey: `LIM-${index % 12}`,
      hours: 0.5,
      date: `2026-01-${String(1 + (index % 28)).padStart(2, "0")}`,
    }));
    const call = { name: "bulk_post_worklogs", arguments: { worklogs } };

    const first = await startCommand([], settings);
    const killed = first.client.callTool(call).catch((error: unknown) => error);
    await expect
      .poll(() => sandbox.state.worklogs.size, { timeout: 10_000, interval: 5 })
      .toBeGreaterThan(12);
    process.kill(first.pid ?? 0, "SIGKILL");
    expect(await killed).toBeInstanceOf(Error);
    const before = sandbox.state.worklogs.size;
    expect(before).toBeLessThan(60);

    const second = await startCommand([], settings);
    const { summary, results } = replyOf(await second.client.callTool(call), "bulk_post_worklogs");
    expect(summary).toEqual({ total: 60, succeeded: 60, failed: 0, totalHours: 30 });
    expect(results.filter(({ alreadyLogged }) => alreadyLogged).length).toBeGreaterThanOrEqual(before);
    expect(sandbox.state.worklogs.size).toBe(60);
  });
});
