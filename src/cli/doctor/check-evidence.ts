import type { Connection } from "../../runtime/connection.ts";
import { openTimesheet } from "../../tempo/open-timesheet.ts";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
import type { EvidenceAccess } from "../../timesheet/draft/draft.ts";
import { EvidenceError, type EvidenceScope, type EvidenceSource } from "../../timesheet/draft/evidence.ts";
import { dateInZone } from "../../timesheet/zones.ts";
import { MAX_DURATION_MS } from "./context.ts";
import { type CheckName, type Finding, ok, unknown } from "./report.ts";

/** The days back in which evidence is looked for. */
const DAYS = 7;

/** The checks of the sources that read files and calendars; Jira's own checks are others. */
const CHECK_OF = { git: "git", calendar: "calendar", sessions: "sessions" } as const satisfies Record<
  Exclude<EvidenceSource["name"], "jira">,
  CheckName
>;

const NOT_OFFERED =
  "No host offers drafts, since TEMPO_TOOLSETS lacks draft: add it there. The command `tempofiller draft` works without it.";

/**
 * Reads the evidence of the last days from each source of drafts that the settings name, apart from Jira.
 *
 * @param isOffered whether hosts are offered the tools that draft
 */
export async function checkEvidence(
  evidence: Pick<EvidenceAccess, "sources" | "emails">,
  { deployment, options }: Connection,
  today: string,
  isOffered: boolean,
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
  const scope = { zone, emails: evidence.emails, dates: range, showsPaths: true, context };
  let isSaid = isOffered;
  for (const source of await evidence.sources()) {
    if (source.name === "jira") continue;
    const finding = await read(source, range, scope);
    report({ check: CHECK_OF[source.name], ...(isSaid ? finding : withSentence(finding, NOT_OFFERED)) });
    isSaid = true;
  }
}

function withSentence({ status, message, ...rest }: Finding, sentence: string): Finding {
  return { ...rest, status: status === "ok" ? "unknown" : status, message: `${message} ${sentence}` };
}

async function read(source: EvidenceSource, range: DateRange, scope: EvidenceScope): Promise<Finding> {
  try {
    const {
      evidence,
      found,
      problems,
      hasWrongSetting = false,
      hints = [],
    } = await source.read(range, scope);
    const newest = Math.max(...evidence.map((it) => (it.kind === "meeting" ? it.start : it.at)));
    const last = evidence.length === 0 ? "" : `, the last one on ${dateInZone(scope.zone)(newest)}`;
    const summary = `In the last ${DAYS} days: ${found}${last}.`;
    const message = [summary, ...problems, ...hints].join(" ");
    if (hasWrongSetting) return { status: "failed", message, code: "invalid_settings" };
    return problems.length + hints.length === 0 ? ok(summary) : unknown(message);
  } catch (error) {
    if (error instanceof EvidenceError) return { status: "failed", message: error.message };
    throw error;
  }
}
