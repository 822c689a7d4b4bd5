import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "../../../src/config/settings.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { createEvidence } from "../../../src/runtime/evidence.ts";
import { callContext } from "../../../src/server/context.ts";
import { testContext } from "../../helpers/server-context.ts";
import { CLOUD, DATA_CENTER } from "../../helpers/settings.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { runOf } from "../posting/run.ts";

const OWN = { sandbox: undefined, isShared: false };
const TEAM = { sandbox: undefined, isShared: true };
const SANDBOX = { sandbox: "cloud", isShared: false } as const;
const SCOPE = { clock: systemClock, deadline: Number.POSITIVE_INFINITY };
const DAILY = { pattern: "Daily*", issueKey: "DEMO-4" };

test.each([
  [
    "all that the settings name, in the order of replies",
    { TEMPO_SESSIONS: "codex", TEMPO_CALENDARS: "/home/ada/team.ics", TEMPO_GIT_FOLDERS: "/home/ada/src" },
    OWN,
    ["jira", "git", "calendar", "sessions"],
  ],
  ["Jira alone without settings", {}, OWN, ["jira"]],
  ["Jira alone for a team", { TEMPO_SESSIONS: "all", TEMPO_GIT_FOLDERS: "/srv" }, TEAM, ["jira"]],
])("the sources are %s", async (_, env, options, names) => {
  const sources = await createEvidence(readSettings({ ...DATA_CENTER, ...env }), options).sources();
  expect(sources.map(({ name }) => name)).toEqual(names);
});

test("sources stay the same from call to call, since they remember what they read", async () => {
  const evidence = createEvidence(readSettings({ ...CLOUD, TEMPO_SESSIONS: "all" }), OWN);
  expect((await evidence.sources())[0]).toBe((await evidence.sources())[0]);
});

test("the user's addresses are those of the settings and that of the Atlassian account", () => {
  const TEMPO_GIT_EMAILS = "Ada@Laptop, ada@example.com";
  const emails = (env: Record<string, string>) => createEvidence(readSettings(env), OWN).emails;
  expect(emails({ ...CLOUD, TEMPO_GIT_EMAILS })).toEqual(["ada@laptop", "ada@example.com"]);
  expect(emails({ ...CLOUD, JIRA_EMAIL: "Ada@Example.com" })).toEqual(["ada@example.com"]);
  expect(emails({ ...DATA_CENTER })).toEqual([]);
  expect(emails({ TEMPO_GIT_EMAILS })).toEqual(["ada@laptop", "ada@example.com"]);
});

test("the user's machine is this one, but for a team", () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const zones = [OWN, TEAM].map((options) => createEvidence(readSettings(CLOUD), options).machineZone());
  expect(zones).toEqual([timeZone, undefined]);
});

test("rules are kept in the file beside the settings file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = readSettings({ ...CLOUD, TEMPO_CONFIG_FILE: join(folder, "work.env") });
  await createEvidence(settings, OWN).remember([DAILY], SCOPE);
  expect(await createEvidence(settings, OWN).rules()).toEqual([DAILY]);
  expect(readdirSync(folder)).toEqual([".work.rules.json.lease.1", "work.rules.json"]);
  const sandbox = createEvidence(settings, SANDBOX);
  await sandbox.remember([{ pattern: "Roadmap", issueKey: "DEMO-5" }], SCOPE);
  expect(await sandbox.rules()).toEqual([DAILY, { pattern: "Roadmap", issueKey: "DEMO-5" }]);
  expect(await createEvidence(settings, OWN).rules()).toEqual([DAILY]);
  expect(await createEvidence(settings, TEAM).rules()).toEqual([]);
});

test("rules for the sandbox last as long as the process", async () => {
  const evidence = createEvidence(readSettings({ TEMPO_CONFIG_FILE: "/no/such/folder/a.env" }), SANDBOX);
  await evidence.remember([DAILY], SCOPE);
  await evidence.remember([{ pattern: "daily*", issueKey: "DEMO-5" }], SCOPE);
  expect(await evidence.rules()).toEqual([{ pattern: "daily*", issueKey: "DEMO-5" }]);
});

test.each([
  [
    "a team",
    {},
    TEAM,
    "The server keeps no rules of its users. Name the issue of this evidence in each draft instead.",
  ],
  [
    "a user without a settings file",
    { TEMPO_CONFIG_FILE: "off" },
    OWN,
    "TEMPO_CONFIG_FILE is off, so there is no file beside it to keep rules in. Set it to a file, or remove it.",
  ],
])("no rule is kept for %s", async (_, env, options, message) => {
  const evidence = createEvidence(readSettings({ ...CLOUD, ...env }), options);
  await evidence.remember([], SCOPE);
  await expect(evidence.remember([DAILY], SCOPE)).rejects.toThrow(message);
  expect(await evidence.rules()).toEqual([]);
});

test("each call has the evidence of its server", () => {
  const { timesheet } = runOf([]).context;
  const server = testContext(timesheet, virtualClock());
  const { evidence } = callContext(server, timesheet, { signal: new AbortController().signal, name: "test" });
  expect(evidence).toBe(server.evidence);
  expect(evidence).toMatchObject({ stepSeconds: 900, hasTitles: true });
});
