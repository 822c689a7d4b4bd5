// Parts of undici that have no declarations of their own, with the types that its main module gives them.

declare module "undici/lib/api/index.js" {
  const api: Pick<import("undici").Dispatcher, "connect" | "pipeline" | "request" | "stream" | "upgrade">;
  export default api;
}

declare module "undici/lib/dispatcher/dispatcher.js" {
  export { Dispatcher as default } from "undici";
}

declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  export { EnvHttpProxyAgent as default } from "undici";
}

declare module "undici/lib/global.js" {
  export { setGlobalDispatcher } from "undici";
}
