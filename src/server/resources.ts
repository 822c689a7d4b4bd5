import { type McpServer, type ReadResourceResult, ResourceTemplate } from "@modelcontextprotocol/server";
import { textRuleError } from "../contract/input-rules.ts";
import { shownReply } from "../text/show.ts";
import type { CallContext } from "../timesheet/call-context.ts";
import { type DateRange, datesOfMonth } from "../timesheet/dates.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import { completeSchedule, summariseSchedule } from "../timesheet/schedule.ts";
import { readCells } from "../timesheet/totals/read-cells.ts";
import { findRecentIssues } from "../timesheet/totals.ts";
import { summariseWorklogs } from "../timesheet/worklogs.ts";
import type { Completer } from "./completion.ts";
import { callContext, type ServerContext } from "./context.ts";
import { toProtocolError } from "./sdk.ts";

/** Throws a `SettingsError` if no timesheet is configured, so only what needs one opens it. */
type OpenCall = () => Promise<CallContext>;

interface Listed {
  name: string;
  title: string;
  description: string;
}

interface Resource extends Listed {
  uri: string;
  /** Returns a reply, or a text of our own that is sent as it is. */
  read(openCall: OpenCall): Promise<object | string>;
}

/** Its URI contains `{month}`. */
interface MonthlyResource extends Listed {
  uriTemplate: string;
  read(month: string, openCall: OpenCall): Promise<object>;
}

const MIME_TYPE = "application/json";

/** `{startDate, endDate, byIssue}`, its issues in the shape of get_worklogs' reply. */
const recentIssues: Resource = {
  name: "recent-issues",
  uri: "tempo://issues/recent",
  title: "Recent issues",
  description:
    "The issues that the user logged time on in the last 30 days, with hours and number of entries, most hours first. " +
    "Use it to learn the issue keys in use.",
  async read(openCall) {
    return findRecentIssues(await openCall());
  },
};

/** Needs no timesheet, so it can be read before anything is configured. */
const responsesSchema: Resource = {
  name: "responses-schema",
  uri: "tempo://contract/responses.schema.json",
  title: "Contract of the replies",
  description:
    "The JSON Schema of the tools' replies, byte for byte as the package ships it. Programs check replies with it.",
  async read() {
    const { responsesSchemaFile } = await import("../generated/responses-schema-file.ts");
    return responsesSchemaFile;
  },
};

/** `{month, summary}`, the summary as in get_schedule's reply for the month. */
const scheduleSummary: MonthlyResource = {
  name: "schedule-summary",
  uriTemplate: "tempo://schedule/{month}/summary",
  title: "Schedule summary of a month",
  description:
    "Working days and required hours of a month (YYYY-MM), without its days: get_schedule's summary alone.",
  async read(month, openCall) {
    const range = readMonth(month);
    const context = await openCall();
    const days = completeSchedule(range, await context.timesheet.getSchedule(range, context));
    return { month, summary: summariseSchedule(days) };
  },
};

/** `{month, summary}`, the summary as in get_worklogs' reply for the month. No issue is looked up for it. */
const worklogsSummary: MonthlyResource = {
  name: "worklogs-summary",
  uriTemplate: "tempo://worklogs/{month}/summary",
  title: "Worklogs summary of a month",
  description:
    "Hours, entries and issues logged in a month (YYYY-MM), without the worklogs: get_worklogs' summary alone.",
  async read(month, openCall) {
    const range = readMonth(month);
    const context = await openCall();
    const issues = await readCells({ range, distinguish: { issues: true } }, context);
    return { month, summary: summariseWorklogs(issues) };
  },
};

function readMonth(month: string): DateRange {
  const rule = textRuleError("month", month);
  if (rule === undefined) return datesOfMonth(month);
  throw new InvalidInputError(
    `Invalid resource URI: \`month\` ${rule}. Nothing was sent to Tempo; correct the URI and read it again.`,
  );
}

/** The order is that of `resources/list`. */
export const resources: readonly Resource[] = [recentIssues, responsesSchema];

/** The order is that of `resources/templates/list`. */
export const monthlyResources: readonly MonthlyResource[] = [scheduleSummary, worklogsSummary];

export function registerResources(server: McpServer, complete: Completer, context: ServerContext): void {
  const { redact } = context;

  async function reply(
    uri: string,
    read: (openCall: OpenCall) => Promise<string | object>,
    signal: AbortSignal,
  ): Promise<ReadResourceResult> {
    try {
      const found = await read(async () =>
        callContext(context, await context.openTimesheet(), { signal, name: uri }),
      );
      const text = typeof found === "string" ? found : JSON.stringify(shownReply(found, redact));
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    } catch (error) {
      throw toProtocolError(error, uri, context);
    }
  }

  for (const { name, uri, title, description, read } of resources)
    server.registerResource(name, uri, { title, description, mimeType: MIME_TYPE }, ({ href }, { mcpReq }) =>
      reply(href, read, mcpReq.signal),
    );
  for (const { name, uriTemplate, title, description, read } of monthlyResources)
    server.registerResource(
      name,
      new ResourceTemplate(uriTemplate, {
        list: undefined,
        complete: { month: (value) => complete("month", value) },
      }),
      { title, description, mimeType: MIME_TYPE },
      ({ href }, { month }, { mcpReq }) =>
        reply(href, (openCall) => read(String(month), openCall), mcpReq.signal),
    );
}
