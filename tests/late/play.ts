import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { ToolResult } from "../helpers/clients.ts";
import { startCommand } from "../helpers/command.ts";
import { settingsUnder, startSandbox } from "../helpers/sandbox-command.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { type Relayed, relayTo } from "./relay.ts";

/** A Tempo that stores so many seconds after a POST, and how it is asked to. */
export interface Scenario {
  deployment: Deployment["kind"];
  /** Tempo answers as it has stored, or a gateway answers with 504 at once. */
  quirk: "slow-writes" | "late-writes";
  seconds: number;
  tool: "post_worklog" | "bulk_post_worklogs";
  /** The time of a call in milliseconds; that of the settings unless given. */
  budget?: number;
  /** Milliseconds between calls that are repeated; otherwise the call waits as its reply asks. */
  pause?: number;
  /** No call begins later than so many milliseconds after the first, but for the last one. */
  within: number;
}

/** An entry's part of a reply. */
export interface Row {
  comment: string;
  success: boolean;
  worklogId?: string;
  alreadyLogged?: true;
  error?: string;
  /** The code of a call that failed as a whole. */
  code?: string;
}

export interface Reply {
  /** When the call was made and answered, in milliseconds since 1970. */
  from: number;
  to: number;
  rows: Row[];
  /** The ids that Tempo had right after the reply. */
  ids: string[];
}

export interface Stored {
  tempoWorklogId: number;
  originTaskId: number;
  timeSpentSeconds: number;
  comment: string;
}

export interface Run {
  scenario: Scenario;
  requests: readonly Relayed[];
  replies: Reply[];
  /** The worklogs of all users in the end. */
  stored: Stored[];
  /** The time spent on each issue that Jira shows in the end, in seconds. */
  timeSpent: Map<number, number>;
}

/** The entries of a batch; `post_worklog` gets the first. Two of them are on one issue. */
export const ENTRIES = [
  { issueKey: "DEMO-1", date: "2020-01-06", hours: 1, description: "First entry" },
  { issueKey: "DEMO-1", date: "2020-01-07", hours: 2, description: "Second entry" },
  { issueKey: "DEMO-2", date: "2020-01-06", hours: 1.5, description: "Third entry" },
  { issueKey: "DEMO-3", date: "2020-01-08", hours: 0.5, description: "Fourth entry" },
];

const ISSUE_IDS = [10001, 10002, 10003];

/** A call is repeated at once so often; after that, when its reply asks for it. */
const REPEATED_AT_ONCE = 2;

const HEADINGS = { cloud: "Settings for Tempo Cloud", datacenter: "Settings for Tempo on Jira Data Center" };

const WAIT = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The entries that a scenario posts. */
export function entriesOf({ tool }: Scenario): typeof ENTRIES {
  return tool === "post_worklog" ? ENTRIES.slice(0, 1) : ENTRIES;
}

/**
 * Makes a call through the built command, with a Tempo that is the built command too, and repeats it until every entry is stored; then
 * once more.
 */
export async function play(scenario: Scenario): Promise<Run> {
  const { deployment, quirk, seconds, budget, pause, within } = scenario;
  const sandbox = await startSandbox(`--quirk=${quirk}=${seconds}`, "--quirk=loses-updates");
  const relay = await relayTo(sandbox.address);
  const settings = Object.entries(settingsUnder(HEADINGS[deployment], sandbox));
  const { client } = await startCommand([], {
    ...Object.fromEntries(
      settings.map(([name, value]) => [name, value.replace(sandbox.address, relay.address)]),
    ),
    ...(budget !== undefined && { TEMPO_CALL_BUDGET_MS: String(budget) }),
    TEMPO_STATE_DIR: temporaryFolder(),
    // Replies name times of the day.
    TZ: "UTC",
  });

  async function call(): Promise<Reply> {
    const from = Date.now();
    const result = await client.callTool(argumentsOf(scenario));
    const to = Date.now();
    const ids = (await stored(sandbox.address)).map(({ tempoWorklogId }) => String(tempoWorklogId));
    return { from, to, rows: rowsOf(scenario, result), ids };
  }

  const first = await call();
  const replies = [first];
  for (let last = first; last.rows.some(({ success }) => !success); replies.push(last)) {
    const asked = Math.max(...last.rows.map(untilOf)) - Date.now();
    const wait = pause ?? (replies.length <= REPEATED_AT_ONCE ? 0 : Math.max(0, asked + 1000));
    if (Date.now() + wait > first.from + within) break;
    await WAIT(wait);
    last = await call();
  }
  replies.push(await call());
  await client.close();
  // A request that is still on its way may be one too many.
  const lastSent = Math.max(...relay.requests.map(({ at }) => at));
  await WAIT(lastSent + seconds * 1000 + 1000 - Date.now());
  return {
    scenario,
    requests: relay.requests,
    replies,
    stored: await stored(sandbox.address),
    timeSpent: await timeSpent(sandbox.address),
  };
}

/** The time until which a row says that something may still happen, in milliseconds since 1970; 0 if it names none. */
export function untilOf({ error = "" }: Row): number {
  const [, time] = /\buntil (\d{2}:\d{2}:\d{2})/.exec(error) ?? [];
  if (time === undefined) return 0;
  const now = Date.now();
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}Z`);
  return today < now - 12 * 3_600_000 ? today + 24 * 3_600_000 : today;
}

function argumentsOf(scenario: Scenario) {
  const worklogs = entriesOf(scenario);
  if (scenario.tool === "bulk_post_worklogs") return { name: scenario.tool, arguments: { worklogs } };
  const [{ date: startDate, ...rest }] = worklogs as [(typeof ENTRIES)[number]];
  return { name: scenario.tool, arguments: { ...rest, startDate } };
}

function rowsOf(scenario: Scenario, { content, structuredContent, _meta }: ToolResult): Row[] {
  const { results, worklog } = (structuredContent ?? {}) as {
    results?: Omit<Row, "comment">[];
    worklog?: { id: string; alreadyLogged?: true };
  };
  const { code } = (_meta?.["tempofiller/error"] ?? {}) as { code?: string };
  return entriesOf(scenario).map(({ description: comment }, index) => {
    const row = results?.[index];
    if (row) return { ...row, comment };
    if (worklog) return { ...worklog, comment, success: true, worklogId: worklog.id };
    return { comment, success: false, error: content[0]?.text ?? "", ...(code !== undefined && { code }) };
  });
}

async function ask<Answer>(address: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${address}${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${SANDBOX_CREDENTIALS.personalAccessToken}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}

/** The worklogs of all users, which the sandbox shows alike on both deployments. */
function stored(address: string): Promise<Stored[]> {
  return ask(address, "/rest/tempo-timesheets/4/worklogs/search", { from: "2000-01-01", to: "2100-01-01" });
}

async function timeSpent(address: string): Promise<Map<number, number>> {
  const issues = ISSUE_IDS.map(async (id) => {
    const path = `/rest/api/2/issue/${id}?fields=timespent`;
    const { fields } = await ask<{ fields: { timespent: number | null } }>(address, path);
    return [id, fields.timespent ?? 0] as const;
  });
  return new Map(await Promise.all(issues));
}
