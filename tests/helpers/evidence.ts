import { isWithin, utcDate } from "../../src/timesheet/dates.ts";
import type { EvidenceAccess, MappingRule } from "../../src/timesheet/draft/draft.ts";
import type {
  Activity,
  Evidence,
  EvidenceSource,
  Meeting,
  ReadEvidence,
} from "../../src/timesheet/draft/evidence.ts";

/** A commit of the user, at a time in UTC such as `2026-01-05 09:10`. */
export function commit(at: string, branch: string, subject: string, parts: Partial<Activity> = {}): Activity {
  return {
    kind: "commit",
    source: "git",
    at: moment(at),
    texts: [branch, subject],
    place: "/home/ada/secret-folder/login",
    placeName: "login",
    detail: branch,
    subject,
    ...parts,
  };
}

/** The user's own event in Jira. */
export function jiraEvent(
  at: string,
  issueKey: string,
  kind: "status" | "comment" = "comment",
  status?: string,
): Activity {
  return {
    kind,
    source: "jira",
    at: moment(at),
    texts: [issueKey],
    ...(status !== undefined && { detail: status }),
  };
}

/** A meeting that the user has accepted. */
export function meeting(start: string, end: string, title: string, parts: Partial<Meeting> = {}): Meeting {
  return {
    kind: "meeting",
    source: "calendar",
    start: moment(start),
    end: moment(end),
    title,
    texts: [title],
    isTentative: false,
    ...parts,
  };
}

/** A source that has this evidence, and nothing more to say unless given. */
export function source(
  name: EvidenceSource["name"],
  evidence: readonly Evidence[],
  parts: Partial<ReadEvidence> = {},
): EvidenceSource {
  return {
    name,
    async read(range) {
      const own = evidence.filter((it) => isWithin(range, utcDate(it.kind === "meeting" ? it.start : it.at)));
      return { evidence: own, leftOut: {}, found: `${own.length} found`, problems: [], ...parts };
    },
  };
}

/** A source that fails. */
export function failingSource(name: EvidenceSource["name"], error: unknown): EvidenceSource {
  return { name, read: () => Promise.reject(error) };
}

/** Lets drafts read these sources, and rules in memory. */
export function evidenceOf(
  sources: readonly EvidenceSource[],
  parts: Partial<EvidenceAccess> = {},
): EvidenceAccess & { kept: MappingRule[] } {
  const kept: MappingRule[] = [];
  return {
    kept,
    sources: async () => [...sources],
    emails: ["ada@example.com"],
    rules: async () => [...kept],
    async remember(rules) {
      kept.push(...rules);
    },
    machineZone: () => "UTC",
    stepSeconds: 900,
    hasTitles: true,
    ...parts,
  };
}

function moment(time: string): number {
  return Date.parse(`${time.replace(" ", "T")}:00Z`);
}
