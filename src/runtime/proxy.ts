import { EnvHttpProxyAgent, setGlobalDispatcher } from "undici";
import type { ProxySettings } from "../config/settings.ts";
import { isLoopback } from "../config/url.ts";
import type { Deployment } from "../tempo/deployment.ts";

/**
 * Sends every request of this process through a proxy, which the platform's fetch does not do by itself on Node 20 and 22.
 * Services on this machine are reached directly: a proxy elsewhere cannot reach them, and would see the token unencrypted.
 *
 * @throws if the proxy's URL is invalid
 */
export function useProxy(proxy: ProxySettings, deployment: Deployment): void {
  const addresses =
    deployment.kind === "cloud" ? [deployment.tempoUrl, deployment.jiraUrl] : [deployment.baseUrl];
  const local = addresses.map((address) => new URL(address)).filter(isLoopback);
  const noProxy =
    proxy.noProxy === "*" ? "*" : [proxy.noProxy, ...local.map(({ hostname }) => hostname)].join(",");
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...proxy, noProxy }));
}
