import type { Connection } from "../../runtime/connection.ts";
import { createStderrLog } from "../../runtime/log.ts";
import { sayWaitingUpTo } from "../say-waiting.ts";
import { CLOUD_CHECKS, DATA_CENTER_CHECKS } from "./checks.ts";
import { createCloudContext, createContext, type DiagnosisOptions, MAX_DURATION_MS } from "./context.ts";
import type { Check, CheckName } from "./report.ts";
import { type Report, runChecks } from "./run-checks.ts";

/** Reads only, within `MAX_DURATION_MS`, and says on a terminal that it waits. */
export function diagnose(
  { deployment, options }: Connection,
  diagnosis: DiagnosisOptions,
  report?: Report,
): Promise<Check[]> {
  const isAsked = ({ check }: { check: CheckName }) =>
    (check !== "approvals" || diagnosis.checksApprovals === true) &&
    (check !== "teams" || diagnosis.checksTeams === true);
  const log = createStderrLog((line) => line);
  return sayWaitingUpTo(MAX_DURATION_MS, { log }, () =>
    deployment.kind === "cloud"
      ? runChecks(CLOUD_CHECKS.filter(isAsked), createCloudContext(deployment, options, diagnosis), report)
      : runChecks(DATA_CENTER_CHECKS.filter(isAsked), createContext(deployment, options, diagnosis), report),
  );
}
