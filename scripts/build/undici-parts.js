/**
 * Stands in for `undici` in the bundle: what `src/runtime/network.ts` imports, from the files that have it. Its index also loads
 * caches, mocks, WebSockets and another fetch, which are half of its code.
 */
import api from "undici/lib/api/index.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";

// As the index does: a proxy's tunnel is opened by the dispatcher's `connect`.
Object.assign(Dispatcher.prototype, api);

export { default as Agent } from "undici/lib/dispatcher/agent.js";
export { default as EnvHttpProxyAgent } from "undici/lib/dispatcher/env-http-proxy-agent.js";
export { setGlobalDispatcher } from "undici/lib/global.js";
