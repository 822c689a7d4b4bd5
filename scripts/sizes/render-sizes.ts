import { areTooLarge, type MeasuredDefinitions } from "./definitions.ts";
import type { MeasuredCall, MeasuredSession, Sizes } from "./measure.ts";
import { isTooLarge, isWholeTooLarge, shareOf, wholeOf } from "./target.ts";

type Row = Pick<MeasuredCall, "json" | "markdown">;

/** The sizes as docs/reply-sizes.md shows them: a row for each reply, with what is too large in bold, and what a session costs. */
export function renderSizes({ calls, session, jobs }: Sizes): string {
  const whole = wholeOf(calls);
  return [
    "| reply | tokens | in 1.1.3 | share |",
    "|---|---:|---:|---:|",
    ...calls.map((call) => renderRow(call.name, call, isTooLarge(call))),
    renderRow("all of them", whole, isWholeTooLarge(whole)),
    "",
    "Once a session, before any call, a model reads of each tool the name, the description and the arguments:",
    "",
    "| tools | tokens | most |",
    "|---|---:|---:|",
    ...session.definitions.map(renderDefinitions),
    "",
    describeSession(session),
    "",
    "What people ask for, with a tool of a set and with the five; tokens of all arguments and replies:",
    "",
    "| request | tool | tokens | without it | share |",
    "|---|---|---:|---:|---:|",
    ...jobs.map(
      (job) =>
        `| ${job.request} | \`${job.tool}\` | ${grouped(job.with)} | ${grouped(job.without)} | ${Math.round((job.with / job.without) * 100)} % |`,
    ),
  ].join("\n");
}

function describeSession({ toolsList, outputSchemas, instructions }: MeasuredSession): string {
  return `For the five, \`tools/list\` has ${grouped(toolsList.tokens)} tokens, ${grouped(outputSchemas.tokens)} of them schemas of the replies; the instructions have ${grouped(instructions.tokens)}.`;
}

function renderDefinitions(definitions: MeasuredDefinitions): string {
  const { tools, size, limit } = definitions;
  const tokens = areTooLarge(definitions) ? `**${grouped(size.tokens)}**` : grouped(size.tokens);
  return `| ${tools} | ${tokens} | ${limit === undefined ? "" : grouped(limit)} |`;
}

function renderRow(name: string, row: Row, isOver: boolean): string {
  const share = `${Math.round(shareOf(row) * 100)} %`;
  const cells = [
    name,
    grouped(row.json.tokens),
    grouped(row.markdown.tokens),
    isOver ? `**${share}**` : share,
  ];
  return `| ${cells.join(" | ")} |`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
