import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { datesOfMonth } from "../../src/timesheet/dates.ts";
import { ME } from "./seeds.ts";

/** Something between a client and the embedded Tempo, which then behaves as another one. */
type Between = (fetch: Fetch, sandbox: Sandbox) => Fetch;

// biome-ignore lint/suspicious/noExplicitAny: it is the JSON of any operation
type Json = any;

/** Changes successful replies to requests at such an address. */
export function replying(
  address: RegExp,
  change: (body: Json) => Json,
  method?: string,
): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isMeant = address.test(request.url) && (method ?? request.method) === request.method;
    if (!isMeant || response.status !== 200) return response;
    return Response.json(change(await response.json()), { headers: response.headers });
  };
}

/** Changes requests to such an address on their way. */
function asking(address: RegExp, change: (url: URL, body: Json) => void): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    if (!address.test(request.url)) return fetch(request);
    const { method, headers, signal } = request;
    const url = new URL(request.url);
    const text = await request.text();
    const body = text === "" ? undefined : JSON.parse(text);
    change(url, body);
    return fetch(new Request(url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) }));
  };
}

/** Jira finds a renamed project by its former key. */
export const renamedProject = (former: string, key: string) =>
  asking(/\/search/, (_, body) => {
    if (body?.jql !== undefined) body.jql = body.jql.replace(`project = "${former}"`, `project = "${key}"`);
  });

/** Lists of Tempo Cloud have at most so many items on a page. */
export const smallPages = (size: number) =>
  asking(/[?&]limit=/, ({ searchParams }) => {
    searchParams.set("limit", String(Math.min(size, Number(searchParams.get("limit")))));
  });

/** Jira has at most so many issues, changes or worklogs on a page. */
export const smallPagesOfJira = (size: number): ((fetch: Fetch) => Fetch) => {
  const inBody = asking(/\/search|\/changelog\/bulkfetch$/, (_, body) => {
    body.maxResults = Math.min(size, body.maxResults ?? size);
  });
  const worklogs = replying(/\/worklog\?/, (page) => ({
    ...page,
    worklogs: page.worklogs.slice(0, size),
    maxResults: size,
  }));
  return (fetch) => inBody(worklogs(fetch));
};

/** Jira returns at most one comment with an issue. */
export const oneCommentEach = replying(/\/search|\/issue\/bulkfetch$/, ({ issues, ...page }) => ({
  ...page,
  issues: issues.map(({ fields: { comment, ...fields }, ...issue }: Json) => {
    const shown = comment && { ...comment, maxResults: 1, comments: comment.comments.slice(0, 1) };
    return { ...issue, fields: { ...fields, ...(comment && { comment: shown }) } };
  }),
}));

/** An update on Data Center keeps the fields that are not sent. */
export const keepsOmittedFields: Between =
  (fetch, { state }) =>
  (request) =>
    request.method === "PUT"
      ? asking(/\/4\/worklogs\/\d+$/, ({ pathname }, body) => {
          const kept = state.worklogs.get(Number(pathname.split("/").at(-1)));
          if (!kept || !pathname.startsWith("/rest/")) return;
          const attributes = Object.entries(kept.attributes ?? {}).map(([key, value]) => [
            key,
            { key, value },
          ]);
          const started =
            kept.startTime === undefined ? kept.startDate : `${kept.startDate}T${kept.startTime}.000`;
          const { timeSpentSeconds, billableSeconds, description } = kept;
          const sent = { timeSpentSeconds, billableSeconds, comment: description, ...body };
          Object.assign(body, sent, {
            attributes: { ...Object.fromEntries(attributes), ...body.attributes },
          });
          body.started = body.started.padEnd(started.length, started.slice(10));
        })(fetch)(request)
      : fetch(request);

/** Data Center replies to an update with an array of one worklog. */
export const updatesInArrays = replying(
  /\/rest\/tempo-timesheets\/4\/worklogs\/\d+$/,
  (worklog) => [worklog],
  "PUT",
);

/** Tempo on Data Center knows the users of worklogs by their login names. */
export const byLoginName: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
  const keyed = asking(/\/4\/worklogs/, (_, body) => {
    if (Array.isArray(body?.worker))
      body.worker = body.worker.map((name: string) => (name === ME.name ? ME.key : ""));
  });
  const named = replying(/\/4\/worklogs/, (worklogs) =>
    worklogs.map((it: Json) => (it.worker === ME.key ? { ...it, worker: ME.name } : it)),
  );
  return named(keyed(fetch))(request);
};

/** Reading a single worklog does not show a work attribute. */
export const hidesAttribute = (hidden: string) =>
  replying(
    /\/4\/worklogs\/\d+$/,
    ({ attributes: { [hidden]: _, ...others }, ...worklog }) => ({
      ...worklog,
      attributes: others.values
        ? { ...others, values: others.values.filter(({ key }: { key: string }) => key !== hidden) }
        : others,
    }),
    "GET",
  );

/** Deleted worklogs are reported with another body. */
export const reportsMissingAs =
  (body: object): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const isMissing = response.status === 404 && /\/4\/worklogs\/\d+$/.test(request.url);
    return isMissing ? Response.json(body, { status: 404 }) : response;
  };

/** Changes in a period that is not open are forbidden, without a word. */
export const forbidsLocked: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
  const response = await fetch(request);
  const isLocked =
    response.status === 400 && (await response.clone().text()).includes("no longer be changed");
  return isLocked ? Response.json({}, { status: 403 }) : response;
};

/** Requests to such an address are forbidden. */
export const forbids =
  (address: RegExp): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) =>
    address.test(request.url) ? new Response("<html>", { status: 403 }) : fetch(request);

/** Jira does not name other users. */
export const hidesNames = forbids(/\/rest\/api\/3\/user/);

/** Jira has no function updatedBy. */
export const withoutUpdatedBy: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
  const isRefused = request.url.includes("/search") && (await request.clone().text()).includes("updatedBy(");
  return isRefused
    ? Response.json(
        { errorMessages: ["Unable to find JQL function 'updatedBy'."], errors: {} },
        { status: 400 },
      )
    : fetch(request);
};

/** Jira returns times of changes in bulk as numbers. */
export const numericTimes = (unit: 1 | 1000) =>
  replying(/\/changelog\/bulkfetch$/, ({ issueChangeLogs, ...page }) => ({
    ...page,
    issueChangeLogs: issueChangeLogs.map(({ issueId, changeHistories }: Json) => ({
      issueId,
      changeHistories: changeHistories.map((it: Json) => ({ ...it, created: Date.parse(it.created) / unit })),
    })),
  }));

/** Jira is set up with a base URL, whatever address it is asked at. */
export const setUpAs = (baseUrl: string) =>
  replying(/\/serverInfo$|\/myself$/, ({ self, ...body }) => ({
    ...body,
    ...(self && { self: self.replace(/^.*(?=\/rest\/)/, baseUrl) }),
    ...(body.baseUrl && { baseUrl }),
  }));

/** Cloud also lists periods that are only partly in the range. */
export const listsPartsOfPeriods = asking(/\/4\/periods\?/, ({ searchParams }) => {
  const month = (name: string) => datesOfMonth(String(searchParams.get(name)).slice(0, 7));
  searchParams.set("from", month("from").startDate);
  searchParams.set("to", month("to").endDate);
});

/** Lists of a project's accounts leave out those of all projects. */
export const withoutGlobalAccounts: Between = (fetch, { state }) => {
  const { accounts = [] } = state.seed;
  const isOfProject = (id: number) =>
    accounts.some((it) => it.id === id && (it.projects ?? it.defaultOf ?? []).length > 0);
  const onCloud = asking(/includeGlobalAccounts/, ({ searchParams }) =>
    searchParams.delete("includeGlobalAccounts"),
  );
  return onCloud(
    replying(/\/rest\/tempo-accounts\/1\/.*project/, (list) =>
      list.filter(({ id, accountId = id }: Json) => isOfProject(accountId)),
    )(fetch),
  );
};

/** Links of accounts on Cloud have the ids of their accounts. */
export const linksHaveIds = replying(/\/account-links\//, ({ results, ...page }) => ({
  ...page,
  results: results.map(({ account, ...link }: Json) => ({
    ...link,
    account: { ...account, id: Number(account.self.split("/").at(-1)) },
  })),
}));
