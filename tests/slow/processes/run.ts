import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { seedOfBatch } from "./batch.ts";
import type { Report } from "./client.ts";
import { type Tally, tallyOf } from "./tally.ts";
import { type Script, startUpstream, type Upstream } from "./upstream.ts";

/** One run: the scenario, so that it can be repeated, and its results. */
export interface Run {
  /** Runs of one kind are added up. */
  kind: string;
  /** Everything that distinguishes the run from others. */
  scenario: object;
  tally: Tally;
  reports: Report[];
  stored: SandboxWorklog[];
}

interface RunOptions {
  deployment: Deployment["kind"];
  listLag?: number | undefined;
  script?: Script;
}

/**
 * Starts an upstream with the seed of the batch and makes a state folder, lets processes post to it, and compares the store with
 * their reports.
 *
 * @param post starts the processes with these settings, and returns their reports in the order of their start
 */
export async function playRun(
  { deployment, listLag = 0, script }: RunOptions,
  post: (env: Record<string, string>, upstream: Upstream) => Promise<Report[]>,
): Promise<Pick<Run, "tally" | "reports" | "stored">> {
  const seed = seedOfBatch();
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-processes-"));
  const upstream = await startUpstream({ deployment, seed, listLag, ...(script && { script }) });
  try {
    const reports = await post({ ...upstream.env, TEMPO_STATE_DIR: folder }, upstream);
    const stored = await upstream.stored();
    return { tally: tallyOf(reports, stored, seed.worklogs.length), reports, stored };
  } finally {
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
}
