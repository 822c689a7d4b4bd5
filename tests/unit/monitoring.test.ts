import { STATUS_CODES } from "node:http";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ERROR_CODES } from "../../src/contract/error-codes.ts";
import { keyTimes } from "../../src/team/auth/access-keys.ts";
import { createServerMetrics } from "../../src/team/observability/metrics.ts";
import { CallChanges } from "../../src/timesheet/call-changes.ts";
import { InvalidInputError } from "../../src/timesheet/errors.ts";
import { tools } from "../../src/tools/index.ts";
import { deploymentFile } from "../helpers/deployment-files.ts";

/** The text of `/metrics` of a server that has a database and access keys, and has had a call. */
function everything(): string {
  const { observe, observeConnections, call, requestEnded, upstream, text } = createServerMetrics();
  observe({
    users: () => 1,
    callsWriting: () => 1,
    databaseIsReady: () => 1,
    accessKeys: () => keyTimes([{ name: "ada", expires: "2027-06-30", lastUsed: 1 }]),
  });
  observeConnections(() => 1);
  requestEnded(200);
  upstream("200");
  const changes = { byKind: () => [{ effect: "stored", isCertain: true, ids: ["1"] }] };
  call({ tool: "post_worklog", milliseconds: 1, isError: false, hasFailures: false, changes } as never);
  return text();
}

/** Every metric of such a server, and the labels of its samples. */
function metrics(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of everything().split("\n")) {
    const [, name, labels = ""] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (!name) continue;
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) => label);
    found.set(name, new Set([...(found.get(name) ?? []), ...names]));
  }
  return found;
}

/** A metric and labels that Prometheus adds. */
const UP = "up";
const ADDED = ["job", "instance"];

/** Names in an expression that no server has: metrics, or labels of the metrics in it. */
function unknownIn(expression: string): string[] {
  const known = new Map([...metrics(), [UP, new Set<string>()] as const]);
  const used = expression.match(/\b(?:(?:tempofiller|process)_\w+|up)\b/g) ?? [];
  if (used.length === 0) return [`no metric in ${expression}`];
  const labels = new Set([...ADDED, ...used.flatMap((name) => [...(known.get(name) ?? [])])]);
  const named = [
    ...[...expression.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = ""]) => label),
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/)),
  ];
  return [...used.filter((name) => !known.has(name)), ...named.filter((label) => !labels.has(label))];
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const rules = (
  parse(deploymentFile("monitoring/alerts.yaml")) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

interface Panel {
  title: string;
  targets: { expr: string; legendFormat: string }[];
}

const { panels } = JSON.parse(deploymentFile("monitoring/dashboard.json")) as { panels: Panel[] };

test("the names in an expression are compared with the metrics", () => {
  expect(unknownIn('sum by (tool, who) (rate(tempofiller_calls_total{code="ok",user=~"a"}[5m]))')).toEqual([
    "user",
    "who",
  ]);
  expect(unknownIn("tempofiller_call_total > 0")).toEqual(["tempofiller_call_total"]);
});

test.each(rules.map(({ alert, ...rule }) => [alert, rule] as const))(
  "the alert %s has a server's metrics",
  (_, rule) => {
    expect(unknownIn(rule.expr)).toEqual([]);
    const shown = [...rule.annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
    expect(shown.filter((label) => !rule.expr.includes(label ?? ""))).toEqual([]);
    expect(rule.labels.severity).toMatch(/^(critical|warning|info)$/);
    const codes = /code=~"([^"]*)"/.exec(rule.expr)?.[1]?.split("|") ?? [];
    expect(codes.filter((code) => !(code in ERROR_CODES))).toEqual([]);
  },
);

test("the dashboard has a server's metrics, and shows every one of them", () => {
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.flatMap(unknownIn)).toEqual([]);
  const all = expressions.join("\n");
  const missing = [...metrics().keys()].filter(
    (name) => !all.includes(name.replace(/_(bucket|sum|count)$/, "")),
  );
  expect(missing).toEqual([]);
});

test("every series of a counter or histogram is 0 from the start, and no event adds one", () => {
  const server = createServerMetrics();
  const samples = () =>
    new Map(
      server
        .text()
        .split("\n")
        .flatMap((line) => {
          const [, name = "", value] =
            /^(tempofiller_\S+(?:_total|_bucket|_sum|_count)(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
          return name ? [[name, Number(value)] as const] : [];
        }),
    );
  const first = samples();
  expect([...first].filter(([, value]) => value !== 0)).toEqual([]);

  const effects = ["stored", "deleted", "changed", "submitted", "recalled"] as const;
  const changes = new CallChanges();
  for (const effect of effects) {
    changes.made(effect, ["1"]);
    changes.possiblyMade(effect, ["2"]);
  }
  const errors = Object.keys(ERROR_CODES).map((code) =>
    Object.assign(new InvalidInputError("No."), { code }),
  );
  for (const { name: tool } of tools) {
    const call = { tool, milliseconds: 1, isError: false, hasFailures: false, isCancelled: false, changes };
    server.call(call);
    for (const error of errors) server.call({ ...call, isError: true, error });
  }
  for (const status of Object.keys(STATUS_CODES)) {
    server.requestEnded(Number(status));
    server.upstream(status);
  }
  server.upstream("failed");
  for (const reason of ["full", "address"] as const) server.connectionEnded(reason);
  const last = samples();
  expect([...last.keys()]).toEqual([...first.keys()]);
  expect([...last].filter(([, value]) => value === 0)).toEqual([]);
  expect(first.size).toBe(19 * 16 + 19 * 13 + 10 + 63 + 64 + 2);
});

test("every metric says in a sentence what it counts", () => {
  const told = [...everything().matchAll(/^# HELP (\w+) [A-Z1].*\.$/gm)].map(([, name]) => name);
  const known = new Set([...metrics().keys()].map((name) => name.replace(/_(bucket|sum|count)$/, "")));
  expect(told.sort()).toEqual([...known].sort());
});
