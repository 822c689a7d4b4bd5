import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { diagnoseSandbox, SETTINGS } from "../helpers/doctor.ts";
import { replying, withoutUpdatedBy } from "../helpers/other-tempos.ts";
import { openSession } from "../helpers/session.ts";

interface Reader {
  removeErrorListeners(): void;
  addErrorListener(listener: object): void;
}

/** The part of the grammar that is used. Its package has types that this project's rules refuse. */
interface Grammar {
  JQLLexer: new (text: object) => Reader;
  JQLParser: new (tokens: object) => Reader & { jqlQuery(): void };
  CharStreams: { fromString(text: string): object };
  CommonTokenStream: new (lexer: Reader) => object;
}

const load = createRequire(import.meta.url);
const grammar: Grammar = { ...load("antlr4ts"), ...load("@atlaskit/jql-parser") };

/** The objections of Atlassian's own grammar to a query. */
function syntaxErrors(jql: string): string[] {
  const errors: string[] = [];
  const listener = {
    syntaxError: (_: unknown, __: unknown, line: number, column: number, message: string) =>
      errors.push(`${line}:${column} ${message}`),
  };
  const lexer = new grammar.JQLLexer(grammar.CharStreams.fromString(jql));
  const parser = new grammar.JQLParser(new grammar.CommonTokenStream(lexer));
  for (const reader of [lexer, parser]) {
    reader.removeErrorListeners();
    reader.addErrorListener(listener);
  }
  parser.jqlQuery();
  return errors;
}

test.each([
  "project = ",
  'summary ~ "a',
  "assignee = currentUser( AND x = 1",
  "key in ()",
  "a = 1 ORDER key",
  "key = ORDER",
])("the grammar refuses %j", (jql) => {
  expect(syntaxErrors(jql)).not.toEqual([]);
});

/** Names that would be something else in JQL if they were not quoted. */
const HOSTILE = ['o"brien', "back\\slash\\", '") OR project = "SECRET', "empty", "a, b) --", "日本語 'x'\n"];

const RESERVED = ["NULL", "EMPTY", "AND", "OR", "NOT", "ORDER", "BY", "WAS", "CHANGED", "IN", "IS", "SELECT"];

const WORDS = [
  'review" OR project = "SECRET',
  "null",
  "not and or",
  "ÄÖ ß İ 日本 ١٢٣",
  "x\\",
  "'a'*? [b] {c}",
];

/** The kinds of queries by what only they have. */
const KINDS: Record<string, RegExp> = {
  "assigned issues": /^assignee = currentUser\(\) AND statusCategory != Done ORDER BY/,
  "assigned issues of a project": /^project = "\w+" AND assignee = /,
  "words in summaries": /^summary ~ /,
  "some of the words": /\) OR \(summary ~ /,
  "any issue of a project": /^project = "\w+" ORDER BY/,
  "issues by their keys": /^key in \(/,
  "issues that the user changed": /^issuekey in updatedBy\(/,
  "issues of the user": /^\(assignee = currentUser\(\) OR reporter/,
  "issues with hours of the user": /^worklogAuthor = currentUser\(\) AND worklogDate/,
};

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };

/** Every query that Jira is sent by tools and by the doctor. */
async function queriesSent(deployment: Deployment["kind"]): Promise<string[]> {
  const sent: string[] = [];
  const watch = (fetch: Fetch) => async (request: Request) => {
    const body = request.method === "POST" ? await request.clone().text() : "";
    const { jql } = body.startsWith("{") ? JSON.parse(body) : {};
    if (jql !== undefined) sent.push(jql);
    return fetch(request);
  };
  const open = (between: (fetch: Fetch) => Fetch = (fetch) => fetch) =>
    openSession({
      deployment,
      toolSets: ["find", "draft", "reports", "fill"],
      upstream: (fetch) => watch(between(fetch)),
    });
  for (const name of HOSTILE) {
    const named = replying(/\/myself$/, (user) => ({ ...user, name, accountId: name }));
    await (await open(named)).call("draft_timesheet", WEEK);
  }
  await (await open(withoutUpdatedBy)).call("draft_timesheet", WEEK);
  const { call } = await open();
  for (const words of ["", ...WORDS]) await call("search_issues", { words });
  for (const projectKey of RESERVED) {
    await call("search_issues", { projectKey });
    await call("get_totals", { ...WEEK, groupBy: "issue", projectKey });
  }
  const worklogs = RESERVED.map((key) => ({ issueKey: `${key}-1`, date: "2026-01-05", hours: 1 }));
  await call("bulk_post_worklogs", { worklogs });
  await call("fill_days", { ...WEEK, rows: [{ issueKey: "ORDER-2" }] });
  await diagnoseSandbox(SETTINGS[deployment]("https://jira.example.com"), { upstream: watch });
  return sent;
}

test("Atlassian's own grammar accepts every query that Jira is sent, whatever names, keys and words are in it", async () => {
  const sent = [...(await queriesSent("cloud")), ...(await queriesSent("datacenter"))];
  const queries = [...new Set(sent)];
  expect(Object.keys(KINDS).filter((kind) => !queries.some((jql) => KINDS[kind]?.test(jql)))).toEqual([]);
  expect(queries.filter((jql) => !Object.values(KINDS).some((kind) => kind.test(jql)))).toEqual([]);
  const refused = queries.map((jql) => ({ jql, errors: syntaxErrors(jql) }));
  expect(refused.filter(({ errors }) => errors.length > 0)).toEqual([]);
});
