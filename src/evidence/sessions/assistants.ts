/** Coding assistants that keep transcripts of their sessions, by the names of the setting. */
export type Assistant = "claude-code" | "codex";

interface Traits {
  title: string;
  /** The folder of the transcripts, in the assistant's own. */
  folder: string;
  /** The depth of the transcripts, in folders. */
  levels: number;
  /** The setting of the assistant that names its own folder. */
  setting: string;
}

export const ASSISTANTS: Record<Assistant, Traits> = {
  "claude-code": { title: "Claude Code", folder: "projects", levels: 1, setting: "CLAUDE_CONFIG_DIR" },
  // They are in folders of year, month and day; earlier versions have all in one.
  codex: { title: "Codex", folder: "sessions", levels: 3, setting: "CODEX_HOME" },
};
