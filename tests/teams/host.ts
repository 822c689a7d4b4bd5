import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { HOST } from "./identity-provider.ts";

/** A host in which a person signs in, with a browser that follows where the provider sends it. */
export interface Host {
  provider: OAuthClientProvider;
  /** Opens the page that the client wanted opened, and hands the code back. */
  signIn(server: URL): Promise<void>;
  scopesAskedFor(): (string | null)[];
}

export function createHost(): Host {
  const pages: URL[] = [];
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let discovered: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: HOST.redirectUrl,
    clientMetadata: { client_name: "Host", redirect_uris: [HOST.redirectUrl] },
    clientInformation: () => ({ client_id: HOST.clientId }),
    tokens: () => tokens,
    saveTokens(latest) {
      tokens = latest;
    },
    redirectToAuthorization(url) {
      pages.push(url);
    },
    saveCodeVerifier(text) {
      verifier = text;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(state) {
      discovered = state;
    },
    discoveryState: () => discovered,
  };
  return {
    provider,
    async signIn(server) {
      const page = pages.at(-1);
      if (!page) throw new Error("The client wanted no page opened");
      const { searchParams } = await follow(page);
      const [authorizationCode, iss] = [searchParams.get("code") ?? "", searchParams.get("iss") ?? ""];
      await auth(provider, { serverUrl: server, authorizationCode, iss });
    },
    scopesAskedFor: () => pages.map(({ searchParams }) => searchParams.get("scope")),
  };
}

/** The page at which a browser ends that follows redirects, with the cookies that it gets. */
async function follow(page: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = page;
  while (!url.href.startsWith(HOST.redirectUrl)) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${url} sends nowhere: ${await response.text()}`);
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    url = new URL(location, url);
  }
  return url;
}
