import { runInNewContext } from "node:vm";
import { buildCheck } from "../../../scripts/build/build-check.ts";
import { getSchedule } from "../../../src/tools/get-schedule.ts";
import { coreTools } from "../../../src/tools/index.ts";
import { postWorklog } from "../../../src/tools/post-worklog.ts";
import { defineTool, TOOL_SETS } from "../../../src/tools/tool.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { asking, calling, type Entry, invalidInput, posting } from "./entry.ts";

/** A tool rejects its arguments. */
const refused = (cause: string, tool: string, args: Record<string, unknown>, problem: string): Entry => ({
  cause,
  meet: calling(tool, args, { toolSets: TOOL_SETS }),
  code: "invalid_input",
  text: `Invalid input for ${tool}: ${problem}. Nothing was sent to Tempo; correct the arguments and call again.`,
});

/** A prompt rejects one of its arguments. */
const refusedPrompt = (
  cause: string,
  name: string,
  args: Record<string, string>,
  problem: string,
): Entry => ({
  cause,
  meet: asking((client) => client.getPrompt({ name, arguments: args }), { toolSets: TOOL_SETS }),
  code: "invalid_input",
  text: `Invalid input for the prompt ${name}: ${problem}. Correct it and request the prompt again.`,
});
const SUMMARY = "worklog_summary";

/** Errors about the arguments of a tool, a prompt or a resource, and internal errors. */
export const ARGUMENTS: Entry[] = [
  refused(
    "an argument is missing",
    "get_schedule",
    {},
    "`startDate` is required; today is 2026-01-15 on this machine",
  ),
  refused(
    "an argument is misspelt",
    "post_worklog",
    { ...POST, isBillable: false },
    "unknown argument `isBillable` (did you mean `billable`?); expected one of `issueKey`, `hours`, `startDate`, `endDate`, `billable`, `description`, `startTime`, `attributes`",
  ),
  invalidInput(
    "an argument's set is off",
    calling("post_worklog", { ...POST, startTime: "09:00" }),
    "Invalid input for post_worklog: `startTime` is an argument of the tool set details, which is off: leave it out and tell the user, or add " +
      "details to TEMPO_TOOLSETS and restart the server. Nothing was sent to Tempo; correct the arguments and call again.",
  ),
  invalidInput(
    "a plan has more worklogs than a call may post",
    calling(
      "fill_days",
      {
        startDate: "2025-01-01",
        endDate: "2025-12-31",
        rows: [{ issueKey: "PROJ-4", hours: 1 }, { issueKey: "PROJ-123" }],
      },
      { toolSets: TOOL_SETS },
    ),
    "The plan has 522 worklogs; one call posts at most 500. Nothing was sent; split the range.",
  ),
  {
    cause: "an entry of a batch breaks a rule",
    meet: posting([entry(), entry("2026-01-05", { hours: 25 })]),
    text: "Not sent: `hours` must be at most 24, not 25",
  },
  invalidInput(
    "a range has no working day",
    calling("post_worklog", { ...POST, startDate: "2026-01-10", endDate: "2026-01-11" }),
    "Your schedule has no working day from 2026-01-10 to 2026-01-11, so nothing was sent. To log time on a day off, give " +
      "that day alone, without an end date.",
  ),
  invalidInput(
    "a range has too many working days to post on",
    calling("post_worklog", { ...POST, startDate: "2024-01-01", endDate: "2026-01-01" }),
    "The range has 524 working days; one call posts at most 500. Nothing was sent; split the range.",
  ),
  refusedPrompt(
    "a prompt's arguments are missing and misspelt",
    SUMMARY,
    { username: "Ada", moth: "2026-01" },
    "`month` is required; unknown argument `moth` (did you mean `month`?); expected one of `username`, `month`, `includeAnalysis`",
  ),
  invalidInput(
    "a tool's set is off",
    asking((client) => client.callTool({ name: "fill_days", arguments: {} })),
    "fill_days is off. To switch it on, add its set, fill, to TEMPO_TOOLSETS and restart the server.",
  ),
  invalidInput(
    "a tool writes, and the server may only read",
    asking((client) => client.callTool({ name: "post_worklog", arguments: POST }), { readOnly: true }),
    "post_worklog is off: TEMPO_READ_ONLY, or the header Tempofiller-Read-Only, allows only what reads.",
  ),
  invalidInput(
    "the operator of a server for a team leaves out the tools of leads",
    asking((client) => client.callTool({ name: "get_team_totals", arguments: {} }), {
      toolSets: ["team"],
      tools: coreTools,
    }),
    "get_team_totals is off: TEMPOFILLER_TEAM_TOOLS leaves it out.",
  ),
  invalidInput(
    "a resource's URI has an invalid month",
    asking((client) => client.readResource({ uri: "tempo://schedule/2026-13/summary" })),
    "Invalid resource URI: `month` must be a calendar month, written YYYY-MM. Nothing was sent to Tempo; correct the " +
      "URI and read it again.",
  ),
  {
    cause: "a reply breaks the contract after hours were stored",
    meet: calling("post_worklog", POST, {
      tools: [
        defineTool({
          ...postWorklog,
          handle: async (...call) => ({
            ...(await postWorklog.handle(...call)),
            success: "yes" as never,
          }),
        }),
      ],
    }),
    code: "contract_violation",
    text:
      "post_worklog failed: the reply does not match the contract. This is a bug; please report it with the " +
      "lines on stderr. The hours are stored in Tempo as worklog 1290000: do not post them again.",
  },
  {
    cause: "an internal error",
    meet: calling(
      "get_schedule",
      { startDate: "2026-01-05" },
      {
        tools: [defineTool({ ...getSchedule, handle: () => Promise.reject<never>(new TypeError("ours")) })],
      },
    ),
    code: "internal",
    text: "get_schedule failed: internal error. This is a bug; please report it with the lines on stderr.",
  },
  {
    cause: "a file of the program that an update has replaced while it runs",
    meet: calling(
      "get_schedule",
      { startDate: "2026-01-05" },
      { tools: [defineTool({ ...getSchedule, handle: () => Promise.reject<never>(ofAnotherBuild()) })] },
    ),
    code: "internal",
    text:
      "get_schedule failed: TempoFiller's files have been replaced since it started, for example by an update. Restart the host, or the " +
      "server, and send the same call again.",
  },
];

/** The error of loading a file of another build. */
function ofAnotherBuild(): unknown {
  try {
    runInNewContext(buildCheck("another", { isEntry: false }), { globalThis: {}, Error });
  } catch (error) {
    return error;
  }
  return undefined;
}
