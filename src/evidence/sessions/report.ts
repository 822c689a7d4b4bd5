import { ASSISTANTS, type Assistant } from "./assistants.ts";
import type { TranscriptsRead } from "./transcript-reader.ts";

/** Counts of an assistant's transcripts. */
export interface AssistantReport extends Omit<TranscriptsRead, "moments"> {
  assistant: Assistant;
  /** Sessions of the range. */
  sessions: number;
  /** Sessions of the range in which the user wrote nothing. */
  unattended: number;
}

/** "3 sessions of Claude Code, 1 session of Codex". */
export function foundPhrase(reports: readonly AssistantReport[]): string {
  return reports
    .map(({ assistant, sessions, unattended }) => {
      const alone = unattended === 0 ? "" : ` (${unattended} more ran without you)`;
      return `${counted(sessions, "session")} of ${ASSISTANTS[assistant].title}${alone}`;
    })
    .join(", ");
}

/** Sentences about what could not be read. They name no path. */
export function problemsOf(report: AssistantReport): string[] {
  const { title, folder, setting } = ASSISTANTS[report.assistant];
  if (!report.exists) {
    return [
      `${title} keeps no sessions in ${folder} of its folder. If it has another folder, set ${setting} for TempoFiller too.`,
    ];
  }
  const { unread, unreadable, links, skippedLines, hasTimes } = report;
  return [
    ...(unread === 0
      ? []
      : [
          `${counted(unread, "transcript")} of ${title} could not be read in time, the ones changed longest ago. Draft fewer days at a time.`,
        ]),
    ...(unreadable === 0
      ? []
      : [
          `${counted(unreadable, "file")} of ${title}'s sessions cannot be read, folders among them. Check who may read them.`,
        ]),
    ...(links === 0
      ? []
      : [`${counted(links, "link")} among ${title}'s sessions ${are(links)} not followed.`]),
    ...(skippedLines === 0
      ? []
      : [
          `${counted(skippedLines, "line")} of ${title}'s sessions ${are(skippedLines)} not understood, and left out.`,
        ]),
    ...(hasTimes
      ? []
      : [`No line of ${title}'s sessions names a time: this version may write them in another form.`]),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function are(count: number): string {
  return count === 1 ? "is" : "are";
}
