import { operations } from "../generated/operations.ts";

export type Api = keyof typeof operations;

export type Parameters = Record<string, string | number | boolean | readonly string[]>;

export interface Route {
  api: Api;
  id: string;
  method: string;
  /** The path of the slice, with parameters in braces. */
  path: string;
  /** Parameters that the slice does not define are texts. */
  parameters: Parameters;
  /** The site that is asked for at Atlassian's API gateway; left out at the site itself. */
  cloudId?: string;
}

const OPERATIONS = (Object.keys(operations) as Api[])
  .flatMap((api) =>
    Object.entries(operations[api]).map(([id, { method, path, parameters }]) => ({
      api,
      id,
      method,
      path,
      types: parameters as Record<string, { type: string }>,
      pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    })),
  )
  // Fixed paths come first: the `search` in `/4/worklogs/search` is not an id.
  .sort((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")));

/** The path of Jira at Atlassian's API gateway, before Jira's own. */
const GATEWAY = /^\/ex\/jira\/(?<cloudId>[^/]+)(?<path>\/rest\/api\/3\/.*)$/;

/** Returns the path's other methods if it does not have this one. */
export function findRoute(method: string, url: URL): Route | { otherMethods: string[] } {
  const { cloudId, path: pathname = url.pathname } = GATEWAY.exec(url.pathname)?.groups ?? {};
  const atPath = OPERATIONS.filter(({ pattern }) => pattern.test(pathname));
  const found = atPath.find((operation) => operation.method === method);
  if (!found) return { otherMethods: atPath.map((operation) => operation.method) };
  const inPath = Object.entries(found.pattern.exec(pathname)?.groups ?? {});
  const texts = [
    ...inPath.map(([name, text]) => [name, decodeURIComponent(text)] as const),
    ...url.searchParams.entries(),
  ];
  const parameters = Object.fromEntries(
    texts.map(([name, text]) => [
      name,
      found.types[name]?.type === "array"
        ? url.searchParams.getAll(name)
        : parsed(text, found.types[name]?.type),
    ]),
  );
  const route = { api: found.api, id: found.id, method, path: found.path, parameters };
  return cloudId === undefined ? route : { ...route, cloudId };
}

function parsed(text: string, type: string | undefined): string | number | boolean {
  if (type === "integer") return Number(text);
  return type === "boolean" ? text === "true" : text;
}
