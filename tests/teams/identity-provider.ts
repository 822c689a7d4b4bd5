import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { Provider } from "oidc-provider";
import { onTestFinished } from "vitest";
import { freePort } from "../helpers/free-port.ts";

/** An identity provider on loopback, for the running test. */
export interface IdentityProvider {
  issuer: string;
  /** A token for a client, from the token endpoint. */
  token(audience: URL, scope?: string): Promise<string>;
  /** A token with claims that the provider itself would not write, signed with its key. */
  forge(token: string, claims: object): Promise<string>;
  /** Signs with a new key from now on, and publishes the old one no more. */
  replaceKey(): Promise<void>;
  /** Gives the client no more tokens. */
  switchOff(): void;
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
}

/** The client of a program, which signs in without a user. */
export const CLIENT = { clientId: "robot", clientSecret: "S3CRET-of-the-robot" };

/** The client of a host, in which the user Ada signs in. */
export const HOST = { clientId: "host", redirectUrl: "http://127.0.0.1/callback" };

const SCOPES = "worklogs:read worklogs:write";

/** The lifetime of a token in seconds. */
export const TOKEN_LIFE = 600;

interface Key {
  kid: string;
  privateKey: CryptoKey;
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  let isOn = true;
  let key = await createKey("key-1");
  let provider = await createProvider(issuer, key);
  let server: Server | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The page on which a person would sign in and consent, who is always Ada here.
    if (request.url?.startsWith("/interaction/"))
      return provider.interactionFinished(request, response, { login: { accountId: "ada" }, consent: {} });
    if (request.url === "/token" && !isOn) {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: "invalid_client" }));
      return;
    }
    provider.callback()(request, response);
  }

  async function start(): Promise<void> {
    server = createServer((request, response) => void handle(request, response));
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }

  async function stop(): Promise<void> {
    if (!server) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    server = undefined;
    await closed;
  }

  await start();
  onTestFinished(stop);
  return {
    issuer,
    async token(audience, scope = SCOPES) {
      const basic = Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString("base64");
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: "client_credentials", scope, resource: audience.href }),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (token === undefined) throw new Error(`No token, but status ${response.status}`);
      return token;
    },
    forge: (token, claims) =>
      new SignJWT({ ...decodeJwt(token), ...claims })
        .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "at+jwt" })
        .sign(key.privateKey),
    async replaceKey() {
      key = await createKey("key-2");
      provider = await createProvider(issuer, key);
    },
    switchOff() {
      isOn = false;
    },
    stop,
    start,
  };
}

async function createKey(kid: string): Promise<Key> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { kid, privateKey };
}

async function createProvider(issuer: string, { kid, privateKey }: Key): Promise<Provider> {
  const provider: Provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" }] },
    cookies: { keys: ["S3CRET-of-the-cookies"] },
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        grant_types: ["client_credentials"],
        response_types: [],
        redirect_uris: [],
      },
      {
        client_id: HOST.clientId,
        token_endpoint_auth_method: "none",
        application_type: "native",
        grant_types: ["authorization_code"],
        redirect_uris: [HOST.redirectUrl],
        id_token_signed_response_alg: "ES256",
      },
    ].map((client) => ({ id_token_signed_response_alg: "ES256", ...client })),
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc }: AuthorizationContext) {
      const { session, client, resourceServers, requestParamScopes } = oidc;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      for (const resource of Object.keys(resourceServers))
        grant.addResourceScope(resource, [...requestParamScopes].join(" "));
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: unknown, audience: string) => ({
          scope: SCOPES,
          audience,
          accessTokenTTL: TOKEN_LIFE,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "ES256" } },
        }),
      },
    },
  });
  return provider;
}

/** The provider's data about a request to sign in. */
interface AuthorizationContext {
  oidc: {
    session: { accountId: string };
    client: { clientId: string };
    resourceServers: Record<string, unknown>;
    requestParamScopes: Set<string>;
  };
}
