import type { Connection } from "../../runtime/connection.ts";
import { CLOUD_CHECKS, DATA_CENTER_CHECKS } from "./checks.ts";
import { createCloudContext, createContext, type DiagnosisOptions } from "./context.ts";
import type { Check } from "./report.ts";
import { runChecks } from "./run-checks.ts";

/** Reads only, within `MAX_DURATION_MS`. */
export function diagnose({ deployment, options }: Connection, diagnosis: DiagnosisOptions): Promise<Check[]> {
  return deployment.kind === "cloud"
    ? runChecks(CLOUD_CHECKS, createCloudContext(deployment, options, diagnosis))
    : runChecks(DATA_CENTER_CHECKS, createContext(deployment, options, diagnosis));
}
