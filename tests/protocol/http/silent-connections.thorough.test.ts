import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { request as httpsRequest, Agent as TlsAgent } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "../../../src/team/auth/access-keys.ts";
import { READ } from "../../helpers/raw-requests.ts";
import { HALF_HELLO, holdConnections, SILENCES, type Silence } from "../../helpers/silent-connections.ts";
import { startTeamServer, type TeamServer } from "../../helpers/team-server.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const KEY = createAccessKey("ada");

const CALLS = 20;

/** The time for each call: much more than it takes, and less than strangers' connections last by any time limit. */
const CALL_MS = 5000;

const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
  keyType: "ec",
});

async function startGuarded(isTls: boolean, env: Record<string, string> = {}): Promise<TeamServer> {
  const folder = temporaryFolder();
  const path = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  return startTeamServer({
    kind: "datacenter",
    env: {
      TEMPOFILLER_ACCESS_KEYS_FILE: path("keys", KEY.line),
      TEMPO_REQUESTS_PER_SECOND: "100",
      ...env,
      ...(isTls && {
        TEMPOFILLER_TLS_CERT_FILE: path("tls.crt", cert),
        TEMPOFILLER_TLS_KEY_FILE: path("tls.key", key),
      }),
    },
  });
}

/** Calls a tool, and says `ok` or what failed. */
function call({ url, tempo }: TeamServer, agent: Agent | false): Promise<string> {
  return new Promise((resolve) => {
    const options = {
      method: "POST",
      agent,
      rejectUnauthorized: false,
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...tempo.members[0]?.headers,
        authorization: `Bearer ${KEY.key}`,
      },
    };
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = send(url, options, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text.includes('"worklogs":[') ? "ok" : text));
    });
    request.on("error", (error) => resolve(String(error)));
    request.end(JSON.stringify(READ));
  });
}

async function callsInTurn(team: TeamServer, agent: Agent | false): Promise<string[]> {
  const results: string[] = [];
  for (let number = 0; number < CALLS; number += 1) results.push(await call(team, agent));
  return results;
}

const OK = Array(CALLS).fill("ok");

const SENT = Object.keys(SILENCES) as Silence[];

const MANY_ADDRESSES = (number: number) => `127.0.1.${1 + (number % 100)}`;

describe.each<[protocol: string, where: string, sent: Silence[], from?: (number: number) => string]>([
  ["HTTP", "one address", SENT],
  ["HTTP", "100 addresses", SENT, MANY_ADDRESSES],
  ["TLS", "one address", SENT.slice(0, 3)],
  ["TLS", "100 addresses", SENT, MANY_ADDRESSES],
])(
  "a client with a key gets 20 of 20 calls, on new connections and on one, while strangers hold 600 over %s from %s that have sent",
  (protocol, _, sent, from) => {
    test.each(sent)("%s", async (silence) => {
      const isTls = protocol === "TLS";
      const team = await startGuarded(isTls);
      const agent = new (isTls ? TlsAgent : Agent)({ keepAlive: true, maxSockets: 1 });
      expect(await call(team, agent)).toBe("ok");
      await holdConnections(600, { silence, port: Number(team.url.port), isTls, ...(from && { from }) });
      const results = await Promise.all([callsInTurn(team, false), callsInTurn(team, agent)]);
      agent.destroy();
      expect(results).toEqual([OK, OK]);
    });
  },
);

test("a TLS handshake that does not end is ended after 10 s", async () => {
  const { url } = await startGuarded(true);
  const startedAt = performance.now();
  const socket = connect(Number(url.port), "127.0.0.1").resume();
  socket.write(HALF_HELLO);
  await once(socket, "close");
  expect(Math.round((performance.now() - startedAt) / 10_000)).toBe(1);
});

test("the probe of the internal port answers while strangers hold 600 connections to it, and metrics count those to the public one", async () => {
  const { url, server } = await startGuarded(false, { TEMPOFILLER_INTERNAL: "127.0.0.1:0" });
  const { internalUrl = "" } = server;
  const silence = "half of the headers";
  await holdConnections(600, { silence, port: Number(new URL(internalUrl).port), isTls: false });
  await holdConnections(40, { silence, port: Number(url.port), isTls: false });
  const read = async (path: string) =>
    (await fetch(new URL(path, internalUrl), { signal: AbortSignal.timeout(CALL_MS) })).text();
  for (let number = 0; number < CALLS; number += 1) expect(await read("/livez")).toBe("ok\n");
  expect(await read("/metrics")).toMatch(
    /^tempofiller_http_connections_ended_total\{reason="full"\} 0\ntempofiller_http_connections_ended_total\{reason="address"\} [1-9]\d*$/m,
  );
});
