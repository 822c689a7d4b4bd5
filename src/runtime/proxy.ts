import api from "undici/lib/api/index.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import { setGlobalDispatcher } from "undici/lib/global.js";
import type { ProxySettings } from "../config/settings.ts";
import { isLoopback } from "../config/url.ts";
import type { Deployment } from "../tempo/deployment.ts";

// What undici's main module does first. It is not imported itself, since it would bring a lot more code along.
Object.assign(Dispatcher.prototype, api);

/**
 * Sends every request of this process through a proxy. The platform's fetch does not look for one by itself on Node 20 and
 * 22. In a chunk of its own, which is loaded only where a proxy is set. What of the deployment is on this machine is reached
 * directly: a proxy elsewhere cannot, and would be handed the token in the open.
 *
 * @throws where the proxy's address is none
 */
export function useProxy(proxy: ProxySettings, deployment: Deployment): void {
  const addresses =
    deployment.kind === "cloud" ? [deployment.tempoUrl, deployment.jiraUrl] : [deployment.baseUrl];
  const local = addresses.map((address) => new URL(address)).filter(isLoopback);
  const noProxy =
    proxy.noProxy === "*" ? "*" : [proxy.noProxy, ...local.map(({ hostname }) => hostname)].join(",");
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...proxy, noProxy }));
}
