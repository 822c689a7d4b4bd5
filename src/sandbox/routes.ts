import { operations } from "../generated/operations.ts";

export type Api = keyof typeof operations;

export type Parameters = Record<string, string | number>;

export interface Route {
  api: Api;
  id: string;
  method: string;
  /** As in the slice, with parameters in braces. */
  path: string;
  /** Those that the slice does not define are texts. */
  parameters: Parameters;
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

/** Or the other methods that the path has. */
export function findRoute(method: string, url: URL): Route | { otherMethods: string[] } {
  const atPath = OPERATIONS.filter(({ pattern }) => pattern.test(url.pathname));
  const found = atPath.find((operation) => operation.method === method);
  if (!found) return { otherMethods: atPath.map((operation) => operation.method) };
  const inPath = Object.entries(found.pattern.exec(url.pathname)?.groups ?? {});
  const texts = [
    ...inPath.map(([name, text]) => [name, decodeURIComponent(text)] as const),
    ...url.searchParams.entries(),
  ];
  const parameters = Object.fromEntries(
    texts.map(([name, text]) => [name, found.types[name]?.type === "integer" ? Number(text) : text]),
  );
  return { api: found.api, id: found.id, method, path: found.path, parameters };
}
