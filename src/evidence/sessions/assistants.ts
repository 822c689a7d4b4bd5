/** Coding assistants that keep transcripts of their sessions, by the names of the setting. */
export type Assistant = "claude-code" | "codex" | "copilot";

interface Traits {
  title: string;
  /** The folders of the transcripts, in the assistant's own. */
  folders: readonly [string, ...string[]];
  /** The depth of the transcripts, in folders. */
  levels: number;
  /** The setting of the assistant that names its own folder. */
  setting: string;
}

export const ASSISTANTS: Record<Assistant, Traits> = {
  // The agents of a session have transcripts below its own, and those of a workflow have a folder for each run.
  "claude-code": {
    ...{ title: "Claude Code", folders: ["projects"], levels: 5, setting: "CLAUDE_CONFIG_DIR" },
  },
  // They are in folders of year, month and day; earlier versions, and the archive, have all in one.
  codex: { title: "Codex", folders: ["sessions", "archived_sessions"], levels: 3, setting: "CODEX_HOME" },
  // A session has a folder; earlier versions have a file of its name.
  copilot: { title: "Copilot CLI", folders: ["session-state"], levels: 1, setting: "COPILOT_HOME" },
};
