import type { SandboxWorklog } from "../../src/sandbox/state.ts";

type Content = Omit<SandboxWorklog, "id">;

const comment =
  (change: (text: string) => string) =>
  (worklog: Content): Content => ({ ...worklog, description: change(worklog.description) });

const duration =
  (change: (seconds: number) => number) =>
  (worklog: Content): Content => {
    const timeSpentSeconds = change(worklog.timeSpentSeconds);
    const billableSeconds = worklog.billableSeconds === 0 ? 0 : timeSpentSeconds;
    return { ...worklog, timeSpentSeconds, billableSeconds };
  };

const KEYS: Record<number, string> = { 10123: "PROJ-123", 10007: "PROJ-7", 10004: "PROJ-4", 10050: "NEW-50" };

/** Changes that an instance of Tempo may make to a worklog when it stores it. */
export const STORED_CHANGES = {
  nothing: (worklog: Content) => worklog,
  "fills in an empty comment": (worklog: Content) => ({
    ...worklog,
    description: worklog.description || `Working on issue ${KEYS[worklog.issueId]}`,
  }),
  "sets billable time to 0": (worklog: Content) => ({ ...worklog, billableSeconds: 0 }),
  "rounds up to 15 minutes": duration((seconds) => Math.ceil(seconds / 900) * 900),
  "cuts to whole minutes": duration((seconds) => Math.max(60, Math.floor(seconds / 60) * 60)),
  "escapes the comment as HTML": comment((text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ),
  "strips tags": comment((text) => text.replaceAll(/<[^<>]*>/g, "")),
  "decomposes Unicode": comment((text) => text.normalize("NFD")),
  "replaces emoji": comment((text) => text.replaceAll(/\p{Extended_Pictographic}/gu, "?")),
  "collapses whitespace": comment((text) => text.replaceAll(/[^\S\n]+/g, " ")),
  "puts the comment on one line": comment((text) => text.replaceAll(/\s*\n\s*/g, " ")),
  "cuts the comment at 20 characters": comment((text) => text.slice(0, 20)),
  "drops the comment": comment(() => ""),
  "straightens quotation marks": comment((text) =>
    text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u201c\u201d]/g, '"'),
  ),
} as const satisfies Record<string, (worklog: Content) => Content>;

export type StoredChange = keyof typeof STORED_CHANGES;
