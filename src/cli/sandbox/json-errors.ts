import { findRoute } from "../../sandbox/routes.ts";
import type { Fetch } from "../../tempo/http/client.ts";

/**
 * Writes errors as JSON, in the form of the API under the path. The embedded Tempo answers some with a page, as a proxy
 * in front of a real one may.
 */
export function withJsonErrors(handle: Fetch): Fetch {
  return async (request) => {
    const response = await handle(request);
    const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    return response.status >= 400 && isPage ? errorOf(response.status, request) : response;
  };
}

/** An error in the form of Tempo Cloud under `/4/`, of Jira elsewhere. */
export function errorResponse(status: number, path: string, message: string, headers = {}): Response {
  const body = path.startsWith("/4/") ? { errors: [{ message }] } : { errorMessages: [message], errors: {} };
  return Response.json(body, { status, headers });
}

function errorOf(status: number, { method, url }: Request): Response {
  const { pathname } = new URL(url);
  switch (status) {
    case 401:
      return errorResponse(
        status,
        pathname,
        "The token is missing or wrong. GET / shows the one that this API takes",
      );
    case 403:
      return errorResponse(status, pathname, "The token's owner lacks permission for this");
    case 404:
      return pathname.startsWith("/4/")
        ? errorResponse(status, pathname, `${pathname}: ${UNKNOWN}`)
        : unknownPath(url);
    case 405: {
      const route = findRoute(method, new URL(url));
      const allow = "otherMethods" in route ? route.otherMethods.join(", ") : "";
      const message = `${method} is not possible here, only ${allow}. GET / lists the operations`;
      return errorResponse(status, pathname, message, { allow });
    }
    default:
      return errorResponse(status, pathname, `HTTP ${status}`);
  }
}

const UNKNOWN = "no operation has this path. GET / lists the operations";

/** Jira's form for a path that nothing serves, by which clients see that there is no API. */
function unknownPath(url: string): Response {
  return Response.json({ message: `null for uri: ${url}: ${UNKNOWN}`, "status-code": 404 }, { status: 404 });
}
