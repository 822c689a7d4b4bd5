import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { dates, entry } from "../helpers/inputs.ts";
import { type Process, type Processes, processes } from "../helpers/processes.ts";
import { replyOf, type SessionOptions } from "../helpers/session.ts";

const OWN = "https://jira.example.com";
const INTERNAL = "http://10.0.0.5:8080";
const ALIAS = "https://time.example.com";

const at = (jiraUrl: string): SessionOptions => ({ addresses: { jiraUrl } });

const worklogs = dates(12).map((date) => entry(date, { hours: 1.25, description: `Work of ${date}` }));

/** Hides the site's own URL, as an earlier version does: it knows the site by its settings alone. */
const withoutSelf =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    if (!request.url.endsWith("/myself")) return response;
    const { self: _, ...user } = (await response.json()) as { self: string };
    return Response.json(user, response);
  };

const earlierVersion = ({ open }: Processes, jiraUrl = INTERNAL): Promise<Process> =>
  open(at(jiraUrl), withoutSelf);

const journalsIn = ({ folder }: Processes) =>
  readdirSync(folder).filter((name) => name.endsWith(".jsonl")).length;

async function post(process: Process) {
  const { results } = replyOf(await process.call("bulk_post_worklogs", { worklogs }), "bulk_post_worklogs");
  return results.filter(({ success }) => success).length;
}

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const common: SessionOptions = {
    deployment,
    behaviour: {
      jiraBaseUrl: OWN,
      change: (stored) => ({ ...stored, description: `PROJ-123: ${stored.description}` }),
    },
  };

  test("a site in two spellings is one: the same batch at once is stored once", async () => {
    const machine = processes(common);
    const [one, other] = [await machine.open(at(OWN)), await machine.open(at(INTERNAL))];
    expect(await Promise.all([post(one), post(other)])).toEqual([12, 12]);
    expect(one.sandbox.state.worklogs.size).toBe(12);
    expect(journalsIn(machine)).toBe(1);
  });

  test("what an earlier version has sent is remembered", async () => {
    const machine = processes(common);
    const old = await earlierVersion(machine);
    const isDead = old.killAtNextChange("carried out");
    void old.call("bulk_post_worklogs", { worklogs }).catch(() => {});
    await isDead;
    const next = await machine.open(at(INTERNAL));
    expect(await post(next)).toBe(12);
    expect(await post(await machine.open(at(INTERNAL)))).toBe(12);
    expect(old.sandbox.state.worklogs.size).toBe(12);
    expect(journalsIn(machine)).toBe(2);
  });

  test("an earlier version that runs beside this one waits for it, and it for the earlier one", async () => {
    const machine = processes(common);
    const [old, next] = [await earlierVersion(machine), await machine.open(at(INTERNAL))];
    await old.reply("bulk_post_worklogs", { worklogs: worklogs.slice(0, 1) });
    expect(await Promise.all([post(old), post(next)])).toEqual([12, 12]);
    expect(old.sandbox.state.worklogs.size).toBe(12);
  });

  test("what earlier versions have sent under two names of it is not mixed, though their numbers are the same", async () => {
    const machine = processes(common);
    const [first = worklogs[0], second = worklogs[1]] = worklogs;
    for (const [jiraUrl, worklog, request] of [
      [INTERNAL, first, "carried out"],
      [ALIAS, second, "not carried out"],
    ] as const) {
      const old = await earlierVersion(machine, jiraUrl);
      const isDead = old.killAtNextChange(request);
      void old.call("bulk_post_worklogs", { worklogs: [worklog] }).catch(() => {});
      await isDead;
    }
    const next = await machine.open(at(INTERNAL));
    const other = await machine.open(at(ALIAS));
    expect((await next.reply("bulk_post_worklogs", { worklogs: [first] })).results).toMatchObject([
      { date: first?.date, alreadyLogged: true },
    ]);
    const { results } = await other.reply("bulk_post_worklogs", { worklogs: [second] });
    expect(results.map((it) => [it.date, it.success, "alreadyLogged" in it])).toEqual([
      [second?.date, true, false],
    ]);
    expect([...next.sandbox.state.worklogs.values()].map(({ startDate }) => startDate)).toEqual([
      first?.date,
      second?.date,
    ]);
  });

  test("a worklog of an earlier version is not taken for what was sent after it, by a host that does not know its journal", async () => {
    const machine = processes(common);
    const [first] = worklogs;
    const second = { ...first, description: "Another one of the same hours" };
    await (await earlierVersion(machine)).reply("bulk_post_worklogs", { worklogs: [first] });
    const next = await machine.open(at(INTERNAL));
    const isDead = next.killAtNextChange("not carried out");
    void next.call("bulk_post_worklogs", { worklogs: [second] }).catch(() => {});
    await isDead;
    const other = await machine.open(at(OWN));
    const { results } = await other.reply("bulk_post_worklogs", { worklogs: [second] });
    expect(results.map((it) => [it.success, "alreadyLogged" in it])).toEqual([[true, false]]);
    expect(other.sandbox.state.worklogs.size).toBe(2);
  });
});
