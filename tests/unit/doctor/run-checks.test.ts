import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { CLOUD_CHECKS, DATA_CENTER_CHECKS } from "../../../src/cli/doctor/checks.ts";
import {
  type CheckDefinition,
  type Finding,
  ok,
  runChecks,
  unknown,
} from "../../../src/cli/doctor/report.ts";

const FAILED: Finding = { status: "failed", message: "broken", code: "internal" };

/** A check that finds what it is given, and records when it starts and ends. */
function check(
  name: CheckDefinition<string[]>["check"],
  needs: CheckDefinition<string[]>["needs"],
  finding = ok("fine"),
): CheckDefinition<string[]> {
  return {
    check: name,
    needs,
    async run(events) {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
      return finding;
    },
  };
}

test("a check is skipped if one it needs failed or was skipped, and names the one that failed", async () => {
  const events: string[] = [];
  const checks = await runChecks(
    [
      check("jira_connection", [], FAILED),
      check("jira_token", ["jira_connection"]),
      check("tempo_connection", []),
      check("worklogs", ["jira_token", "tempo_connection"]),
      check("expiry", []),
    ],
    events,
  );
  const message = 'Skipped: depends on "Jira connection".';
  expect(checks).toEqual([
    { check: "jira_connection", ...FAILED },
    { check: "jira_token", status: "skipped", message },
    { check: "tempo_connection", ...ok("fine") },
    { check: "worklogs", status: "skipped", message },
    { check: "expiry", ...ok("fine") },
  ]);
  expect(events.filter((event) => /token|worklogs/.test(event))).toEqual([]);
});

test("of two failed checks, a check that needs both names the first", async () => {
  const checks = await runChecks(
    [
      check("jira_token", [], FAILED),
      check("region", [], FAILED),
      check("worklogs", ["jira_token", "region"]),
    ],
    [],
  );
  expect(checks.at(-1)?.message).toBe('Skipped: depends on "Jira token".');
});

test("a check whose result is unknown does not skip those that need it", async () => {
  const checks = await runChecks([check("region", [], unknown("?")), check("worklogs", ["region"])], []);
  expect(checks.map(({ status }) => status)).toEqual(["unknown", "ok"]);
});

test("independent checks run at the same time, and the others after those they need", async () => {
  const events: string[] = [];
  await runChecks([check("jira_token", []), check("region", []), check("worklogs", ["region"])], events);
  expect(events).toEqual([
    "jira_token starts",
    "region starts",
    "jira_token ends",
    "region ends",
    "worklogs starts",
    "worklogs ends",
  ]);
});

test.each([
  ["Tempo Cloud", CLOUD_CHECKS],
  ["Data Center", DATA_CENTER_CHECKS],
])("every check of %s needs only checks that are listed before it", (_, definitions) => {
  const names = definitions.map(({ check: name }) => name);
  const early = definitions.flatMap(({ check: name, needs }) =>
    needs.filter((needed) => !names.slice(0, names.indexOf(name)).includes(needed)),
  );
  expect(early).toEqual([]);
});

test("results are reported in the order of the list, each as soon as those before it are there", async () => {
  const events: string[] = [];
  const slow: CheckDefinition<string[]> = {
    check: "jira_token",
    needs: [],
    async run() {
      await setImmediate();
      return FAILED;
    },
  };
  await runChecks(
    [check("settings", []), slow, check("region", ["jira_token"]), check("expiry", [])],
    events,
    (it, cause) => events.push(`${it.check} is ${it.status}${cause ? `: ${cause}` : ""}`),
  );
  expect(events).toEqual([
    "settings starts",
    "expiry starts",
    "settings ends",
    "expiry ends",
    "settings is ok",
    "jira_token is failed",
    "region is skipped: jira_token",
    "expiry is ok",
  ]);
});
