import { areTooLarge, type MeasuredDefinitions } from "./definitions.ts";
import type { MeasuredCall, MeasuredSession, Sizes } from "./measure.ts";
import type { Size } from "./size.ts";
import { isTooLarge, isWholeTooLarge, shareOf, wholeOf } from "./target.ts";

type Row = Pick<MeasuredCall, "json" | "markdown">;
type Judge = (row: Row, unit: keyof Size) => boolean;

/** The sizes as docs/reply-sizes.md shows them: a row for each reply, with what is too large in bold, and what a session costs. */
export function renderSizes({ calls, session, jobs }: Sizes): string {
  return [
    "| reply | tokens | in 1.1.3 | share | characters | in 1.1.3 | share |",
    "|---|---:|---:|---:|---:|---:|---:|",
    ...calls.map((call) => renderRow(call.name, call, isTooLarge)),
    renderRow("all of them", wholeOf(calls), isWholeTooLarge),
    "",
    "Once a session, before any call, a model reads of each tool the name, the description and the arguments:",
    "",
    "| tools | tokens | characters | most tokens |",
    "|---|---:|---:|---:|",
    ...session.definitions.map(renderDefinitions),
    "",
    ...describeSession(session),
    "",
    "What people ask for, with a tool of a set and with the tools that are always offered; tokens of all arguments and replies:",
    "",
    "| request | tool | tokens | without it | share |",
    "|---|---|---:|---:|---:|",
    ...jobs.map(
      (job) =>
        `| ${job.request} | \`${job.tool}\` | ${grouped(job.with)} | ${grouped(job.without)} | ${Math.round((job.with / job.without) * 100)} % |`,
    ),
  ].join("\n");
}

function describeSession({ toolsList, outputSchemas, instructions }: MeasuredSession): string[] {
  return [
    `A client reads more, \`tools/list\`: ${describe(toolsList)}.`,
    `The schemas of the replies are ${describe(outputSchemas)} of it.`,
    `Server instructions: ${instructions.chars > 0 ? describe(instructions) : "none"}.`,
  ];
}

function renderDefinitions(definitions: MeasuredDefinitions): string {
  const { tools, size, limit } = definitions;
  const tokens = areTooLarge(definitions) ? `**${grouped(size.tokens)}**` : grouped(size.tokens);
  return `| ${tools} | ${tokens} | ${grouped(size.chars)} | ${limit === undefined ? "" : grouped(limit)} |`;
}

function renderRow(name: string, row: Row, isOver: Judge): string {
  const cells = (["tokens", "chars"] as const).flatMap((unit) => {
    const share = `${Math.round(shareOf(row, unit) * 100)} %`;
    return [grouped(row.json[unit]), grouped(row.markdown[unit]), isOver(row, unit) ? `**${share}**` : share];
  });
  return `| ${[name, ...cells].join(" | ")} |`;
}

function describe({ chars, tokens }: Size): string {
  return `${grouped(tokens)} tokens (${grouped(chars)} characters)`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
