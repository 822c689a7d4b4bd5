import type { TotalsGroup, TotalsPart } from "../../generated/responses.ts";
import type { Env } from "../env.ts";
import { count, type Format, percent } from "../format.ts";
import type { TotalsFace } from "../model/face.ts";
import { worklogCount } from "../words.ts";
import { Bar, Head, IssueName } from "./controls.tsx";

/** The hours of each group, and of those within it, each as a share of all. */
export function Totals({ env, face: { reply, groupedBy } }: { env: Env; face: TotalsFace }) {
  const { format } = env;
  const { groups, summary } = reply;
  const team = "team" in reply ? reply.team.name : undefined;
  const [kind, innerKind] = groupedBy;
  const shareOf = ({ hours }: TotalsPart) => (summary.totalHours > 0 ? hours / summary.totalHours : 0);
  const row = (group: TotalsPart, of: string | undefined, isWithin = false) => (
    <tr key={group.key} class={isWithin ? "within" : ""}>
      <th scope="row">
        <GroupName env={env} group={group} kind={of} />
      </th>
      <td>
        <Bar parts={[{ share: shareOf(group) }]} />
        <span class="number">{format.number(group.hours)} h</span>{" "}
        <span class="quiet">
          {percent(shareOf(group))}, {detailsOf(group, format)}
        </span>
      </td>
    </tr>
  );
  return (
    <section>
      <h1>
        {format.number(summary.totalHours)} h{team !== undefined && ` of ${team}`}, {format.range(reply)}
      </h1>
      <p class="facts">{factsOf(reply, format).join(" · ")}</p>
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
        <table class="issues">
          <caption>
            {captionOf(groupedBy)}, of {format.number(summary.totalHours)} h
          </caption>
          <Head columns={["Group", "Hours"]} isHidden />
          {groups.map((group: TotalsGroup) => (
            <tbody key={group.key}>
              {row(group, kind)}
              {group.groups?.map((inner) => row(inner, innerKind, true))}
            </tbody>
          ))}
        </table>
      )}
    </section>
  );
}

interface Named {
  env: Env;
  group: TotalsPart;
  kind: string | undefined;
}

/** The key, unless there is only a name. */
function GroupName({ env, group: { key, name }, kind }: Named) {
  if (name !== undefined && (key === "" || key === "other")) return <span class="summary">{name}</span>;
  if (kind === "issue") return <IssueName env={env} issueKey={key} summary={name} />;
  return (
    <>
      <span class="key">{keyOf(key, kind, env.format)}</span>
      {name !== undefined && <span class="summary"> {name}</span>}
    </>
  );
}

function keyOf(key: string, kind: string | undefined, format: Format): string {
  if (kind === "month") return format.month(`${key}-01`);
  if (kind === "day") return format.shortDay(key);
  return kind === "week" ? `Week from ${format.shortDay(key)}` : key;
}

function captionOf([kind = "group", inner]: TotalsFace["groupedBy"]): string {
  return `Hours by ${kind}${inner === undefined ? "" : ` and ${inner}`}`;
}

function detailsOf({ hours, billableHours = hours, worklogs }: TotalsPart, format: Format): string {
  const billable = billableHours === hours ? "" : `, ${format.number(billableHours)} h billable`;
  return `in ${worklogCount(worklogs)}${billable}`;
}

function factsOf({ summary }: TotalsFace["reply"], format: Format): string[] {
  const { totalHours, billableHours = totalHours, worklogs } = summary;
  return [
    worklogCount(worklogs),
    ...(billableHours === totalHours ? [] : [`${format.number(billableHours)} h billable`]),
    ...("requiredHours" in summary && summary.requiredHours !== undefined
      ? [`${format.number(summary.requiredHours)} h required`]
      : []),
    ...("members" in summary ? [count(summary.members, "member")] : []),
  ];
}
