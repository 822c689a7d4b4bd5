import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { jiraHistory, MONTH, makeEvidence, SIZE } from "./draft-evidence.ts";
import { memoryOf } from "./memory.ts";
import type { Section } from "./section.ts";
import { median, percentile } from "./statistics.ts";
import { StdioClient } from "./stdio-client.ts";
import { startUpstream, type Upstream } from "./upstream.ts";

/** Drafts of one server, which must need no more memory than a few. */
const DRAFTS = 10;

/** The most that a draft may take beyond one of Jira alone: seconds, of the clock or of the processor, and megabytes. */
const LIMITS = { seconds: 3, megabytes: 150 };

/** The most that the later half of the drafts may add to the highest memory, in megabytes. */
const GROWTH_LIMIT_MB = 30;

/** Pairs of servers on each kind of Jira, and the drafts of each server: the first one, and later ones. */
const PAIRS = 4;
const DRAFTS_OF_PAIR = 4;

/** The interval at which the processes that a server has started are looked at, in milliseconds. */
const LOOK_MS = 5;

/** Ticks of a second in the times that Linux keeps of a process. */
const TICKS = 100;

/** Measures drafts of a month beside those of a server that reads Jira alone. */
export async function measureDrafts(command: string): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-bench-"));
  try {
    const evidence = makeEvidence(folder);
    const rows: Section["rows"] = [];
    const missed: string[] = [];
    for (const kind of ["datacenter", "cloud"] satisfies Deployment["kind"][]) {
      const upstream = await startUpstream(kind, [], jiraHistory());
      try {
        const measured = await draftsOf(command, upstream, evidence);
        rows.push(...measured.rows.map(([what, ...cells]) => [`${kind}, ${what}`, ...cells]));
        missed.push(...measured.missed.map((line) => `${kind}: ${line}`));
      } finally {
        await upstream.close();
      }
    }
    return {
      title: `Drafts of a month: ${SIZE}; ${DRAFTS} drafts by one server, beside one with Jira alone`,
      columns: ["", "Jira alone", "all sources", "added", "limit"],
      rows,
      missed,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A figure of each draft by one command, and by the other beside it. */
type Pairs = [one: number, other: number][];

/** Measures drafts of a month by this command beside those of another one: in turns, since the machine may be busy. */
export async function measureDraftsAgainst(command: string, other: string): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-bench-"));
  const figures: Record<string, Pairs> = {};
  const note = (what: string, one: number, theOther: number) => {
    figures[what] = [...(figures[what] ?? []), [one, theOther]];
  };
  try {
    const evidence = makeEvidence(folder);
    for (const kind of ["datacenter", "cloud"] satisfies Deployment["kind"][]) {
      const upstream = await startUpstream(kind, [], jiraHistory());
      try {
        for (let pair = 0; pair < PAIRS; pair += 1) {
          const settings = { ...upstream.settings, ...evidence, TEMPO_TOOLSETS: "draft" };
          for (const [round, [one, theOther]] of (await draftInTurns([command, other], settings)).entries()) {
            const which = round === 0 ? "first draft" : "later drafts";
            note(`${which}, user s`, one.userSeconds, theOther.userSeconds);
            note(`${which}, processor s`, one.processorSeconds, theOther.processorSeconds);
            if (round < DRAFTS_OF_PAIR - 1) continue;
            note("highest memory of the server, MB", one.megabytes, theOther.megabytes);
            note("memory of git, MB", one.childMegabytes, theOther.childMegabytes);
          }
        }
      } finally {
        await upstream.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    title: `Drafts of a month: ${SIZE}; ${2 * PAIRS} pairs of servers, ${DRAFTS_OF_PAIR} drafts each, medians`,
    columns: ["", "other", "this", "ratio of pairs", "a quarter below", "a quarter above"],
    rows: Object.entries(figures).map(([what, pairs]) => {
      const ratios = pairs.map(([one, theOther]) => one / theOther);
      const quarters = [50, 25, 75].map((per) => percentile(ratios, per).toFixed(3));
      const medians = [1, 0].map((index) => median(pairs.map((pair) => pair[index] ?? 0)));
      return [what, ...medians, ...quarters];
    }),
    missed: [],
  };
}

/** Drafts by a server of each command, which take turns in going first. */
async function draftInTurns(
  commands: [string, string],
  settings: Record<string, string>,
): Promise<[Drafted, Drafted][]> {
  const servers = commands.map((command) => new StdioClient([command], settings));
  try {
    for (const server of servers) await server.open();
    const rounds: [Drafted, Drafted][] = [];
    for (let round = 0; round < DRAFTS_OF_PAIR; round += 1) {
      const drafts: Drafted[] = [];
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0])
        drafts[index] = await draft(servers[index] as StdioClient, ["jira", "git", "calendar"]);
      rounds.push(drafts as [Drafted, Drafted]);
    }
    return rounds;
  } finally {
    for (const server of servers) await server.close();
  }
}

interface Drafted {
  seconds: number;
  /** The time of the server and of the processes that it started. */
  processorSeconds: number;
  /** The part of it outside the system's own work. */
  userSeconds: number;
  /** The highest memory of the server so far, in megabytes. */
  megabytes: number;
  /** The highest memory of all processes that it started, at one time. */
  childMegabytes: number;
}

async function draftsOf(
  command: string,
  upstream: Upstream,
  evidence: Record<string, string>,
): Promise<Pick<Section, "rows" | "missed">> {
  const settings = { ...upstream.settings, TEMPO_TOOLSETS: "draft" };
  const servers = {
    alone: new StdioClient([command], settings),
    all: new StdioClient([command], { ...settings, ...evidence }),
  };
  const drafts = { alone: [] as Drafted[], all: [] as Drafted[] };
  try {
    for (const server of Object.values(servers)) await server.open();
    for (let round = 0; round < DRAFTS; round += 1) {
      drafts.alone.push(await draft(servers.alone, ["jira"]));
      drafts.all.push(await draft(servers.all, ["jira", "git", "calendar"]));
    }
  } finally {
    for (const server of Object.values(servers)) await server.close();
  }
  const ofFirst = (figure: keyof Drafted) =>
    [drafts.alone, drafts.all].map(([first]) => first?.[figure] ?? 0);
  const ofLater = (figure: keyof Drafted) =>
    [drafts.alone, drafts.all].map((each) => median(each.slice(1).map((it) => it[figure])));
  const highest = (figure: keyof Drafted, until = DRAFTS) =>
    [drafts.alone, drafts.all].map((each) => Math.max(...each.slice(0, until).map((it) => it[figure])));
  const beyond = ([alone = 0, all = 0]: number[]) => all - alone;
  const row = (what: string, values: number[], limit: number) => ({
    cells: [what, ...values, beyond(values), limit],
    missed: beyond(values) > limit ? [`${what}: ${beyond(values).toFixed(1)} is over ${limit}`] : [],
  });
  const server = highest("megabytes");
  const git = highest("childMegabytes");
  const added = (one: number[], other: number[], factor: number) =>
    one.map((it, index) => it + factor * (other[index] ?? 0));
  const found = [
    row("first draft, s", ofFirst("seconds"), LIMITS.seconds),
    row("first draft, processor s", ofFirst("processorSeconds"), LIMITS.seconds),
    row("later drafts, s", ofLater("seconds"), LIMITS.seconds),
    row("later drafts, processor s", ofLater("processorSeconds"), LIMITS.seconds),
    row("memory with git, MB", added(server, git, 1), LIMITS.megabytes),
    row(
      "memory that the later half added, MB",
      added(server, highest("megabytes", DRAFTS / 2), -1),
      GROWTH_LIMIT_MB,
    ),
  ];
  return { rows: found.map(({ cells }) => cells), missed: found.flatMap(({ missed }) => missed) };
}

async function draft(server: StdioClient, sources: string[]): Promise<Drafted> {
  const before = { time: performance.now(), processor: processorTimes(server.pid) };
  let childMegabytes = 0;
  const looking = setInterval(() => {
    childMegabytes = Math.max(childMegabytes, memoryOfChildren(server.pid));
  }, LOOK_MS);
  const { structuredContent } = await server
    .call("draft_timesheet", MONTH)
    .finally(() => clearInterval(looking));
  const seconds = (performance.now() - before.time) / 1000;
  const reports = structuredContent.sources as { source: string; found?: string; problem?: string }[];
  if (
    reports.some(({ problem }) => problem !== undefined) ||
    `${reports.map(({ source }) => source)}` !== `${sources}`
  )
    throw new Error(`not all sources were read: ${JSON.stringify(reports)}`);
  const { now, highest } = await memoryOf(server.pid);
  const after = processorTimes(server.pid);
  const [user = 0, system = 0] = after.map((time, index) => time - (before.processor[index] ?? 0));
  return {
    seconds,
    processorSeconds: user + system,
    userSeconds: user,
    megabytes: highest ?? now,
    childMegabytes,
  };
}

/** The processor's time that a process and its ended children took, their own and the system's, where it is reported (Linux), in seconds. */
function processorTimes(pid: number): [user: number, system: number] {
  if (process.platform !== "linux") return [Number.NaN, Number.NaN];
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program's name, in parentheses, may have any characters.
  const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = values.slice(11, 15).map(Number);
  return [(user + ofChildren) / TICKS, (system + systemOfChildren) / TICKS];
}

/** The memory of the processes that a process has started and that still run, in megabytes; 0 where the system does not report it. */
function memoryOfChildren(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    const kilobytes = children.map((child) => /VmHWM:\s+(\d+)/.exec(statusOf(child))?.[1] ?? 0);
    return kilobytes.reduce<number>((sum, it) => sum + Number(it), 0) / 1024;
  } catch {
    return 0;
  }
}

/** Empty if the process has ended meanwhile. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
