import { operations } from "../../generated/operations.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { columns } from "../lines.ts";

export interface StartPage {
  /** A command that shows data. */
  example: string;
  /** The `Authorization` headers that the operations take. */
  authorization: { tempo: string; jiraCloud: string; dataCenter: string };
}

interface Listed {
  id: string;
  method: string;
  path: string;
  parameters: string[];
  takesBody: boolean;
}

/** Answers `GET /` with the operations that there are, as text or, if the client prefers it, as JSON. */
export function withStartPage(handle: Fetch, page: () => StartPage): Fetch {
  return async (request) => {
    if (request.method !== "GET" || new URL(request.url).pathname !== "/") return handle(request);
    const { example, authorization } = page();
    const groups = groupsOf(authorization);
    return /\bjson\b/.test(request.headers.get("accept") ?? "")
      ? Response.json({ example, apis: groups })
      : new Response(asText(groups, example));
  };
}

interface Group {
  name: string;
  authorization: string;
  operations: Listed[];
}

function groupsOf({ tempo, jiraCloud, dataCenter }: StartPage["authorization"]): Group[] {
  const jira = listed("jira");
  const isOfCloud = ({ path }: Listed) => path.startsWith("/rest/api/3/") || path.startsWith("/_edge/");
  return [
    { name: "Tempo Cloud", authorization: tempo, operations: listed("tempo") },
    { name: "Jira Cloud", authorization: jiraCloud, operations: jira.filter(isOfCloud) },
    {
      name: "Tempo on Jira Data Center",
      authorization: dataCenter,
      operations: [...listed("tempo-data-center"), ...jira.filter((operation) => !isOfCloud(operation))],
    },
  ];
}

function listed(api: keyof typeof operations): Listed[] {
  return Object.entries(operations[api]).map(([id, { method, path, parameters, takesBody }]) => ({
    id,
    method,
    path,
    parameters: Object.entries<{ in: string }>(parameters).flatMap(([name, { in: place }]) =>
      place === "query" ? [name] : [],
    ),
    takesBody,
  }));
}

function asText(groups: readonly Group[], example: string): string {
  const sections = groups.flatMap(({ name, authorization, operations: ofGroup }) => [
    `${name} (Authorization: ${authorization})`,
    ...columns(
      ofGroup.map(({ id, method, path, parameters, takesBody }) => [
        `  ${method}`,
        parameters.length > 0 ? `${path}?${parameters.join("&")}` : path,
        takesBody ? `${id}, with a JSON body` : id,
      ]),
    ),
    "",
  ]);
  return [
    "The sandbox: Tempo and Jira with sample data. With `Accept: application/json`, this page is JSON.",
    "",
    ...sections,
    `Try it: ${example}`,
    "",
  ].join("\n");
}
