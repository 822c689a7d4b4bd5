import { counted, shortText } from "../../text/lengths.ts";
import { isWithin } from "../../timesheet/dates.ts";
import { sum } from "../../timesheet/day-balance.ts";
import type { Activity, AgentWork, EvidenceSource, ReadEvidence } from "../../timesheet/draft/evidence.ts";
import { toHours } from "../../timesheet/hours.ts";
import { dateInZone } from "../../timesheet/zones.ts";
import { ASSISTANTS, type Assistant } from "./assistants.ts";
import { secondsByDate, splitMoments } from "./attended.ts";
import { createPlaces, type PlaceOf, placeName } from "./places.ts";
import type { Moment } from "./transcript.ts";
import { TranscriptReader, type TranscriptsRead } from "./transcript-reader.ts";

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
    async read(range, { zone, context }): Promise<ReadEvidence> {
      const since = Date.parse(range.startDate) - AHEAD_MS;
      const until = Math.floor(context.clock.wallClock() / FULL_MS) * FULL_MS;
      const dateOf = dateInZone(zone);
      const reports: AssistantReport[] = [];
      const moments: Moment[] = [];
      const alone: AgentWork[] = [];
      const placeOf = createPlaces();
      for (const assistant of assistants) {
        const read = await reader.read(assistant, folders[assistant], since, context);
        // The user may have begun a session on the day before.
        const split = splitMoments(read.moments.filter(({ at }) => at < until));
        const attended = split.attended.filter(({ at }) => isWithin(range, dateOf(at)));
        moments.push(...attended);
        for (const { folder, branch, ...span } of split.alone)
          alone.push({ ...span, place: await placeOf(folder), ...(branch && { detail: shortText(branch) }) });
        reports.push({
          ...{ ...read, assistant },
          compressed: read.compressed.filter((date) => date <= range.endDate).length,
          sessions: new Set(attended.map(({ session }) => session)).size,
        });
      }
      const agentSeconds = secondsByDate(alone, range, zone);
      return {
        evidence: await activities(moments, placeOf),
        leftOut: {},
        agentSeconds,
        ...(alone.length > 0 && { agentWork: alone }),
        found: foundPhrase(reports, toHours(sum([...agentSeconds.values()], (seconds) => seconds))),
        problems: reports.flatMap(problemsOf),
      };
    },
  };
}

/** One for each minute, place and branch: a session that was resumed or copied has the lines of another. */
async function activities(moments: readonly Moment[], placeOf: PlaceOf): Promise<Activity[]> {
  const byKey = new Map<string, Activity>();
  for (const { at, folder, branch, isOfUser } of moments) {
    const place = await placeOf(folder);
    const detail = branch === undefined ? undefined : shortText(branch);
    const key = JSON.stringify([Math.floor(at / 60_000), place, detail]);
    const other = byKey.get(key);
    byKey.set(key, {
      kind: "session",
      source: "sessions",
      at: Math.min(at, other?.at ?? at),
      texts: detail === undefined ? [] : [detail],
      place,
      placeName: shortText(placeName(place)),
      ...(detail !== undefined && { detail }),
      ...((isOfUser || other?.isPrompt) && { isPrompt: true }),
    });
  }
  return [...byKey.values()].sort((a, b) => a.at - b.at);
}

/** Counts of an assistant's transcripts. */
interface AssistantReport extends Omit<TranscriptsRead, "moments" | "compressed"> {
  assistant: Assistant;
  /** Compressed transcripts that may have work of the range. */
  compressed: number;
  /** Sessions of the range that the user attended. */
  sessions: number;
}

/** "3 sessions of Claude Code, 1 session of Codex; agents worked at least 3 h without you". */
function foundPhrase(reports: readonly AssistantReport[], agentHours: number): string {
  const sessions = reports.map(
    ({ assistant, sessions: count }) => `${counted(count, "session")} of ${ASSISTANTS[assistant].title}`,
  );
  const alone = agentHours > 0 ? `; agents worked at least ${agentHours} h without you` : "";
  return `${sessions.join(", ")}${alone}`;
}

/** Sentences about what could not be read. They name no path. */
function problemsOf(report: AssistantReport): string[] {
  const { title, folders, setting } = ASSISTANTS[report.assistant];
  const { exists, unread, unreadable, links, compressed, skippedLines, hasTimes } = report;
  if (!exists) {
    return [
      `${title} keeps no sessions in ${folders[0]} of its folder. If it has another folder, set ${setting} for TempoFiller too.`,
    ];
  }
  const problems = [
    unread > 0 &&
      `${counted(unread, "transcript")} of ${title} could not be read in time, the ones changed longest ago. Draft fewer days at a time.`,
    unreadable > 0 &&
      `${counted(unreadable, "file")} of ${title}'s sessions cannot be read, folders among them. Check who may read them.`,
    compressed > 0 &&
      `${counted(compressed, "transcript")} of ${title} ${are(compressed)} compressed (.zst), and ${compressed === 1 ? "was" : "were"} not read. ` +
        "`zstd -d FILE` unpacks one beside it; or log that work by hand.",
    links > 0 && `${counted(links, "link")} among ${title}'s sessions ${are(links)} not followed.`,
    skippedLines > 0 &&
      `${counted(skippedLines, "line")} of ${title}'s sessions ${are(skippedLines)} not understood, and left out.`,
    !hasTimes && `No line of ${title}'s sessions names a time: this version may write them in another form.`,
  ];
  return problems.filter((problem) => problem !== false);
}

function are(count: number): string {
  return count === 1 ? "is" : "are";
}
