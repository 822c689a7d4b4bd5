import { type HttpServer, serveOverHttp } from "../../src/cli/sandbox/http-server.ts";
import type { HostFiles } from "./bundle-host.ts";
import { type CommandLine, PageCommands } from "./page-commands.ts";

/** The specification's content security policy for a view that declares none. */
const DEFAULT_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";

const MIME_TYPES: Record<string, string> = { html: "text/html", css: "text/css", js: "text/javascript" };

/**
 * Serves the host on loopback, and each of its pages a command of its own. The page is on 127.0.0.1 and the sandbox of its
 * view on localhost, which is another origin. Closing the server ends the commands.
 */
export async function serveHost(files: HostFiles, commandLine: CommandLine): Promise<HttpServer> {
  const commands = new PageCommands(commandLine);

  const file = (name: keyof HostFiles, policy?: string) => {
    const type = MIME_TYPES[name.split(".")[1] ?? ""] ?? "";
    return respond(files[name], type, policy);
  };
  /** What other pages may not ask for, since it starts, writes or repeats something. */
  const ownPages = (request: Request, handle: () => Response | Promise<Response>) =>
    request.headers.get("sec-fetch-site") === "same-origin" ? handle() : notFound();

  const servePage = (request: Request, path: string) => {
    if (path === "/") return file("host.html");
    if (path === "/host.css" || path === "/host.js")
      return file(path === "/host.js" ? "host.js" : "host.css");
    const [, id] = /^\/commands\/([\w-]+)$/.exec(path) ?? [];
    return id === undefined ? notFound() : ownPages(request, () => commands.handle(id, request));
  };

  const serveSandbox = (request: Request, path: string, query: URLSearchParams) => {
    if (path === "/sandbox.js") return file("sandbox.js");
    if (path === "/sandbox" && query.has("trusted-types")) {
      return file("sandbox.html", `${DEFAULT_POLICY}; frame-src 'self'; form-action 'self'`);
    }
    if (path === "/sandbox") return file("sandbox.html", DEFAULT_POLICY);
    if (path !== "/document" || request.method !== "POST") return notFound();
    return ownPages(request, async () => {
      const html = (await request.formData()).get("html");
      return respond(String(html), "text/html", `${DEFAULT_POLICY}; ${TRUSTED_TYPES}`);
    });
  };

  const server = await serveOverHttp(async (request) => {
    const { hostname, pathname, searchParams } = new URL(request.url);
    if (hostname === "127.0.0.1") return servePage(request, pathname);
    if (hostname === "localhost") return serveSandbox(request, pathname, searchParams);
    return notFound();
  });
  return {
    address: server.address,
    async close() {
      await Promise.all([server.close(), commands.end()]);
    },
  };
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
