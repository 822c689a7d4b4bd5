import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createAccessKey } from "../../../src/team/auth/access-keys.ts";
import { record, summaryOf } from "../../helpers/figures.ts";
import { startProxy } from "../../helpers/haproxy.ts";
import { secretFile } from "../../helpers/temporary-folder.ts";
import { postgresForFile } from "../database.ts";
import { caller, type Reply } from "./calls.ts";
import { isFull, startTeam } from "./team.ts";

const postgres = postgresForFile();

const PEOPLE = 12;

test("no call fails while both replicas are started again in turn, with calls all the time", {
  timeout: 1_800_000,
}, async () => {
  const rounds = isFull ? 20 : 1;
  const { key, line } = createAccessKey("team");
  // Only a replica that other machines can use gives the load balancer time to notice.
  const { tempo, one, other } = await startTeam(postgres(), {
    kind: "datacenter",
    size: PEOPLE,
    env: {
      TEMPOFILLER_PUBLIC_URL: "https://localhost/mcp",
      TEMPOFILLER_TLS: "proxy",
      TEMPOFILLER_ACCESS_KEYS_FILE: secretFile(line),
    },
  });
  tempo.treat(({ stores }) => (stores ? { processAfter: Math.random() * 500 } : undefined));
  const { url, certificate } = await startProxy([one, other]);
  const call = caller({ keepAlive: true, certificate });
  onTestFinished(() => call.close());
  const failed: string[] = [];
  const milliseconds: number[] = [];
  let isOver = false;
  const load = tempo.members.map(async (member) => {
    const headers = { ...member.headers, authorization: `Bearer ${key}` };
    let day = 0;
    const check = (reply: Reply) => {
      milliseconds.push(reply.milliseconds);
      if (reply.status !== 200 || reply.isError) failed.push(`${reply.status} ${reply.message}`);
    };
    const send = (name: string, args: object) =>
      call(url, headers, name, args).then(check, (error) => void failed.push(`${error}`));
    while (!isOver) {
      const startDate = new Date(Date.UTC(2026, 0, ++day)).toISOString().slice(0, 10);
      await send("post_worklog", { issueKey: "PROJ-123", hours: 1, startDate });
      await send("get_worklogs", { startDate });
      await sleep(Math.random() * 200);
    }
    return { written: day, stored: member.sandbox.state.worklogs.size };
  });
  const codes: (number | null)[] = [];
  try {
    await sleep(1000);
    for (let round = 0; round < rounds; round += 1) {
      for (const replica of [one, other]) {
        codes.push(await replica.terminate());
        await replica.start();
        await sleep(2000);
      }
    }
  } finally {
    isOver = true;
  }
  const people = await Promise.all(load);
  record({
    row: 6,
    check: "rolling restarts of both replicas under load",
    figures: {
      restarts: codes.length,
      calls: milliseconds.length,
      failed: failed.length,
      ...summaryOf(milliseconds),
    },
  });
  expect({ failed, codes }).toEqual({ failed: [], codes: codes.map(() => 0) });
  expect(people.map(({ stored }) => stored)).toEqual(people.map(({ written }) => written));
});
