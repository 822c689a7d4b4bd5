import { grantsFor } from "../../team/database/grants.ts";
import type { CommandName } from "../command-table.ts";

/** Paragraphs that the help on a command adds. They are here and not in its table, which every start reads. */
export const DETAILS: Partial<Record<CommandName, readonly string[]>> = {
  serve: [
    "Each person's own tokens come with each request, and none is stored. Off loopback it needs TLS, a public URL and access keys or " +
      "your identity provider: docs/teams.md. It reads its settings from the environment alone: tempofiller help settings lists them.",
  ],
  setup: [
    "Asks for your Jira and its tokens, checks them, and shows each change before it makes any. --yes asks nothing: the " +
      "settings then come from the environment, from stdin (--tokens -) and from the settings file.",
  ],
  month: [
    "Without YYYY-MM, the current month. Each day shows logged/required hours: ! marks missing hours up to today, a dot a " +
      "day off. It only reads.",
  ],
  status: [
    "Without YYYY-MM, the current month; it counts up to today, and only reads. For cron and a shell prompt: --missing prints " +
      "nothing and ends with 0 if no hours are missing.",
  ],
  export: [
    "Without YYYY-MM, the current month. It only reads, and prints to stdout: tempofiller export 2026-11 > november.csv. " +
      "A comment that a spreadsheet would take for a formula gets an apostrophe in front.",
  ],
  call: [
    "The arguments are options of the tool's own (--startDate 2026-01-05), a JSON object (inline, @FILE or - for stdin), or " +
      "both, if no argument is in both. A list such as worklogs is JSON either way.",
    "PowerShell may strip the quotes of inline JSON: use options, '@FILE' in quotes, or - there.",
  ],
  journal: ["Shows what any process on this machine sent. It sends nothing and needs no token."],
  undo: [
    "Shows what Tempo holds now, asks, and deletes it. What was changed since is kept. A request without an outcome is waited for; " +
      "if it stays unknown, nothing is deleted for ten minutes.",
    "Run it again to undo the batch before. Where a command may be repeated, name the batch: tempofiller undo --batch ID --yes " +
      "deletes nothing else.",
  ],
  "access-key": [
    "First the key, for a person or a program of your team; it is shown only now. Then the line for the file that " +
      "TEMPOFILLER_ACCESS_KEYS_FILE names on the server. NAME says in that file whose it is. Nothing is written to disk.",
  ],
  migrate: [
    "Reads TEMPOFILLER_DATABASE_URL or its file, and TEMPOFILLER_DATABASE_CA_FILE, as the server does. The server does the same at " +
      "its start if its user may. If its user is to have fewer rights, run this before each new version, with the URL of a user who " +
      "owns the tables and has CREATE on the database or owns the schema tempofiller. It prints what it did; a second run changes nothing.",
    "The user of the running server then needs no more than what the owner grants once, here to a user tempofiller:",
    ...grantsFor("tempofiller"),
  ],
  sandbox: [
    "For developing a client of Tempo. GET / lists the operations. Ctrl-C ends it, and nothing is kept.",
  ],
  completion: [
    'For bash, add this to ~/.bashrc: eval "$(tempofiller completion bash)". docs/cli.md has the line for each shell.',
  ],
};
