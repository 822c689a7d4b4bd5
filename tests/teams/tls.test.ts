import { utimes, writeFile } from "node:fs/promises";
import { connect as connectPlainly } from "node:net";
import { join } from "node:path";
import { connect, type PeerCertificate, type SecureVersion, type TLSSocket } from "node:tls";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { generate } from "selfsigned";
import { Agent, fetch as fetchWith } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { createAccessKey } from "../../src/team/auth/access-keys.ts";
import { connectClient } from "../helpers/clients.ts";
import { startTeamServer, type TeamServer } from "../helpers/team-server.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const DAY = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };

interface SecureServer {
  team: TeamServer;
  /** The headers of a member of the team. */
  headers: Record<string, string>;
  /** The certificate that it started with. */
  certificate: string;
  /** Puts another one in its place, and returns it. */
  renew(): Promise<string>;
  /** Puts into the certificate's file what is none. */
  spoil(): Promise<void>;
}

async function startSecureServer(): Promise<SecureServer> {
  const folder = temporaryFolder();
  const [certificateFile, keyFile, keysFile] = ["cert.pem", "key.pem", "keys"].map((name) =>
    join(folder, name),
  );
  if (!certificateFile || !keyFile || !keysFile) throw new Error("No files");
  // Some file systems keep times by the second.
  let changes = 0;
  async function write(cert: string, key: string): Promise<void> {
    changes += 10;
    const time = new Date(Date.now() + changes * 1000);
    await writeFile(keyFile as string, key);
    await writeFile(certificateFile as string, cert);
    await utimes(certificateFile as string, time, time);
  }
  async function renew(): Promise<string> {
    const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
    });
    await write(cert, key);
    return cert;
  }
  const certificate = await renew();
  const { key, line } = createAccessKey("ada");
  await writeFile(keysFile, line, { mode: 0o600 });
  const team = await startTeamServer({
    env: {
      TEMPOFILLER_PUBLIC_URL: "https://127.0.0.1/mcp",
      TEMPOFILLER_TLS_CERT_FILE: certificateFile,
      TEMPOFILLER_TLS_KEY_FILE: keyFile,
      TEMPOFILLER_ACCESS_KEYS_FILE: keysFile,
    },
  });
  return {
    team,
    headers: { ...team.tempo.members[0]?.headers, authorization: `Bearer ${key}` },
    certificate,
    renew,
    spoil: () => write("none", "none"),
  };
}

/** The certificate that a new connection gets, or the code of what ends it. */
function handshake({ url }: TeamServer, version?: SecureVersion): Promise<string> {
  return new Promise((resolve) => {
    const versions = version && { minVersion: version, maxVersion: version, ciphers: "DEFAULT:@SECLEVEL=0" };
    const socket: TLSSocket = connect(
      { host: "127.0.0.1", port: Number(url.port), rejectUnauthorized: false, ...versions },
      () => {
        resolve(pem(socket.getPeerCertificate()));
        socket.end();
      },
    );
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

function pem({ raw }: PeerCertificate): string {
  const lines = raw.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----"].join("\n");
}

const inOneLine = (text: string) => text.replaceAll(/\s/g, "");

test.each(["sdk 2.x, 2025 protocol", "sdk 2.x, 2026-07-28 protocol"] as const)(
  "%s: logs an hour over TLS, if it trusts the server's certificate",
  async (kind) => {
    const { team, headers, certificate } = await startSecureServer();
    expect(team.url.protocol).toBe("https:");
    const connected = (ca: string[]) => {
      const dispatcher = new Agent({ connect: { ca } });
      onTestFinished(() => dispatcher.destroy());
      const fetch = ((url: URL, init: object) => fetchWith(url, { ...init, dispatcher })) as never;
      const transport = new StreamableHTTPClientTransport(team.url, { requestInit: { headers }, fetch });
      return connectClient(kind, transport);
    };
    await expect(connected([])).rejects.toThrow();
    const session = await connected([certificate]);
    onTestFinished(() => session.close());
    const posted = await session.callTool({ name: "post_worklog", arguments: DAY });
    expect(posted.structuredContent).toMatchObject({ success: true });
  },
);

test("a renewed certificate is taken within a minute, without a restart", async () => {
  const { team, certificate, renew } = await startSecureServer();
  expect(inOneLine(await handshake(team))).toBe(inOneLine(certificate));
  const renewed = await renew();
  expect(renewed).not.toBe(certificate);
  team.clock.advance(60_000);
  await expect.poll(async () => inOneLine(await handshake(team))).toBe(inOneLine(renewed));
});

test("a certificate that cannot be used leaves the old one, says so, and the next good one is taken", async () => {
  const { team, certificate, renew, spoil } = await startSecureServer();
  await spoil();
  team.clock.advance(60_000);
  const linesOnIt = () => team.log().filter(({ message }) => /certificate/.test(String(message)));
  const why = expect.stringMatching(/^the renewed certificate cannot be used, so the old one stays \(.+\)$/);
  await expect
    .poll(linesOnIt)
    .toEqual([{ time: expect.anything(), level: "warn", event: "server", message: why }]);
  expect(inOneLine(await handshake(team))).toBe(inOneLine(certificate));
  const renewed = await renew();
  team.clock.advance(60_000);
  await expect.poll(async () => inOneLine(await handshake(team))).toBe(inOneLine(renewed));
});

test.each<SecureVersion>(["TLSv1", "TLSv1.1"])("%s is refused", async (version) => {
  const { team } = await startSecureServer();
  expect(await handshake(team, version)).toMatch(/^(ERR_SSL|ECONNRESET)/);
});

test.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])("%s is accepted", async (version) => {
  const { team, certificate } = await startSecureServer();
  expect(inOneLine(await handshake(team, version))).toBe(inOneLine(certificate));
});

test("a request without TLS on the port gets no response", async () => {
  const { team, headers } = await startSecureServer();
  const { port } = team.url;
  const received = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connectPlainly(Number(port), "127.0.0.1");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {});
    socket.once("close", () => resolve(text));
    socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${headers.authorization}\r\n\r\n`);
  });
  expect(received).not.toContain("HTTP/1.1 2");
  expect(team.upstreamRequests()).toBe(0);
});
