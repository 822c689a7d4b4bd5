import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { generate } from "selfsigned";
import { getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { diagnose } from "../../../src/cli/doctor/checks.ts";
import { readSettings } from "../../../src/config/settings.ts";
import { resolveConnection } from "../../../src/runtime/connection.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { SETTINGS, summarise } from "../../helpers/doctor.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const UNREACHABLE = {
  jira_connection: "failed",
  jira_token: "skipped",
  tempo_connection: "skipped",
  worklogs: "skipped",
  worker: "skipped",
  schedule: "skipped",
  work_attributes: "skipped",
  expiry: "unknown",
  code: "unavailable",
};

const MAY_EXPECT_TLS =
  "If that port expects TLS, TEMPO_BASE_URL must start with https://; otherwise check the network, then try again.";

/** Answers as the TLS port of a web server answers requests without TLS. */
function refusingHttp(): Server {
  return createHttpServer((_, response) =>
    response.writeHead(400, { "content-type": "text/html" }).end("<html>plain HTTP to an HTTPS port</html>"),
  );
}

/** Diagnoses the deployment that `env` configures with the platform's fetch, but waits on virtual time. */
async function diagnoseNetwork(env: Record<string, string>, send: Fetch = fetch) {
  const dispatcher = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(dispatcher));
  const settings = readSettings(env);
  const { deployment, options } = await resolveConnection(settings, undefined, () => {});
  const clock = virtualClock();
  return diagnose(
    {
      deployment,
      options: { ...options, clock, fetch: (request) => clock.work(() => send(request)) },
    },
    { regions: [], isProxied: settings.proxy !== undefined, today: "2026-01-15" },
  );
}

/** The port on loopback at which a server listens until the running test ends. */
async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe("the doctor says what to do about a connection", () => {
  test.each([
    ["cloud", ["jira_connection", "tempo_connection"]],
    ["datacenter", ["jira_connection"]],
  ] as const)("to a server with an untrusted certificate: %s", async (kind, failures) => {
    const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }]);
    const server = createTlsServer({ cert, key });
    server.on("tlsClientError", () => {});
    const checks = await diagnoseNetwork(SETTINGS[kind](`https://127.0.0.1:${await listen(server)}`));
    const failed = checks.filter(({ status }) => status === "failed");
    expect(failed).toEqual(
      failures.map((check) => ({
        check,
        status: "failed",
        message: expect.stringMatching(
          /^This machine does not trust \w+'s TLS certificate at https:\/\/127\.0\.0\.1:\d+ \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
        ),
        code: "unavailable",
      })),
    );
  });

  test("to a server that does not speak TLS", async () => {
    const port = await listen(createHttpServer());
    expect(summarise(await diagnoseNetwork(SETTINGS.datacenter(`https://127.0.0.1:${port}`)))).toEqual({
      ...UNREACHABLE,
      message: expect.stringMatching(
        /^The TLS handshake with Jira at https:\/\/127\.0\.0\.1:\d+ failed \((ERR_SSL_\w+|EPROTO)\)\. .*TEMPO_BASE_URL/,
      ),
    });
  });

  test.each([
    ["closes the connection", "Jira could not be reached at URL (UND_ERR_SOCKET).", "unavailable"],
    [
      "answers HTTP 400",
      'Jira rejected this (HTTP 400). It says: "plain HTTP to an HTTPS port".',
      "rejected",
    ],
  ])("to a port that expects TLS and %s", async (_, facts, code) => {
    const port = await listen(code === "rejected" ? refusingHttp() : createTlsServer());
    const url = `http://127.0.0.1:${port}`;
    expect(summarise(await diagnoseNetwork(SETTINGS.datacenter(url)))).toEqual({
      ...UNREACHABLE,
      message: `${facts.replace("URL", url)} ${MAY_EXPECT_TLS}`,
      code,
    });
  });

  test("to a port on this machine that nothing listens on", async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    await once(server, "close");
    expect(summarise(await diagnoseNetwork(SETTINGS.datacenter(`http://127.0.0.1:${port}`)))).toEqual({
      ...UNREACHABLE,
      message: `Jira could not be reached at http://127.0.0.1:${port} (ECONNREFUSED). Check the network and TEMPO_BASE_URL, then try again.`,
    });
  });

  test.each([
    [{}, "On a company network you may need a VPN, or a proxy in HTTPS_PROXY."],
    [
      { HTTPS_PROXY: "http://127.0.0.1:9" },
      "Requests go through the proxy in HTTPS_PROXY or HTTP_PROXY: check its URL and password, or add the host to NO_PROXY.",
    ],
  ])("to a host name that does not exist, with %j", async (proxy, hint) => {
    const unknownHost = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    const env = { ...SETTINGS.datacenter("https://jira.invalid"), ...proxy };
    const checks = await diagnoseNetwork(env, async () => {
      throw new TypeError("fetch failed", { cause: unknownHost });
    });
    expect(summarise(checks)).toEqual({
      ...UNREACHABLE,
      message: `Jira could not be reached at https://jira.invalid (ENOTFOUND). Check the network and TEMPO_BASE_URL, then try again. ${hint}`,
    });
  });

  test.each([
    ["Tempo alone", /tempo/, "On a company network you may need a VPN, or a proxy in HTTPS_PROXY."],
    [
      "both",
      /./,
      "Jira could not be reached either: this machine has no network, or needs a proxy in HTTPS_PROXY.",
    ],
  ])("to %s, of Jira and Tempo", async (_, pattern, hint) => {
    const unknownHost = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    const env = { ...SETTINGS.cloud("https://jira.invalid"), TEMPO_API_URL: "https://tempo.invalid" };
    const checks = await diagnoseNetwork(env, async ({ url }) => {
      if (pattern.test(url)) throw new TypeError("fetch failed", { cause: unknownHost });
      return new Response("", { status: 401 });
    });
    expect(checks.find(({ check }) => check === "tempo_connection")).toEqual({
      check: "tempo_connection",
      status: "failed",
      message: `Tempo could not be reached at https://tempo.invalid (ENOTFOUND). Check the network and TEMPO_API_URL, then try again. ${hint}`,
      code: "unavailable",
    });
  });

  test("through a proxy that rejects it, without the proxy's password", async () => {
    const proxy = createHttpServer();
    proxy.on("connect", (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    const HTTPS_PROXY = `http://ada:pr0xy-S3CRET@127.0.0.1:${await listen(proxy)}`;
    const checks = await diagnoseNetwork({ ...SETTINGS.datacenter("https://jira.invalid"), HTTPS_PROXY });
    expect(summarise(checks)).toEqual({
      ...UNREACHABLE,
      message:
        "Jira could not be reached at https://jira.invalid: the proxy in HTTPS_PROXY or HTTP_PROXY refused the connection " +
        "(HTTP 407). Check the proxy's address, user name and password, or add the host to NO_PROXY.",
    });
    expect(JSON.stringify(checks)).not.toContain("pr0xy-S3CRET");
  });
});
