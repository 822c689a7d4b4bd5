import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import { describe, expect, test } from "vitest";
import { addDays } from "../../src/timesheet/dates.ts";
import { MAX_DAYS_BACK } from "../../src/timesheet/limits.ts";
import type { ToolResult } from "../helpers/clients.ts";
import { seed } from "../helpers/seeds.ts";
import { openSession, replyOf, type SessionOptions } from "../helpers/session.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";
import { RECORDED_CASES, RECORDED_SESSION } from "./recorded/recorded-cases.ts";

// After a deliberate change of replies or cases, record them again and review the difference:
//   RECORD=1 npx vitest run tests/protocol/recorded-replies.test.ts
const IS_RECORDING = process.env.RECORD === "1";

const RECORDINGS_FILE = join(import.meta.dirname, "recorded/recorded-replies.json");

/** The deployments by the names that tests and recordings give them. */
const DEPLOYMENTS = {
  "Tempo Cloud": "cloud",
  "Jira Data Center": "datacenter",
} as const satisfies Record<string, SessionOptions["deployment"]>;

type DeploymentName = keyof typeof DEPLOYMENTS;

const DEPLOYMENT_NAMES = Object.keys(DEPLOYMENTS) as DeploymentName[];

/** The reply to a case of this name. */
interface RecordedReply {
  name: string;
  /** The reply's text on Cloud. */
  text: string;
  /** The reply's text on Data Center where it differs: by ids, which follow the order of requests, and by their order. */
  onDataCenter?: string;
  /** Set where the call failed as a whole. */
  isError?: true;
}

type Fetch = Parameters<NonNullable<SessionOptions["upstream"]>>[0];

/** Turns of the event loop after which every request that is on its way has arrived. */
const SETTLING_TURNS = 5;

const replays = new Map<DeploymentName, Promise<ToolResult[]>>();

test("each case has a name of its own", () => {
  expect(new Set(RECORDED_CASES.map(({ name }) => name)).size).toBe(RECORDED_CASES.length);
});

describe.skipIf(IS_RECORDING).each(DEPLOYMENT_NAMES)("on %s, the reply is as recorded:", (deployment) => {
  test.each(RECORDED_CASES.map(({ name }, index) => [name, index] as const))("%s", async (_, index) => {
    const reply = await replyTo(deployment, index);
    const { onDataCenter, ...recorded } = (await readRecordings())[index] as RecordedReply;
    const text = deployment === "Jira Data Center" ? (onDataCenter ?? recorded.text) : recorded.text;
    expect(reply.text).toBe(text);
    expect(reply).toEqual({ ...recorded, text });
  });
});

test.skipIf(IS_RECORDING)("no other case is recorded", async () => {
  const recorded = await readRecordings();
  expect(recorded.map(({ name }) => name)).toEqual(RECORDED_CASES.map(({ name }) => name));
});

test.runIf(IS_RECORDING)("the replies are recorded", async () => {
  const recordings: RecordedReply[] = [];
  for (const index of RECORDED_CASES.keys()) {
    const reply = await replyTo("Tempo Cloud", index);
    const { text } = await replyTo("Jira Data Center", index);
    recordings.push({ ...reply, ...(text !== reply.text && { onDataCenter: text }) });
  }
  await writeFile(RECORDINGS_FILE, `${JSON.stringify(recordings, null, 2)}\n`);
});

/** The reply to a case. A text error fails the test: only replies are recorded. */
async function replyTo(deployment: DeploymentName, index: number): Promise<RecordedReply> {
  const recordedCase = RECORDED_CASES[index];
  const result = (await replay(deployment))[index];
  if (!recordedCase || !result) throw new Error(`There is no case ${index}.`);
  replyOf(result);
  return { name: recordedCase.name, text: textOf(result), ...(result.isError && { isError: true }) };
}

/** The results of all cases, in their order. The first test that asks makes the calls. */
function replay(deployment: DeploymentName): Promise<ToolResult[]> {
  const replayed = replays.get(deployment) ?? callAll(deployment);
  replays.set(deployment, replayed);
  return replayed;
}

async function callAll(deployment: DeploymentName): Promise<ToolResult[]> {
  const clock = virtualClock();
  let today = "";
  const { call } = await openSession({
    ...RECORDED_SESSION,
    today: () => today,
    deployment: DEPLOYMENTS[deployment],
    clock,
    upstream(fetch) {
      const ordered = inFixedOrder(fetch);
      return (request) => clock.work(() => ordered(request));
    },
  });
  const results: ToolResult[] = [];
  for (const { tool, arguments: args } of RECORDED_CASES) {
    // Each call is made when its dates are near.
    const [first = seed().today, ...others] = (JSON.stringify(args).match(/\d{4}-\d{2}-\d{2}/g) ?? []).sort();
    today = [others.at(-1) ?? first, addDays(first, MAX_DAYS_BACK)].sort()[0] ?? first;
    results.push(await call(tool, args));
  }
  return results;
}

/**
 * Lets requests through one at a time: of those in flight together, the first by address and body. Worklog ids follow
 * the order of requests, so without this one `await` more or less in the code would change them.
 */
function inFixedOrder(fetch: Fetch): Fetch {
  const waiting: { key: string; send(): Promise<void> }[] = [];
  const oneAtATime = pLimit(1);

  async function sendFirst(): Promise<void> {
    for (let turn = 0; turn < SETTLING_TURNS; turn += 1) await setImmediate();
    await waiting
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .shift()
      ?.send();
  }

  return async (request) => {
    const key = `${request.url} ${await request.clone().text()}`;
    return new Promise((resolve, reject) => {
      waiting.push({ key, send: () => fetch(request).then(resolve, reject) });
      void oneAtATime(sendFirst);
    });
  };
}

/** A reply's text, byte for byte, apart from the wording of its errors. */
function textOf({ content }: ToolResult): string {
  const text = content[0]?.text ?? "";
  // Quotation marks within a comment are escaped, so this matches keys only.
  return text.replaceAll(/"error":"(?:[^"\\]|\\.)*"/g, '"error":"<text>"');
}

async function readRecordings(): Promise<RecordedReply[]> {
  return JSON.parse(await readFile(RECORDINGS_FILE, "utf8"));
}
