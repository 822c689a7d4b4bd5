/** Words of errors for callers of tools, each with those for users of a shell. */
const WORDS: readonly (readonly [tool: RegExp, command: string])[] = [
  [/\bSend the same call again\b/g, "Run the same command again"],
  [/\b([Aa])n earlier call\b/g, "$1n earlier attempt"],
  [/\bthe call was cancelled\b/g, "the command was cancelled"],
  [/\bcall's time\b/g, "command's time"],
  [/\bone call posts at most\b/g, "one command logs at most"],
  [/`assign`/g, "--assign"],
  [/`leaveOut`/g, "--leave-out"],
  [/^post_worklog(?= failed|: )/, "log"],
  [/^fill_days(?= failed|: )/, "fill"],
  [/, without an end date\.$/, "."],
  // No option of a command gives attributes.
  [/, or give it to entries of their own: .*/, "."],
];

/** An error as commands print it, in the words of a command line. Replies in JSON and `tempofiller call` keep those of tools. */
export function inShell(text: string): string {
  return WORDS.reduce((shown, [tool, command]) => shown.replace(tool, command), text);
}
