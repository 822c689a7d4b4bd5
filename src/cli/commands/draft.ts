import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { PERIOD_WORDS } from "../dates/choices.ts";
import { JSON_OUTPUT, SITE } from "../options.ts";

export const command = defineCommand({
  summary: "draft your timesheet from what you worked on",
  arguments: { usage: "[DATES]", max: 1, choices: PERIOD_WORDS },
  options: {
    ...SITE,
    post: { type: "boolean", description: "log the draft, after asking" },
    assign: {
      type: "string",
      multiple: true,
      usage: "--assign REF=KEY",
      description: "the issue of a piece of evidence, such as c4=DEMO-4; may be repeated",
    },
    "leave-out": {
      type: "string",
      multiple: true,
      usage: "--leave-out REF",
      description: "a piece of evidence that is not to count, such as g2; may be repeated",
    },
    "no-fill": {
      type: "boolean",
      description: "draft the evidence alone; without it, work is stretched up to the required hours",
    },
    json: JSON_OUTPUT,
  },
  details: [
    "Without DATES, today; DATES are such as yesterday, this-week or 2026-11 (tempofiller help dates), each up to today. The evidence " +
      "comes from Jira and from what the settings name: repositories, calendars, coding assistants. Without --post it only reads.",
    "The exit code is 12 if nothing was logged, and some evidence has no issue or a source could not be read.",
  ],
  async run({ args: [period], options }, cli) {
    const { showDraft } = await import("../draft/draft.ts");
    const { post, json, assign = [], "leave-out": leaveOut = [] } = options;
    const { server, shell } = openShell(cli, options, { onlyReads: !post });
    const fill = !options["no-fill"];
    return showDraft({ ...shell, period, assign, leaveOut, fill, post, json }, server);
  },
});
