import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { dates, entry } from "../helpers/inputs.ts";
import { setUpAs } from "../helpers/other-tempos.ts";
import { type Process, type Processes, processes } from "../helpers/processes.ts";
import { replyOf, type SessionOptions } from "../helpers/session.ts";

const OWN = "https://jira.example.com";
const INTERNAL = "http://10.0.0.5:8080";

const at = (jiraUrl: string): SessionOptions => ({ addresses: { jiraUrl } });

const worklogs = dates(12).map((date) => entry(date, { hours: 1.25, description: `Work of ${date}` }));

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
      change: (stored) => ({ ...stored, description: `PROJ-123: ${stored.description}` }),
    },
  };

  test("a site in two spellings is one: the same batch at once is stored once", async () => {
    const machine = processes(common, setUpAs(OWN));
    const [one, other] = [await machine.open(at(OWN)), await machine.open(at(INTERNAL))];
    expect(await Promise.all([post(one), post(other)])).toEqual([12, 12]);
    expect(one.sandbox.state.worklogs.size).toBe(12);
    expect(journalsIn(machine)).toBe(1);
  });
});
