import api from "undici/lib/api/index.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import { setGlobalDispatcher } from "undici/lib/global.js";
import type { ProxySettings } from "./settings.ts";

// What undici's main module does first. It is not imported itself, since it would bring a lot more code along.
Object.assign(Dispatcher.prototype, api);

/**
 * Sends every request of this process through a proxy. The platform's fetch does not look for one by itself on Node 20 and
 * 22. In a chunk of its own, which is loaded only where a proxy is set.
 */
export function useProxy(proxy: ProxySettings): void {
  setGlobalDispatcher(new EnvHttpProxyAgent(proxy));
}
