import type { Environment } from "../../config/env.ts";
import { systemClock } from "../../runtime/clock.ts";
import { createStderrLog } from "../../runtime/log.ts";
import { createRedactor } from "../../runtime/redaction/redactor.ts";
import { VERSION } from "../version.ts";
import type { CheckName, DoctorReport } from "./report.ts";
import { runChecks } from "./run-checks.ts";
import { SERVER_CHECKS, type ServerCheckContext } from "./server-checks.ts";
import { heading, type Layout, row, skippedRow, verdict } from "./table.ts";

interface ServerDoctorOptions extends Layout {
  json: boolean;
  print(text: string): void;
}

/**
 * Checks what `tempofiller serve --http` needs, as it would start at this address. It sends no credentials, and changes
 * nothing. Returns the exit code: 0 only if no check failed.
 */
export async function runServerDoctor(
  bind: string,
  env: Environment,
  { json, print, ...layout }: ServerDoctorOptions,
): Promise<number> {
  const redact = createRedactor([env.TEMPOFILLER_DATABASE_URL ?? ""].filter((text) => text !== ""));
  const say = (lines: string[]) => {
    for (const line of lines) print(`${redact(line)}\n`);
  };
  if (!json) say(heading({ version: VERSION }));
  const folded: [CheckName, CheckName][] = [];
  const context: ServerCheckContext = {
    bind,
    env,
    clock: systemClock,
    fetch: (request) => fetch(request),
    log: createStderrLog(redact),
  };
  const checks = await runChecks(SERVER_CHECKS, context, (check, cause) => {
    if (cause) folded.push([check.check, cause]);
    else if (!json) say(row(check, layout));
  });
  const report: DoctorReport = {
    ok: checks.every(({ status }) => status !== "failed"),
    version: VERSION,
    ...(context.team && { deployment: context.team.kind }),
    checks,
  };
  say(json ? [JSON.stringify(report, undefined, 2)] : [...skippedRow(folded, layout), "", verdict(checks)]);
  return report.ok ? 0 : 1;
}
