import { systemClock } from "../../runtime/clock.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import { defineCommand } from "../command.ts";
import { JSON_OUTPUT } from "../options.ts";

export const command = defineCommand({
  summary: "say to which issue a title of work belongs",
  arguments: { usage: "[PATTERN [KEY]]", max: 2 },
  options: {
    list: { type: "boolean", description: "list the rules, as it does without arguments" },
    remove: { type: "boolean", description: "remove the rule for the pattern" },
    json: JSON_OUTPUT,
  },
  details: [
    'The rules count in draft and import. In a pattern, * stands for any text, and ＊ for an asterisk; case and spaces do not count: tempofiller map "Daily*" PROJ-4. Of ' +
      "several rules that match, the one with the most text counts; one for the same pattern is replaced. The rules are in a file " +
      "beside the settings file. Nothing is sent.",
    'The title of work in a repository is its folder and its branch: tempofiller map "* parser-spike" PROJ-4.',
  ],
  async run({ args: [pattern, issueKey], options: { list, remove, json } }, { settings, print }) {
    const { rulesFile, secrets } = settings();
    const redact = createRedactor(secrets);
    const { mapTitles } = await import("../map/map.ts");
    const printLine = (line: string) => print(`${redact(line)}\n`);
    const clock = systemClock;
    await mapTitles({ rulesFile, pattern, issueKey, list, remove, json, clock, print: printLine });
  },
});
