import { join } from "node:path";
import { fileWriters } from "../../../src/state/file-writers.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import type { Writers } from "../../../src/timesheet/call-context.ts";
import { refusal, type watchedFolder } from "../../helpers/disk.ts";
import { laggingLists } from "../../helpers/lagging-lists.ts";
import { openSession, type Session } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { heldBy, type WritingCall } from "./calls.ts";

/** Faults at the n-th call of a disk: it refuses that call, or from then on all that need space, or the process dies before it. */
export const DISK_FAULTS = ["EIO", "ENOSPC", "full", "death"] as const;

export interface DiskScenario {
  deployment: Deployment["kind"];
  call: WritingCall;
  fault: (typeof DISK_FAULTS)[number];
  at: number;
}

export interface Played {
  /** Whether the call has come to the n-th call of the disk. */
  isHit: boolean;
  /** Each with the scenario. */
  problems: string[];
}

/** The calls of the file system that a full disk refuses. */
export const NEEDS_SPACE = new Set(["mkdirSync", "openSync", "writeFileSync", "writeSync", "copyFileSync"]);

/** The time by which lists are behind. */
const LIST_LAG_MS = 5000;

/** The longest wait of a call after a death: a lease that expires, and lists that show what was sent. The call then still succeeds. */
const LONGEST_WAIT_MS = 47_500;

/** The time after which it is decided what a process has sent that died. */
const DECIDED_MS = 250_000;

/** The longest time that a full disk may cost a call, or any refusal, in milliseconds. */
export const LONGEST_REFUSAL_MS = 2000;

/**
 * Calls a tool on a disk that fails at one call. Then the same call comes again, from the same process or another one; after a death,
 * from another one.
 */
export async function play(
  { deployment, call, fault, at }: DiskScenario,
  { folder, on, isOn }: ReturnType<typeof watchedFolder>,
): Promise<Played> {
  const clock = virtualClock();
  const state = join(folder, `${deployment} ${call.tool} ${fault} ${at}`);
  const open = (): Writers => fileWriters({ clock, folder: state, log: () => {} });
  const first = open();
  let writers = first;
  let calls = 0;
  let isDead = false;
  let lists: Fetch | undefined;
  const session: Session = await openSession({
    ...call.options,
    deployment,
    clock,
    writers: { run: (...args) => writers.run(...args) },
    upstream: (fetch) => (request) => {
      lists ??= laggingLists(session.sandbox, clock, () => LIST_LAG_MS, fetch);
      return isDead && isOn() ? new Promise(() => {}) : lists(request);
    },
  });
  let args = await call.prepare(session);
  const problems: string[] = [];

  function failing(name: string, run: () => unknown): unknown {
    calls += 1;
    if (fault === "death" && calls === at) isDead = true;
    const isRefused = fault === "full" ? calls >= at && NEEDS_SPACE.has(name) : calls === at;
    if (!isDead && !isRefused) return run();
    if (name === "existsSync") return false;
    throw refusal(fault === "EIO" ? "EIO" : "ENOSPC");
  }

  async function callTool(who: string, longest: number): Promise<string> {
    const since = clock.now();
    const { content } = await session.call(call.tool, args);
    const text = content[0]?.text ?? "";
    const took = clock.now() - since;
    if (text.includes("internal error")) problem(`${who}: ${text}`);
    if (took > longest) problem(`${who} took ${took} ms: ${text}`);
    return text;
  }

  function check(who: string, text: string): void {
    const held = heldBy(session);
    if (JSON.stringify(held) !== JSON.stringify([...call.expected].sort()))
      problem(`${who}: Tempo holds ${held.join(", ")} after ${text}`);
  }

  function problem(text: string): void {
    if (isOn() && isDead) return;
    problems.push(`${deployment}, ${call.tool}, ${fault} at call ${at}: ${text}`);
  }

  const calling = on(
    (name, _, run) => failing(name, run),
    () => callTool("the call", LONGEST_REFUSAL_MS),
  );
  if (fault === "death") {
    // A dead process replies nothing, and its call goes on unseen.
    await Promise.race([calling, death()]);
    if (!isDead) return { isHit: false, problems };
    writers = open();
  } else {
    const text = await calling;
    if (!/not sent|not deleted/i.test(text)) check("the call", text);
    // Another process cannot know what a full disk has not kept.
    if (fault !== "full" && at % 2 === 0) writers = open();
  }
  const text = await callTool("the call again", LONGEST_WAIT_MS);
  if (fault !== "death") check("the call again", text);
  else {
    // The requests of the dead process are in doubt for that long, and the rest may be another plan.
    await clock.sleep(DECIDED_MS);
    args = await call.prepare(session);
  }
  if (fault !== "death") writers = first;
  check("the third call", await callTool("the third call", LONGEST_WAIT_MS));
  return { isHit: calls >= at, problems };

  async function death(): Promise<void> {
    while (!isDead) await new Promise((resolve) => setImmediate(resolve));
  }
}
