import { EnvHttpProxyAgent, setGlobalDispatcher } from "undici";
import type { ProxySettings } from "../config/settings.ts";
import { isLoopback } from "../config/url.ts";
import type { Deployment } from "../tempo/deployment.ts";

/**
 * The fetch of Node 20 and 22 ignores proxies. Services on this machine are reached directly: no proxy sees their token.
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
