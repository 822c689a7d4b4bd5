import { expect, onTestFinished, test } from "vitest";
import { record, summaryOf } from "../../helpers/figures.ts";
import { startProxy } from "../../helpers/haproxy.ts";
import type { TeamMember } from "../../helpers/team-tempo.ts";
import { postgresForFile } from "../database.ts";
import { type Call, caller, type Reply } from "./calls.ts";
import { inParallel } from "./pool.ts";
import { isFull, startTeam } from "./team.ts";

const postgres = postgresForFile();

const CALLS = 20;
const AT_ONCE = 25;
const RANGE = { startDate: "2026-01-01", endDate: "2026-03-31" };

/** Personal data: tokens, addresses, and the marks of worklogs. */
const PERSONAL = /S3CRET[\w-]*|person\d{4}|mark-of-\d{4}/g;

function personalOf(text: string): string[] {
  return [...new Set(text.match(PERSONAL))];
}

/** Makes the calls of one person, one after another, and compares each reply with what must be stored by then. */
async function converse(call: Call, url: URL, member: TeamMember) {
  const { mark, headers } = member;
  const replies: Reply[] = [];
  const wrong: string[] = [];
  const ids = new Set<string>();
  let day = 0;
  const nextDate = () => new Date(Date.UTC(2026, 0, ++day)).toISOString().slice(0, 10);
  const send = async (name: string, args: object) => {
    const reply = await call(url, headers, name, args);
    replies.push(reply);
    if (reply.status !== 200 || reply.isError) wrong.push(`${name}: ${reply.status} ${reply.message}`);
    const foreign = personalOf(reply.text).filter((text) => text !== mark);
    if (foreign.length > 0) wrong.push(`${name} of ${mark}: ${foreign}`);
    return reply.data;
  };
  const store = (id: string | undefined) => {
    if (id === undefined || ids.has(id)) wrong.push(`${mark}: no new worklog`);
    else ids.add(id);
  };
  const steps = [
    () => send("get_schedule", RANGE),
    async () => {
      const { worklogs = [] } = await send("get_worklogs", RANGE);
      const listed = worklogs.map(({ id }) => id).sort();
      if (JSON.stringify(listed) !== JSON.stringify([...ids].sort()))
        wrong.push(`${mark}: other worklogs are listed`);
    },
    async () => {
      const entry = { issueKey: "PROJ-123", hours: 2, startDate: nextDate(), description: mark };
      store((await send("post_worklog", entry)).worklog?.id);
    },
    async () => {
      const entry = { issueKey: "PROJ-7", hours: 1, description: mark };
      const worklogs = [
        { ...entry, date: nextDate() },
        { ...entry, date: nextDate() },
      ];
      const { results = [] } = await send("bulk_post_worklogs", { worklogs });
      for (const { worklogId } of results) store(worklogId);
    },
    async () => {
      const [worklogId] = ids;
      if (worklogId === undefined) return;
      await send("delete_worklog", { worklogId });
      ids.delete(worklogId);
    },
  ];
  while (replies.length < CALLS) await steps[Math.floor(Math.random() * steps.length)]?.();
  const stored = [...member.sandbox.state.worklogs.keys()].map(String).sort();
  if (JSON.stringify(stored) !== JSON.stringify([...ids].sort()))
    wrong.push(`${mark}: other worklogs are stored`);
  return { wrong, milliseconds: replies.map((reply) => reply.milliseconds) };
}

test.each([
  { kind: "datacenter", people: isFull ? 1000 : 30 },
  { kind: "cloud", people: isFull ? 200 : 6 },
] as const)(
  "$kind: each of many users gets their own data alone, on whichever replica, and nothing of theirs is in logs and metrics",
  { timeout: 3_600_000 },
  async ({ kind, people }) => {
    const env = { TEMPO_REQUESTS_PER_SECOND: "100" };
    const { tempo, one, other } = await startTeam(postgres(), { kind, size: people, env });
    const { url, certificate } = await startProxy([one, other]);
    const call = caller({ keepAlive: true, certificate });
    onTestFinished(() => call.close());
    const results = await inParallel(tempo.members, AT_ONCE, (member) => converse(call, url, member));
    const milliseconds = results.flatMap((result) => result.milliseconds);
    const wrong = results.flatMap((result) => result.wrong);
    const metrics = await Promise.all([one, other].map((replica) => replica.internal("/metrics")));
    const logs = [one, other].map((replica) => replica.log());
    const leaked = personalOf([...logs, ...metrics.map(({ text }) => text)].join("\n"));
    const callsOf = (log: string) => log.split("\n").filter((line) => line.includes('"event":"call"')).length;
    const onEach = logs.map(callsOf);
    record({
      row: 2,
      check: `${kind}: people with ${CALLS} mixed calls each, on two replicas`,
      figures: {
        people,
        calls: milliseconds.length,
        "on each replica": onEach.join(" and "),
        wrong: wrong.length,
        leaked: leaked.length,
        ...summaryOf(milliseconds),
      },
    });
    expect({ wrong, leaked, strangers: tempo.strangers }).toEqual({ wrong: [], leaked: [], strangers: [] });
    expect(Math.min(...onEach)).toBeGreaterThan(milliseconds.length / 3);
  },
);
