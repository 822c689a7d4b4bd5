import type { Connection } from "../../runtime/connection.ts";
import { openTimesheet } from "../../tempo/open-timesheet.ts";
import { dateInZone } from "../../timesheet/date-in-zone.ts";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
import { EvidenceError, type EvidenceScope, type EvidenceSource } from "../../timesheet/draft/evidence.ts";
import type { EvidenceAccess } from "../../timesheet/draft/evidence-access.ts";
import { MAX_DURATION_MS } from "./context.ts";
import { type CheckName, type Finding, ok, unknown } from "./report.ts";

/** How far back evidence is looked for, in days. */
const DAYS = 7;

/** The checks of the sources that read files and calendars; Jira's own checks are others. */
const CHECK_OF = { git: "git", calendar: "calendar", sessions: "sessions" } as const satisfies Record<
  Exclude<EvidenceSource["name"], "jira">,
  CheckName
>;

/** Reads the evidence of the last days from each source of drafts that the settings name, apart from Jira. */
export async function checkEvidence(
  evidence: Pick<EvidenceAccess, "sources" | "emails">,
  { deployment, options }: Connection,
  today: string,
  report: (check: { check: CheckName } & Finding) => void,
): Promise<void> {
  const { clock } = options;
  const range = { startDate: addDays(today, 1 - DAYS), endDate: today };
  const context = {
    timesheet: openTimesheet(deployment, options),
    clock,
    log() {},
    debug() {},
    signal: new AbortController().signal,
    deadline: clock.now() + MAX_DURATION_MS,
  };
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const scope = { zone, emails: evidence.emails, dates: range, context };
  for (const source of await evidence.sources())
    if (source.name !== "jira")
      report({ check: CHECK_OF[source.name], ...(await read(source, range, scope)) });
}

async function read(source: EvidenceSource, range: DateRange, scope: EvidenceScope): Promise<Finding> {
  try {
    const { evidence, found, problems } = await source.read(range, scope);
    const newest = Math.max(...evidence.map((it) => (it.kind === "meeting" ? it.start : it.at)));
    const last = evidence.length === 0 ? "" : `, the last one on ${dateInZone(scope.zone)(newest)}`;
    const summary = `In the last ${DAYS} days: ${found}${last}.`;
    return problems.length === 0 ? ok(summary) : unknown([summary, ...problems].join(" "));
  } catch (error) {
    if (error instanceof EvidenceError) return { status: "failed", message: error.message };
    throw error;
  }
}
