import type { Connection } from "../../runtime/connection.ts";
import { CLOUD_CHECKS, DATA_CENTER_CHECKS } from "./checks.ts";
import { createCloudContext, createContext, type DiagnosisOptions } from "./context.ts";
import type { Check } from "./report.ts";
import { type Report, runChecks } from "./run-checks.ts";

/** Reads only, within `MAX_DURATION_MS`. */
export function diagnose(
  { deployment, options }: Connection,
  diagnosis: DiagnosisOptions,
  report?: Report,
): Promise<Check[]> {
  return deployment.kind === "cloud"
    ? runChecks(CLOUD_CHECKS, createCloudContext(deployment, options, diagnosis), report)
    : runChecks(DATA_CENTER_CHECKS, createContext(deployment, options, diagnosis), report);
}
