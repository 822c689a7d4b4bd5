import { shortText } from "../../text/short-text.ts";
import { type DateRange, isWithin } from "../../timesheet/dates.ts";
import type {
  Activity,
  EvidenceScope,
  EvidenceSource,
  ReadEvidence,
} from "../../timesheet/draft/evidence.ts";
import { dateInZone } from "../../timesheet/zones.ts";
import type { Assistant } from "./assistants.ts";
import { attended } from "./attended.ts";
import { createPlaces, placeName } from "./places.ts";
import type { Moment } from "./read-line.ts";
import { type AssistantReport, foundPhrase, problemsOf } from "./report.ts";
import { TranscriptReader } from "./transcript-reader.ts";

export interface SessionsOptions {
  assistants: readonly Assistant[];
  /** The assistants' own folders. */
  folders: Readonly<Record<Assistant, string>>;
}

/** The furthest that a zone is ahead of UTC. */
const AHEAD_MS = 14 * 3_600_000;

/**
 * A session goes on while the user looks at the draft that it asked for. Its moments count once a half hour is full, so that the draft can be
 * confirmed as it was shown.
 */
const FULL_MS = 30 * 60_000;

/** The times, folders and branches in the transcripts that coding assistants keep. Their texts are dropped line by line. */
export function sessionsSource({ assistants, folders }: SessionsOptions): EvidenceSource {
  const reader = new TranscriptReader();
  return {
    name: "sessions",
    async read(range, scope): Promise<ReadEvidence> {
      const since = Date.parse(range.startDate) - AHEAD_MS;
      const reports: AssistantReport[] = [];
      const moments: Moment[] = [];
      for (const assistant of assistants) {
        const read = await reader.read(assistant, folders[assistant], since, scope.context);
        const inRange = withinRange(read.moments, range, scope);
        // The user may have begun a session on the day before.
        const counted = withinRange(attended(read.moments), range, scope);
        moments.push(...counted);
        reports.push({
          ...read,
          assistant,
          sessions: sessionsIn(counted),
          unattended: sessionsIn(inRange) - sessionsIn(counted),
        });
      }
      return {
        evidence: await activities(moments),
        leftOut: {},
        found: foundPhrase(reports),
        problems: reports.flatMap(problemsOf),
      };
    },
  };
}

function withinRange(
  moments: readonly Moment[],
  range: DateRange,
  { zone, context }: EvidenceScope,
): Moment[] {
  const dateOf = dateInZone(zone);
  const until = Math.floor(context.clock.wallClock() / FULL_MS) * FULL_MS;
  return moments.filter(({ at }) => at < until && isWithin(range, dateOf(at)));
}

function sessionsIn(moments: readonly Moment[]): number {
  return new Set(moments.map(({ session }) => session)).size;
}

/** One for each minute, place and branch: a session that was resumed or copied has the lines of another. */
async function activities(moments: readonly Moment[]): Promise<Activity[]> {
  const placeOf = createPlaces();
  const byKey = new Map<string, Activity>();
  for (const { at, folder, branch } of moments) {
    const place = await placeOf(folder);
    const detail = branch === undefined ? undefined : shortText(branch);
    const key = JSON.stringify([Math.floor(at / 60_000), place, detail]);
    const other = byKey.get(key);
    if (other && other.at <= at) continue;
    byKey.set(key, {
      kind: "session",
      source: "sessions",
      at,
      texts: detail === undefined ? [] : [detail],
      place,
      placeName: shortText(placeName(place)),
      ...(detail !== undefined && { detail }),
    });
  }
  return [...byKey.values()].sort((a, b) => a.at - b.at);
}
