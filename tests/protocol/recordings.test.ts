import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { behaviourShown, differences, probeSandbox } from "../../src/cli/probe/compare.ts";
import { asText } from "../../src/cli/probe/probe.ts";
import type { ProbeOutput } from "../../src/generated/outputs.ts";
import type { SandboxBehaviour } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { EXAMPLE_SEED, exampleCalls } from "../helpers/examples.ts";
import { foreignWords, TODAY } from "../helpers/probe.ts";
import { openSession } from "../helpers/session.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

/** Reports of `tempofiller probe`, of users or of the embedded Tempo, which show the form. A further one only needs its file here. */
const FOLDER = join(import.meta.dirname, "../recordings");

/** The reports of the embedded Tempo. RECORD=1 makes them anew. */
const OF_SANDBOX: Record<string, [Deployment["kind"], Partial<SandboxBehaviour>]> = {
  "sandbox-cloud.json": ["cloud", {}],
  "sandbox-data-center.json": ["datacenter", {}],
  "sandbox-data-center-old-schedule.json": ["datacenter", { schedules: "of one user" }],
};

const probed = (kind: Deployment["kind"], behaviour: Partial<SandboxBehaviour>) =>
  probeSandbox(kind, { clock: virtualClock(), today: TODAY, behaviour });

if (process.env.RECORD === "1")
  for (const [name, [kind, behaviour]] of Object.entries(OF_SANDBOX))
    writeFileSync(join(FOLDER, name), asText(await probed(kind, behaviour)));

const reports = readdirSync(FOLDER).map((name): [string, ProbeOutput] => [
  name,
  JSON.parse(readFileSync(join(FOLDER, name), "utf8")),
]);

const CALLS = await exampleCalls();

describe.each(reports)("the embedded Tempo, switched to what %s shows,", (name, report) => {
  const behaviour = behaviourShown(report);

  test("answers in the same form", async () => {
    expect(foreignWords(report)).toEqual([]);
    expect(differences(report, await probed(report.deployment, behaviour))).toEqual([]);
  });

  // No tool replies without a licence.
  test.skipIf(behaviour.licenceStatus !== undefined)(
    "has every tool reply to the contract's examples",
    async () => {
      const { call, log } = await openSession({
        deployment: report.deployment,
        behaviour,
        toolSets: TOOL_SETS,
        seed: EXAMPLE_SEED,
      });
      const failed: unknown[] = [];
      for (const { name: example, tool, arguments: args } of CALLS) {
        const { isError, content } = await call(tool, args);
        if (isError) failed.push([example, content, [...log]]);
      }
      expect(failed).toEqual([]);
    },
  );

  test.runIf(name in OF_SANDBOX)("answers exactly so, since it is the one that was asked", async () => {
    const [kind, recorded] = OF_SANDBOX[name] ?? ["cloud", {}];
    expect(await probed(kind, recorded)).toEqual({
      ...report,
      version: expect.any(String),
      contractVersion: expect.any(String),
    });
    expect(behaviour).toMatchObject(recorded);
  });
});

test("the reports of the embedded Tempo are among them", () => {
  expect(reports.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(OF_SANDBOX)));
});

test.each<[Deployment["kind"], Partial<SandboxBehaviour>]>([
  ["cloud", { nextOfLastPage: "empty" }],
  ["cloud", { missingTempoScopes: ["Approvals", "Periods", "Teams"] }],
  ["cloud", { jiraTokenScopes: ["read:jira-work", "read:jira-user"] }],
  ["datacenter", { schedules: "of one user" }],
  ["datacenter", { licenceStatus: 403 }],
  ["datacenter", { licenceStatus: 404 }],
  ["datacenter", { timeSeparator: "T" }],
])("on %s, a report shows %j", async (kind, behaviour) => {
  const report = await probed(kind, behaviour);
  const shown = behaviourShown(report);
  expect(shown).toEqual(kind === "cloud" ? { missingTempoScopes: [], ...behaviour } : behaviour);
  expect(differences(report, await probed(kind, {}))).not.toEqual([]);
  expect(differences(report, await probed(kind, shown))).toEqual([]);
});
