import { describe, expect, test } from "vitest";
import type { SandboxAccount, SandboxIssue, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { linksHaveIds, replying, withoutGlobalAccounts } from "../helpers/other-tempos.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../helpers/session.ts";

const ACCOUNT = { id: 9, key: "_Account_", name: "Account", required: true, type: "ACCOUNT" } as const;

const DEV: SandboxAccount = { id: 31, key: "ACME-DEV", name: "Acme development", projects: ["PROJ"] };
const OPS: SandboxAccount = { id: 30, key: "ACME-OPS", name: "Acme operations", projects: ["PROJ"] };
const OLD: SandboxAccount = {
  id: 29,
  key: "ACME-OLD",
  name: "Acme 2024",
  projects: ["PROJ"],
  status: "CLOSED",
};
const ARCHIVED: SandboxAccount = { ...OLD, id: 28, key: "ACME-OLDER", status: "ARCHIVED" };
const INTERNAL: SandboxAccount = { id: 27, key: "INTERNAL", name: "Internal work", global: true };
const HOLIDAY: SandboxAccount = { id: 26, key: "HOLIDAY", name: "Holiday", global: true };
const OTHER: SandboxAccount = { id: 25, key: "OTHER", name: "Another project's", defaultOf: ["NEW"] };

const byDefault = (account: SandboxAccount): SandboxAccount => ({ ...account, defaultOf: ["PROJ"] });

function issues(accountKey?: string): SandboxIssue[] {
  return [
    { id: 10007, key: "PROJ-7", summary: "Code review", ...(accountKey !== undefined && { accountKey }) },
    { id: 10050, key: "NEW-50", summary: "In another project" },
  ];
}

/** Shows Data Center the issue's own account. */
const EARLIER = worklog({ startDate: "2025-12-01", issueId: 10007, timeSpentSeconds: 3600 });

function accountsSeed(accounts: SandboxAccount[], accountKey?: string): Partial<SandboxSeed> {
  return { workAttributes: [ACCOUNT], accounts, issues: issues(accountKey), worklogs: [EARLIER] };
}

const OF_ISSUE = { workAttributes: { _Account_: "@issue" } };
const POST = { issueKey: "PROJ-7", hours: 1, startDate: "2026-01-05" };

const wanted = "Not sent: TEMPO_WORK_ATTRIBUTES sets _Account_ to the account of the issue, ";
const choice = (accounts: string) =>
  `${wanted}and several are open to PROJ-7: ${accounts}. Make one the default of its project in Tempo, or set ` +
  "the value of _Account_ in TEMPO_WORK_ATTRIBUTES to the key of one.";
const NONE =
  `${wanted}and no account is open to PROJ-7. Link one to its project in Tempo, or set the value of _Account_ in TEMPO_WORK_ATTRIBUTES to the key of an ` +
  "account.";

const CLOUD_403 =
  "The token's owner lacks permission for this in Tempo Accounts (HTTP 403). If Tempo gives no other reason, the token in " +
  "TEMPO_API_TOKEN lacks a scope. The scopes of a token cannot be changed: create a new one in Tempo, Settings, API " +
  "integration, with Worklogs (manage), Schemes (view) and Accounts (view), and set TEMPO_API_TOKEN to it.";
const CLOUD_404 =
  "No Tempo Accounts API at this URL (HTTP 404). Check TEMPO_API_URL, and that Tempo Accounts runs there.";
const DATA_CENTER_403 =
  "The token's owner lacks permission for this in Tempo Accounts (HTTP 403). Check in Jira that the owner of TEMPO_PAT may see " +
  "the accounts of the project, or replace @issue in TEMPO_WORK_ATTRIBUTES by the key of one. If it may, Tempo's licence may have expired.";
const DATA_CENTER_404 =
  "No Tempo Accounts API at this URL (HTTP 404). Check TEMPO_BASE_URL, and that Tempo Accounts runs there with a licence that has not expired.";

/** The accounts, the issue's own account, and what a post gets: a key, or the text of its refusal. */
const CHOICES: Record<string, [accounts: SandboxAccount[], own: string | undefined, result: string]> = {
  "the issue's own account": [[DEV, byDefault(OPS), INTERNAL], "ACME-DEV", "ACME-DEV"],
  "the issue's own account, of no project": [[byDefault(OPS), OTHER], "OTHER", "OTHER"],
  "the default of its project, if its own is closed": [[OLD, byDefault(OPS), DEV], "ACME-OLD", "ACME-OPS"],
  "the default of its project, if its own is archived": [
    [ARCHIVED, byDefault(OPS)],
    "ACME-OLDER",
    "ACME-OPS",
  ],
  "the default of its project": [[DEV, byDefault(OPS), OTHER, INTERNAL], undefined, "ACME-OPS"],
  "the default of its project, which is global": [[DEV, OPS, byDefault(INTERNAL)], undefined, "INTERNAL"],
  "the only open account of its project": [[byDefault(OLD), ARCHIVED, DEV, INTERNAL], undefined, "ACME-DEV"],
  "the only global account, if its project has none": [[OLD, OTHER, INTERNAL], undefined, "INTERNAL"],
  "no account, if its project has two": [
    [OPS, DEV, INTERNAL, OTHER],
    undefined,
    choice("ACME-DEV (Acme development), ACME-OPS (Acme operations), INTERNAL (Internal work)"),
  ],
  "no account, if there are only two global ones": [
    [INTERNAL, HOLIDAY],
    undefined,
    choice("HOLIDAY (Holiday), INTERNAL (Internal work)"),
  ],
  "no account, if none is open": [[OLD, ARCHIVED, OTHER], undefined, NONE],
};

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const open = (options: SessionOptions) =>
    openSession({ deployment, toolSets: ["fill", "edit", "find"], ...options });

  describe("@issue gives a worklog", () => {
    test.each(Object.entries(CHOICES))("%s", async (_, [accounts, own, result]) => {
      const { call, sandbox, requests } = await open({ ...OF_ISSUE, seed: accountsSeed(accounts, own) });
      const { isError = false, content } = await call("post_worklog", POST);
      const [, stored] = [...sandbox.state.worklogs.values()];
      expect(isError ? content[0]?.text : stored?.attributes).toEqual(
        isError ? result : { _Account_: result },
      );
      const posts = requests.filter(({ operation }) => operation.startsWith("createWorklog"));
      expect(posts.length).toBe(isError ? 0 : 1);
    });
  });

  test.each<[string, SessionOptions["upstream"]]>([
    ["lists of a project's accounts leave the global ones out", withoutGlobalAccounts],
    ["links have ids", linksHaveIds],
  ])("@issue gives the same account if %s", async (_, upstream = (fetch) => fetch) => {
    for (const [accounts, own, result] of Object.values(CHOICES)) {
      const { call, sandbox } = await open({ ...OF_ISSUE, upstream, seed: accountsSeed(accounts, own) });
      const { isError = false, content } = await call("post_worklog", POST);
      const [, stored] = [...sandbox.state.worklogs.values()];
      expect(isError ? content[0]?.text : stored?.attributes?._Account_).toBe(result);
    }
  });

  test("every way to post puts the account of its issue on each worklog", async () => {
    const seed = {
      ...accountsSeed([byDefault(OPS), DEV, OTHER], "ACME-DEV"),
      issues: [...issues("ACME-DEV"), { id: 10004, key: "PROJ-4", summary: "Sprint ceremonies" }],
    };
    const { reply, sandbox } = await open({ ...OF_ISSUE, seed });
    const row = (issueKey: string, date = "2026-01-05") => ({ issueKey, hours: 1, date });
    await reply("post_worklog", { ...POST, startDate: "2026-01-07" });
    await reply("bulk_post_worklogs", {
      worklogs: [row("PROJ-7"), row("NEW-50"), row("PROJ-4"), row("PROJ-7", "2026-01-06")],
    });
    const fill = {
      startDate: "2026-01-12",
      endDate: "2026-01-13",
      rows: [{ issueKey: "NEW-50", hours: 1 }, { issueKey: "PROJ-4" }],
    };
    const { confirm } = await reply("fill_days", fill);
    await reply("fill_days", { ...fill, confirm });
    const stored = [...sandbox.state.worklogs.values()]
      .slice(1)
      .map(({ issueId, attributes }) => [issueId, attributes]);
    expect(stored.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      ...Array(3).fill([10004, { _Account_: "ACME-OPS" }]),
      ...Array(3).fill([10007, { _Account_: "ACME-DEV" }]),
      ...Array(3).fill([10050, { _Account_: "OTHER" }]),
    ]);
  });

  test("in a batch, an entry without an account fails alone, and the others are stored", async () => {
    const { reply } = await open({ ...OF_ISSUE, seed: accountsSeed([OPS, DEV, OTHER]) });
    const row = (issueKey: string) => ({ issueKey, hours: 1, date: "2026-01-05" });
    const { results } = await reply("bulk_post_worklogs", { worklogs: [row("PROJ-7"), row("NEW-50")] });
    expect(results).toEqual([
      {
        ...row("PROJ-7"),
        success: false,
        error: choice("ACME-DEV (Acme development), ACME-OPS (Acme operations)"),
      },
      { ...row("NEW-50"), success: true, worklogId: "1290001" },
    ]);
  });

  test("the accounts of a batch are read once, and again after a minute", async () => {
    const { reply, requests, clock, sandbox } = await open({ ...OF_ISSUE, seed: accountsSeed([OPS]) });
    const row = (date: string) => ({ issueKey: "PROJ-7", hours: 1, date });
    const reads = () => requests.filter(({ operation }) => operation.includes("Account")).length;
    await reply("bulk_post_worklogs", { worklogs: [row("2026-01-05"), row("2026-01-06")] });
    const once = reads();
    expect(once).toBe(deployment === "cloud" ? 2 : 3);
    await reply("bulk_post_worklogs", { worklogs: [row("2026-01-07")] });
    expect(reads()).toBe(once);
    clock.advance(60_000);
    sandbox.state.seed.accounts = [DEV];
    await reply("bulk_post_worklogs", { worklogs: [row("2026-01-08")] });
    expect(reads()).toBe(2 * once);
    expect([...sandbox.state.worklogs.values()].at(-1)?.attributes).toEqual({ _Account_: "ACME-DEV" });
  });

  test("a change of a worklog keeps its account, and reads none", async () => {
    const worklogs = [{ ...EARLIER, attributes: { _Account_: "ACME-OLD" } }];
    const { reply, sandbox, requests } = await open({
      ...OF_ISSUE,
      seed: { ...accountsSeed([byDefault(OPS), OLD]), worklogs },
    });
    await reply("update_worklog", { worklogId: "1290000", hours: 2 });
    expect([...sandbox.state.worklogs.values()].map(({ attributes }) => attributes)).toEqual([
      { _Account_: "ACME-OLD" },
    ]);
    expect(requests.filter(({ operation }) => operation.includes("Account"))).toEqual([]);
  });

  test.each([
    [403, { cloud: CLOUD_403, datacenter: DATA_CENTER_403 }],
    [404, { cloud: CLOUD_404, datacenter: DATA_CENTER_404 }],
  ])("if accounts answer %i, the refusal says what to do, and nothing is sent", async (status, texts) => {
    const { refusal, sandbox } = await open({
      ...OF_ISSUE,
      seed: accountsSeed([byDefault(OPS)]),
      upstream: (fetch) => async (request) =>
        /\/(account-links|accounts|tempo-accounts)\//.test(request.url)
          ? Response.json({}, { status })
          : fetch(request),
    });
    expect(await refusal("post_worklog", POST)).toBe(texts[deployment]);
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  describe("a rejection for a missing account", () => {
    const rejected =
      "Tempo rejected this (HTTP 400). It says: \"Work attribute 'Account' (_Account_) is required\". Nothing was changed by this " +
      "request. This Tempo requires a work attribute that is not set: Account (_Account_";
    const example = (account: string) =>
      'If that is the reason, set TEMPO_WORK_ATTRIBUTES, for example to {"_Account_":"@issue"}, or give it to entries of their own: ' +
      "post_worklog, bulk_post_worklogs, fill_days, update_worklog and post_draft (on by details, fill, edit and draft in TEMPO_TOOLSETS) take `attributes`, such as " +
      `{"_Account_":"${account}"}.`;

    test("lists the accounts open to the issue, at most 12", async () => {
      const { refusal } = await open({ seed: accountsSeed([DEV, byDefault(OPS), OLD, OTHER, INTERNAL]) });
      expect(await refusal("post_worklog", POST)).toBe(
        `${rejected}: ACME-OPS (Acme operations), ACME-DEV (Acme development), INTERNAL (Internal work)). ${example("ACME-OPS")}`,
      );
      const numbers = Array.from({ length: 51 }, (_, index) => String(index + 100));
      const many = await open({
        seed: accountsSeed(numbers.map((key) => ({ id: Number(key), key, name: key, projects: ["PROJ"] }))),
      });
      expect(await many.refusal("post_worklog", POST)).toBe(
        `${rejected}: ${numbers.slice(0, 12).join(", ")} and 39 more). ${example("100")}`,
      );
    });

    test("lists the accounts of each issue of a batch, and those of a change", async () => {
      const { failedReply, refusal } = await open({ seed: accountsSeed([OPS, OTHER]) });
      const row = (issueKey: string) => ({ issueKey, hours: 1, date: "2026-01-05" });
      const { results } = await failedReply("bulk_post_worklogs", {
        worklogs: [row("PROJ-7"), row("PROJ-7"), row("NEW-50")],
      });
      expect(results.map(({ error }) => error)).toEqual([
        `${rejected}: ACME-OPS (Acme operations)). ${example("ACME-OPS")}`,
        `${rejected}: ACME-OPS (Acme operations)). ${example("ACME-OPS")}`,
        `${rejected}: OTHER (Another project's)). ${example("OTHER")}`,
      ]);
      expect(await refusal("update_worklog", { worklogId: "1290000", hours: 2 })).toBe(
        `${rejected}: ACME-OPS (Acme operations)). ${example("ACME-OPS")}`,
      );
    });

    test("stays as it is if the accounts cannot be read, which delays it a little and is not repeated at once", async () => {
      let asked = 0;
      const { failedReply, clock } = await open({
        seed: accountsSeed([OPS, OTHER]),
        upstream: (fetch) => async (request) => {
          if (!/account/i.test(new URL(request.url).pathname)) return fetch(request);
          asked += 1;
          return new Response("", { status: 503 });
        },
      });
      const row = (issueKey: string) => ({ issueKey, hours: 1, date: "2026-01-05" });
      const rows = { worklogs: [row("PROJ-7"), row("NEW-50")] };
      const startedAt = clock.now();
      const { results } = await failedReply("bulk_post_worklogs", rows);
      const texts = results.map(({ error }) => error);
      expect(texts).toEqual(Array(2).fill(`${rejected}). ${example("…")}`));
      expect(clock.now() - startedAt).toBeLessThan(8000);
      const before = asked;
      await failedReply("bulk_post_worklogs", rows);
      expect(asked).toBe(before);
    });
  });

  describe("get_work_attributes with an issue", () => {
    test("lists the accounts open to it: the one that @issue takes, those of its project, the global ones", async () => {
      const accounts = [INTERNAL, byDefault(OPS), OLD, DEV, OTHER, HOLIDAY];
      const { reply } = await open({ seed: accountsSeed(accounts) });
      const { attributes } = await reply("get_work_attributes", { issueKey: "PROJ-7" });
      expect(attributes).toEqual([
        {
          key: "_Account_",
          name: "Account",
          type: "ACCOUNT",
          required: true,
          values: [
            { value: "ACME-OPS", name: "Acme operations" },
            { value: "ACME-DEV", name: "Acme development" },
            { value: "HOLIDAY", name: "Holiday" },
            { value: "INTERNAL", name: "Internal work" },
          ],
        },
      ]);
    });

    test("reads no accounts if no attribute is one, and lists none if none is open", async () => {
      const none = await open({ seed: { ...accountsSeed([OPS]), workAttributes: [] } });
      expect(await none.reply("get_work_attributes", { issueKey: "PROJ-7" })).toEqual({ attributes: [] });
      expect(none.requests.filter(({ operation }) => operation.includes("Account"))).toEqual([]);
      const { reply } = await open({ seed: accountsSeed([OLD]) });
      const { attributes } = await reply("get_work_attributes", { issueKey: "PROJ-7" });
      expect(attributes).toEqual([{ key: "_Account_", name: "Account", type: "ACCOUNT", required: true }]);
    });
  });
});

describe("the issue's own account", () => {
  const seed = accountsSeed([DEV, byDefault(OPS)], "ACME-DEV");

  test("on Cloud, is not known if the site has no such field, or the token may not read fields", async () => {
    const withoutField = replying(/\/field$/, (fields) => fields.slice(0, 1));
    for (const upstream of [withoutField, denied("/rest/api/3/field")]) {
      const { reply, sandbox } = await openSession({ ...OF_ISSUE, seed, upstream });
      await reply("post_worklog", POST);
      expect([...sandbox.state.worklogs.values()].at(-1)?.attributes).toEqual({ _Account_: "ACME-OPS" });
    }
  });

  test("on Data Center, is not known without a worklog on the issue", async () => {
    const { reply, sandbox } = await openSession({
      ...OF_ISSUE,
      deployment: "datacenter",
      seed: { ...seed, worklogs: [] },
    });
    await reply("post_worklog", POST);
    expect([...sandbox.state.worklogs.values()].at(-1)?.attributes).toEqual({ _Account_: "ACME-OPS" });
  });

  test("on Data Center, a user who may not see all accounts gets those of the project", async () => {
    const { reply, sandbox } = await openSession({
      ...OF_ISSUE,
      deployment: "datacenter",
      seed,
      upstream: denied("/rest/tempo-accounts/1/account"),
    });
    await reply("post_worklog", POST);
    expect([...sandbox.state.worklogs.values()].at(-1)?.attributes).toEqual({ _Account_: "ACME-DEV" });
  });
});

function denied(path: string): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) =>
    new URL(request.url).pathname === path ? new Response("", { status: 403 }) : fetch(request);
}
