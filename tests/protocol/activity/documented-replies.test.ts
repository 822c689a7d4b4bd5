import { describe, expect, test } from "vitest";
import { findRoute } from "../../../src/sandbox/routes.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { conformanceErrors } from "../../../src/tempo/http/conformance.ts";
import { DEPLOYMENTS, openJira } from "../../helpers/activity.ts";
import { ME } from "../../helpers/seeds.ts";

// Replies in the shapes of Atlassian's documents, with what TempoFiller does not read.

const AVATARS = {
  "48x48": "https://jira.example.org/avatar?size=large",
  "16x16": "https://jira.example.org/avatar",
};

const CLOUD_USER = {
  self: `https://site.atlassian.net/rest/api/3/user?accountId=${ME.accountId}`,
  accountId: ME.accountId,
  avatarUrls: AVATARS,
  displayName: "Ada",
  active: true,
  timeZone: "Europe/Berlin",
  accountType: "atlassian",
};

const SERVER_USER = {
  self: "https://jira.example.org/rest/api/2/user?username=ada",
  name: "ada",
  // Jira ignores the case of user keys.
  key: ME.key.toLowerCase(),
  emailAddress: "ada@example.org",
  avatarUrls: AVATARS,
  displayName: "Ada",
  active: true,
  timeZone: "Europe/Berlin",
};

const ISSUE = { expand: "operations,versionedRepresentations", id: "10123", key: "PROJ-123" };

const ITEMS = [
  { field: "resolution", fieldtype: "jira", from: null, fromString: null, to: "10000", toString: "Done" },
  {
    field: "status",
    fieldtype: "jira",
    from: "3",
    fromString: "In Progress",
    to: "10001",
    toString: "Fertig",
  },
];

const historyOf = (author: object | undefined) => ({
  id: "20001",
  ...(author && { author }),
  created: "2026-01-05T23:30:00.123+0100",
  items: ITEMS,
  historyMetadata: { type: "myplugin:type", actor: { id: "tony", displayName: "Tony" } },
});

const document = (text: string) => ({
  type: "doc",
  version: 1,
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

const commentsOf = (author: object, body: unknown) => ({
  comments: [
    {
      self: "https://jira.example.org/rest/api/2/issue/10123/comment/30001",
      id: "30001",
      author,
      body,
      updateAuthor: author,
      created: "2026-01-06T09:15:00.000+0100",
      updated: "2026-01-08T09:15:00.000+0100",
      visibility: { type: "role", value: "Administrators" },
    },
  ],
  self: "https://jira.example.org/rest/api/2/issue/10123/comment",
  maxResults: 1,
  total: 1,
  startAt: 0,
});

const CREATED = "2026-01-05T08:00:00.000+0100";

const REPLIES: Record<string, unknown> = {
  "/rest/api/3/myself": { ...CLOUD_USER, groups: { size: 1, items: [] }, expand: "groups" },
  "/rest/api/3/search/jql": {
    issues: [{ ...ISSUE, fields: { created: CREATED, creator: CLOUD_USER } }],
    isLast: true,
    nextPageToken: null,
  },
  "/rest/api/3/issue/bulkfetch": {
    expand: "names,schema",
    issues: [{ ...ISSUE, fields: { comment: commentsOf(CLOUD_USER, document("Private")) } }],
    issueErrors: [],
  },
  "/rest/api/3/changelog/bulkfetch": {
    issueChangeLogs: [
      {
        issueId: "10123",
        changeHistories: [
          { ...historyOf(CLOUD_USER), created: 1_767_652_200_123, items: withFieldIds() },
          { ...historyOf(undefined), id: "20002" },
          { ...historyOf({ ...CLOUD_USER, accountId: "557058:automation" }), id: "20003" },
        ],
      },
    ],
    nextPageToken: null,
  },
  "/rest/api/2/myself": { ...SERVER_USER, key: ME.key, locale: "de_DE" },
  "/rest/api/2/search": {
    expand: "schema,names",
    startAt: 0,
    maxResults: 25,
    total: 1,
    issues: [
      {
        ...ISSUE,
        fields: {
          created: CREATED,
          creator: SERVER_USER,
          comment: commentsOf(SERVER_USER, "Private"),
        },
        changelog: {
          startAt: 0,
          maxResults: 3,
          total: 3,
          histories: [
            historyOf(SERVER_USER),
            { ...historyOf(undefined), id: "20002" },
            { ...historyOf({ ...SERVER_USER, key: "JIRAUSER77", name: "bot" }), id: "20003" },
          ],
        },
      },
    ],
  },
};

function withFieldIds() {
  return ITEMS.map((item) => ({
    ...item,
    fieldId: item.field,
    tmpFromAccountId: null,
    tmpToAccountId: null,
  }));
}

/** @param deviations gets a line for each deviation of a reply from the slice */
const documented = (deviations: string[]) => (): Fetch => async (request) => {
  const url = new URL(request.url);
  const route = findRoute(request.method, url);
  const response = Response.json(REPLIES[url.pathname]);
  if ("otherMethods" in route) throw new Error(`${url.pathname} is not in a slice`);
  deviations.push(...(await conformanceErrors(route.api, request.method, route.path, response.clone())));
  return response;
};

describe.each(DEPLOYMENTS)("on %s, a reply as documented", (kind) => {
  test("gives the user's creation, status and comment", async () => {
    const deviations: string[] = [];
    const { timesheet, scope } = openJira(kind, { upstream: documented(deviations) });
    const range = { startDate: "2026-01-05", endDate: "2026-01-06" };
    const found = await timesheet.readActivity(range, "Europe/Berlin", scope);
    expect(found).toEqual({
      activity: [
        { kind: "create", issueKey: "PROJ-123", at: Date.parse("2026-01-05T07:00:00Z") },
        {
          kind: "status",
          issueKey: "PROJ-123",
          at: Date.parse("2026-01-05T22:30:00.123Z"),
          status: "Fertig",
        },
        { kind: "comment", issueKey: "PROJ-123", at: Date.parse("2026-01-06T08:15:00Z") },
      ],
      isNarrow: false,
      incomplete: [],
    });
    expect(deviations).toEqual([]);
    expect((await timesheet.readProfile(scope)).timeZone).toBe("Europe/Berlin");
  });
});
