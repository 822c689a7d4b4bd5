import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { seed, worklog } from "../../helpers/seeds.ts";
import { type ClientProcess, startCall } from "./client.ts";
import type { Point } from "./interruptions.ts";
import { type SeenRequest, startUpstream, type Treatment } from "./upstream.ts";

export interface MoveScenario {
  deployment: Deployment["kind"];
  point: Extract<Point, { request: number }>;
}

/** `made`: the hours are once on the other issue; `named`: they may be on both, and the last reply has both ids. */
export type MoveResult = "made" | "named" | `wrong: ${string}`;

const ID = 1290000;
const OTHER_ISSUE = 10007;

/** Kills the command while it moves a worklog to another issue and changes its hours, and calls it again at once, which waits. */
export async function playMove({ deployment, point }: MoveScenario): Promise<MoveResult> {
  const args = { worklogId: String(ID), issueKey: "PROJ-7", hours: 1 };
  let first: ClientProcess | undefined;
  const kill = () => first?.interrupt("SIGKILL");
  const script = ({ number, write }: SeenRequest): Treatment | undefined => {
    if (number !== point.request) return undefined;
    if (point.moment === "before the response") return { onProcessed: kill };
    if (point.moment === "after the response") return { onResponse: kill };
    kill();
    return write === undefined ? undefined : { process: point.processAfter };
  };
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-moves-"));
  const worklogs = [worklog({ issueId: 10123, startDate: "2026-01-05", timeSpentSeconds: 7200 })];
  const upstream = await startUpstream({ deployment, seed: seed({ worklogs }), script });
  try {
    const env = { ...upstream.env, TEMPO_TOOLSETS: "edit", TEMPO_STATE_DIR: folder };
    first = startCall("update_worklog", args, env);
    await first.report;
    const second = await startCall("update_worklog", args, env).report;
    const stored = await upstream.stored();
    const [only] = stored;
    const isMade = stored.length === 1 && only?.issueId === OTHER_ISSUE && only.timeSpentSeconds === 3600;
    if (isMade && second.isSuccess) return "made";
    const isNamed = stored.length === 2 && stored.every(({ id }) => second.error.includes(String(id)));
    return isNamed ? "named" : `wrong: ${JSON.stringify({ stored, error: second.error.slice(-500) })}`;
  } finally {
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every moment of every request of a move; a write that is killed before it is processed is lost, or processed later. */
export function movesToKill(requests: number): MoveScenario[] {
  const deployments = ["cloud", "datacenter"] as const;
  return deployments.flatMap((deployment) =>
    Array.from({ length: requests }, (_, index): MoveScenario[] => {
      const request = index + 1;
      return [
        { deployment, point: { request, moment: "before processing", processAfter: "never" } },
        { deployment, point: { request, moment: "before processing", processAfter: 5000 } },
        { deployment, point: { request, moment: "before the response" } },
        { deployment, point: { request, moment: "after the response" } },
      ];
    }).flat(),
  );
}
