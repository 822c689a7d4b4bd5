import { type HttpServer, serveOverHttp } from "../../src/cli/sandbox/http-server.ts";
import type { HostFiles } from "./bundle-host.ts";
import { type CommandLine, PageCommands } from "./page-commands.ts";

/** The specification's content security policy for a view that declares none. */
const DEFAULT_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";

/**
 * Serves the host on loopback, and each of its pages a command of its own. The sandbox of the view has a port of its own, which
 * makes it another origin. Closing the server ends the commands.
 */
export async function serveHost(files: HostFiles, commandLine: CommandLine): Promise<HttpServer> {
  const commands = new PageCommands(commandLine);
  const sandbox = await serveOverHttp(fromHere((request) => sandboxFile(files, request)));
  const page = files["host.html"].replace('data-sandbox=""', `data-sandbox="${sandbox.address}"`);
  const host = await serveOverHttp(
    fromHere((request, path) => {
      if (path === "/") return respond(page, "text/html");
      if (path === "/host.js") return respond(files["host.js"], "text/javascript");
      if (path === "/host.css") return respond(files["host.css"], "text/css");
      const [, id] = /^\/commands\/([\w-]+)$/.exec(path) ?? [];
      return id !== undefined && isOwnPage(request) ? commands.handle(id, request) : notFound();
    }),
  );
  return {
    address: host.address,
    async close() {
      await Promise.all([host.close(), sandbox.close(), commands.end()]);
    },
  };
}

/** The sandbox proxy, and the view's document if the proxy sends it here, which is how it comes under Trusted Types. */
async function sandboxFile(files: HostFiles, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/sandbox.js") return respond(files["sandbox.js"], "text/javascript");
  if (pathname === "/sandbox") {
    const frames = searchParams.has("trusted-types") ? "; frame-src 'self'; form-action 'self'" : "";
    return respond(files["sandbox.html"], "text/html", `${DEFAULT_POLICY}${frames}`);
  }
  if (pathname !== "/document" || request.method !== "POST" || !isOwnPage(request)) return notFound();
  const html = (await request.formData()).get("html");
  return respond(String(html), "text/html", `${DEFAULT_POLICY}; ${TRUSTED_TYPES}`);
}

/** Refuses requests under another host name, with which a website could read what is here. */
function fromHere(handle: (request: Request, path: string) => Response | Promise<Response>) {
  return async (request: Request) => {
    const { hostname, pathname } = new URL(request.url);
    return hostname === "127.0.0.1" ? handle(request, pathname) : notFound();
  };
}

/** Whether a page of this origin asks: others may not start commands, write to them or have documents made. */
function isOwnPage(request: Request): boolean {
  return request.headers.get("sec-fetch-site") === "same-origin";
}

function respond(body: string, type: string, policy?: string): Response {
  const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" };
  return new Response(body, {
    headers: policy === undefined ? headers : { ...headers, "content-security-policy": policy },
  });
}

function notFound(): Response {
  return new Response("There is nothing here for this page.", { status: 404 });
}
