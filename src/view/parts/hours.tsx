import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type {
  GetWorklogsResponse,
  IssueAggregate,
  TotalsGroup,
  TotalsPart,
} from "../../generated/responses.ts";
import { sum } from "../../timesheet/day-balance.ts";
import { count, type Format, joined, percent } from "../format.ts";
import { useEnv } from "../hooks.ts";
import { type Day, type MarkOf, secondsByIssue } from "../model/days.ts";
import type { TotalsFace } from "../model/face.ts";
import { worklogCount } from "../words.ts";
import { Bar, Head, IssueName, Toggle } from "./controls.tsx";

interface HoursProps {
  caption: string;
  /** The name of what has the hours. */
  column: string;
  total: number;
  rows: readonly {
    name: ComponentChildren;
    hours: number;
    entryCount: number;
    /** The class of its colour and pattern. */
    mark?: string;
    details?: string[];
    /** Whether it is a part of the row above that is not. */
    isWithin?: boolean;
  }[];
}

/** Hours as bars, each as a share of all. */
function Hours({ caption, column, total, rows }: HoursProps) {
  const { format } = useEnv();
  return (
    <table class="issues">
      <caption>
        {caption}, of {format.number(total)} h
      </caption>
      <Head columns={[column, "Hours"]} isHidden />
      <tbody>
        {rows.map(({ name, hours, entryCount, mark, details = [], isWithin }, index) => {
          const share = total > 0 ? hours / total : 0;
          return (
            <tr key={index} class={isWithin ? "within" : ""}>
              <th scope="row">{name}</th>
              <td>
                <Bar parts={[{ share, mark }]} />
                <span class="number">{format.number(hours)} h</span>{" "}
                <span class="quiet">
                  {[percent(share), `in ${worklogCount(entryCount)}`, ...details].join(", ")}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const SHOWN = 8;

interface IssueBarsProps {
  worklogs: Pick<GetWorklogsResponse, "byIssue" | "summary">;
  markOf: MarkOf;
}

/** The hours of each issue, most first: the key to the colours of the days. */
export function IssueBars({ worklogs: { byIssue, summary }, markOf }: IssueBarsProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <Hours
        caption="Hours by issue"
        column="Issue"
        total={summary.totalHours}
        rows={byIssue
          .slice(0, isWhole ? undefined : SHOWN)
          .map(({ issueKey, issueSummary, totalHours, entryCount }) => ({
            name: <IssueName issueKey={issueKey} summary={issueSummary} mark={markOf(issueKey)} />,
            hours: totalHours,
            entryCount,
            mark: markOf(issueKey),
          }))}
      />
      {byIssue.length > SHOWN && (
        <Toggle isOpen={isWhole} set={setWhole}>
          {isWhole ? "Show fewer" : `Show all ${byIssue.length} issues`}
        </Toggle>
      )}
    </>
  );
}

/** The hours of each group, and of those within it. */
export function Totals({ face: { reply, groupedBy } }: { face: TotalsFace }) {
  const { format } = useEnv();
  const { groups, summary } = reply;
  const { totalHours } = summary;
  const [kind, innerKind] = groupedBy;
  const row = (group: TotalsPart, of: string | undefined, isWithin = false) => ({
    ...group,
    name: <GroupName group={group} kind={of} />,
    details: billableOf(group.hours, group.billableHours, format),
    isWithin,
  });
  return (
    <section>
      <h1>
        {format.number(totalHours)} h{"team" in reply && ` of ${reply.team.name}`}, {format.range(reply)}
      </h1>
      <p class="facts">
        {joined(" · ", [
          worklogCount(summary.totalEntries),
          ...billableOf(totalHours, summary.billableHours, format),
          "requiredHours" in summary &&
            summary.requiredHours !== undefined &&
            `${format.number(summary.requiredHours)} h required`,
          "members" in summary && count(summary.members, "member"),
        ])}
      </p>
      {"leftOut" in reply && reply.leftOut && (
        <p class="quiet">
          Not counted, since only one or two members logged hours:{" "}
          {reply.leftOut.map((month) => format.month(`${month}-01`)).join(", ")}.
        </p>
      )}
      {"incomplete" in reply && (
        <p class="quiet">Tempo does not show all hours of the team: some are missing here.</p>
      )}
      {groups.length > 0 && (
        <Hours
          caption={`Hours by ${kind ?? "group"}${innerKind === undefined ? "" : ` and ${innerKind}`}`}
          column="Group"
          total={totalHours}
          rows={groups.flatMap((group: TotalsGroup) => [
            row(group, kind),
            ...(group.groups ?? []).map((inner) => row(inner, innerKind, true)),
          ])}
        />
      )}
    </section>
  );
}

/** The key, unless there is only a name. */
function GroupName({ group: { key, name }, kind }: { group: TotalsPart; kind: string | undefined }) {
  const { format } = useEnv();
  if (name !== undefined && (key === "" || key === "other")) return <span class="summary">{name}</span>;
  if (kind === "issue") return <IssueName issueKey={key} summary={name} />;
  return (
    <>
      <span class="key">{keyOf(key, kind, format)}</span>
      {name !== undefined && <span class="summary"> {name}</span>}
    </>
  );
}

function keyOf(key: string, kind: string | undefined, format: Format): string {
  if (kind === "month") return format.month(`${key}-01`);
  if (kind === "day") return format.shortDay(key);
  return kind === "week" ? `Week from ${format.shortDay(key)}` : key;
}

/** Names the billable hours, if they are not all. */
function billableOf(hours: number, billableHours: number | undefined, { number }: Format): string[] {
  return billableHours === undefined || billableHours === hours
    ? []
    : [`${number(billableHours)} h billable`];
}

interface IssueGridProps {
  days: readonly Day[];
  issues: readonly IssueAggregate[];
  markOf: MarkOf;
}

/** The hours of a week: issues as rows, days as columns. */
export function IssueGrid({ days, issues, markOf }: IssueGridProps) {
  const { format } = useEnv();
  const columns = days.map((day) => ({ ...day, byIssue: secondsByIssue(day) }));
  const cell = (seconds: number) => (seconds > 0 ? format.hours(seconds) : "");
  const row = (name: ComponentChildren, of: (day: (typeof columns)[number]) => number, isSum: boolean) => (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((day) => (
        <td key={day.date} class={isSum ? "number sum" : "number"}>
          {cell(of(day))}
        </td>
      ))}
      <td class="number sum">{cell(sum(columns, of))}</td>
    </tr>
  );
  return (
    <table class="grid">
      <caption>Hours by issue and day</caption>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          {columns.map(({ date }) => (
            <th key={date} scope="col" class="number" abbr={format.day(date)}>
              {format.weekday(date).short} {Number(date.slice(8))}
            </th>
          ))}
          <th scope="col" class="number">
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {issues.map(({ issueKey, issueSummary }) =>
          row(
            <IssueName issueKey={issueKey} summary={issueSummary} mark={markOf(issueKey)} />,
            ({ byIssue }) => byIssue.get(issueKey) ?? 0,
            false,
          ),
        )}
        {row("Sum", ({ loggedSeconds = 0 }) => loggedSeconds, true)}
      </tbody>
    </table>
  );
}
