import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PostWorklogResponse } from "../../src/generated/responses.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import { startCommand } from "../helpers/command.ts";
import { ME } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";

type Kind = Parameters<typeof serveTempo>[0];

const AT_TIME = join(import.meta.dirname, "../helpers/at-time.cjs");

/** A user whose profile has a zone, and a machine in another one at a moment. */
interface Place {
  jira: string | undefined;
  machine: string;
  at: string;
}

async function open(kind: Kind, { jira, machine, at }: Place) {
  const { timeZone: _, ...nobody } = ME;
  const me: SandboxSeed["me"] = { ...nobody, ...(jira !== undefined && { timeZone: jira }) };
  const served = await serveTempo(kind, { seed: { me, today: at.slice(0, 10) } });
  const env = {
    ...{ TZ: machine, TEST_STARTS_AT: at },
    NODE_OPTIONS: `--require=${JSON.stringify(AT_TIME)}`,
  };
  return {
    ...served,
    env: { ...served.env, ...env },
    run: (...args: string[]) => served.run(args, env),
    dates: () => [...served.sandbox.state.worklogs.values()].map(({ startDate }) => startDate).sort(),
  };
}

const AUCKLAND = "Pacific/Auckland";
const BERLIN = "Europe/Berlin";
const ANGELES = "America/Los_Angeles";

type Case = [jira: string | undefined, machine: string, at: string, here: string, there: string];

/** Hours around midnight, and days on which the clocks change. */
const CASES: Case[] = [
  [AUCKLAND, BERLIN, "2026-11-24T10:59:00Z", "2026-11-24", "2026-11-24"],
  [AUCKLAND, BERLIN, "2026-11-24T11:01:00Z", "2026-11-24", "2026-11-25"],
  [AUCKLAND, BERLIN, "2026-11-24T22:59:00Z", "2026-11-24", "2026-11-25"],
  [AUCKLAND, BERLIN, "2026-11-24T23:01:00Z", "2026-11-25", "2026-11-25"],
  [ANGELES, BERLIN, "2026-11-24T22:59:00Z", "2026-11-24", "2026-11-24"],
  [ANGELES, BERLIN, "2026-11-24T23:01:00Z", "2026-11-25", "2026-11-24"],
  [ANGELES, BERLIN, "2026-11-25T07:59:00Z", "2026-11-25", "2026-11-24"],
  [ANGELES, BERLIN, "2026-11-25T08:01:00Z", "2026-11-25", "2026-11-25"],
  [BERLIN, ANGELES, "2026-11-24T23:01:00Z", "2026-11-24", "2026-11-25"],
  [BERLIN, AUCKLAND, "2026-11-24T11:01:00Z", "2026-11-25", "2026-11-24"],
  // Berlin's summer time ends on 25 October 2026, and that of Los Angeles on 1 November.
  [BERLIN, "UTC", "2026-10-24T22:01:00Z", "2026-10-24", "2026-10-25"],
  [BERLIN, "UTC", "2026-10-25T22:59:00Z", "2026-10-25", "2026-10-25"],
  [BERLIN, "UTC", "2026-10-25T23:01:00Z", "2026-10-25", "2026-10-26"],
  [ANGELES, "UTC", "2026-11-01T06:59:00Z", "2026-11-01", "2026-10-31"],
  [ANGELES, "UTC", "2026-11-02T07:59:00Z", "2026-11-02", "2026-11-01"],
  [undefined, AUCKLAND, "2026-11-24T12:00:00Z", "2026-11-25", "2026-11-25"],
];

const said = (there: string, zone: string | undefined, here: string) =>
  there === here
    ? ""
    : `tempofiller: Today is ${there} in ${zone}, your time zone in Jira, and ${here} on this machine.\n`;

describe.each<Kind>(["cloud", "datacenter"])("on %s, today is that of the profile in Jira", (kind) => {
  // The rule is the same on both deployments, so they take the cases by turns.
  test.each(CASES.filter((_, index) => (index % 2 === 0) === (kind === "cloud")))(
    "%s, on a machine in %s at %s, which has %s: %s",
    async (jira, machine, at, here, there) => {
      const { run, dates, requests } = await open(kind, { jira, machine, at });
      const { code, stderr } = await run("log", "PROJ-7", "1h");
      expect({ code, stderr, dates: dates() }).toEqual({
        code: 0,
        stderr: said(there, jira, here),
        dates: [there],
      });
      expect(requests).toHaveLength(5);
    },
  );

  test("a date that is written is that date, and nothing is said", async () => {
    const { run, dates } = await open(kind, { jira: AUCKLAND, machine: BERLIN, at: "2026-11-24T12:00:00Z" });
    expect(await run("log", "PROJ-7", "1h", "2026-11-24")).toMatchObject({ code: 0, stderr: "" });
    expect(dates()).toEqual(["2026-11-24"]);
  });

  test("fill and week follow, and say the difference where the dates differ", async () => {
    // It is Monday in Auckland, and Sunday in Berlin.
    const { run, dates } = await open(kind, { jira: AUCKLAND, machine: BERLIN, at: "2026-11-22T12:00:00Z" });
    const differs = said("2026-11-23", AUCKLAND, "2026-11-22");
    expect(await run("fill", "this-week", "PROJ-7", "--yes")).toMatchObject({ code: 0, stderr: differs });
    expect(dates()).toEqual(["2026-11-23"]);
    const week = await run("week");
    expect(week).toMatchObject({ code: 0, stderr: differs });
    expect(week.stdout).toContain("from 2026-11-23");
    expect(await run("month")).toMatchObject({ code: 0, stderr: "" });
    expect((await run("status", "today")).stdout).toContain("2026-11-23: 8 h logged of 8 h required");
  });

  test("day and change follow, with the same sentence", async () => {
    const opened = await open(kind, { jira: AUCKLAND, machine: BERLIN, at: "2026-11-24T12:00:00Z" });
    const { run, dates, stored } = opened;
    const differs = said("2026-11-25", AUCKLAND, "2026-11-24");
    await run("log", "PROJ-7", "1h", "2026-11-20");
    const [id] = stored().map(String);
    const change = async (...args: string[]) => {
      const { code, stderr } = await run("change", id ?? "", ...args);
      return { code, stderr, dates: dates() };
    };
    expect(await change("--date", "today")).toEqual({ code: 0, stderr: differs, dates: ["2026-11-25"] });
    expect(await change("--date", "yesterday")).toEqual({ code: 0, stderr: differs, dates: ["2026-11-24"] });
    expect(await change("--date", "2026-11-25")).toEqual({ code: 0, stderr: "", dates: ["2026-11-25"] });
    expect(await change("--hours", "2h")).toEqual({ code: 0, stderr: "", dates: ["2026-11-25"] });
    const shown = await run("day");
    expect(shown).toMatchObject({ code: 0, stderr: differs });
    expect(shown.stdout).toMatch(/^2026-11-25 Wednesday: 2 h logged/);
    const asJson = await run("day", "--json");
    expect(asJson).toMatchObject({ code: 0, stderr: differs });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ startDate: "2026-11-25", endDate: "2026-11-25" });
  });

  test("a zone that is not known here is named, and the machine's day counts", async () => {
    const at = "2026-11-24T12:00:00Z";
    const { run, dates } = await open(kind, { jira: "Mars/Olympus", machine: AUCKLAND, at });
    const { code, stderr } = await run("log", "PROJ-7", "1h");
    expect({ code, stderr, dates: dates() }).toEqual({
      code: 0,
      stderr:
        'tempofiller: Jira has "Mars/Olympus" as your time zone, which is not known here, so today is 2026-11-25, as on this machine.\n',
      dates: ["2026-11-25"],
    });
  });

  test("the day in a reply to a client of MCP is that of the profile once a call has read it", async () => {
    const { env } = await open(kind, { jira: AUCKLAND, machine: BERLIN, at: "2026-11-24T12:00:00Z" });
    const { client } = await startCommand([], env);
    const post = async (startDate: string) => {
      const call = { name: "post_worklog", arguments: { issueKey: "PROJ-7", hours: 1, startDate } };
      return client.callTool(call);
    };
    const textOf = async (startDate: string) => (await post(startDate)).content[0]?.text;
    expect(await textOf("yesterday")).toContain("today is 2026-11-24 on this machine");
    // These are 60 days on the machine, and 61 in Auckland.
    const { structuredContent } = await post("2026-09-25");
    expect((structuredContent as unknown as PostWorklogResponse).warnings).toEqual([
      "2026-09-25 is 61 days before today, 2026-11-25. If that is not meant, delete what this call stored.",
    ]);
    expect(await textOf("yesterday")).toContain("today is 2026-11-25 in Pacific/Auckland");
  });
});

const FAR = "2024-11-25 is 730 days before today, 2026-11-25.";

test("log and fill say how far dates are, fill before it asks", async () => {
  const at = "2026-11-25T12:00:00Z";
  const { run } = await open("cloud", { jira: "UTC", machine: "UTC", at });
  const logged = await run("log", "PROJ-7", "1h", "2024-11-25");
  expect(logged).toMatchObject({ code: 0, stderr: "" });
  expect(logged.stdout.split("\n").at(-2)).toBe(
    `${FAR} If that is not meant, undo it with tempofiller undo.`,
  );
  const planned = await run("fill", "2024-11-25", "PROJ-7");
  expect(planned).toMatchObject({
    code: 2,
    stdout: expect.stringContaining(`${FAR} If that is not meant, use`),
  });
  const filled = await run("fill", "2024-11-25", "PROJ-7", "--yes");
  const undo = `tempofiller: ${FAR} If that is not meant, undo it with tempofiller undo.\n`;
  expect(filled).toMatchObject({ code: 0, stderr: undo });
});
