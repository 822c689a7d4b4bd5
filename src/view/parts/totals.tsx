import type { TotalsGroup, TotalsPart } from "../../generated/responses.ts";
import type { Env } from "../env.ts";
import { count, type Format } from "../format.ts";
import type { TotalsFace } from "../model/face.ts";
import { worklogCount } from "../words.ts";
import { Bar } from "./calendar.tsx";

/** The hours of each group, and of those within it, each beside the largest. */
export function Totals({ env: { format }, face: { reply, groupedBy } }: { env: Env; face: TotalsFace }) {
  const { groups, summary } = reply;
  const team = "team" in reply ? reply.team.name : undefined;
  const [kind, innerKind] = groupedBy;
  const most = Math.max(0, ...groups.map(({ hours }) => hours));
  const row = (group: TotalsPart, of: string | undefined, isWithin = false) => (
    <tr key={group.key} class={isWithin ? "within" : ""}>
      <th scope="row">
        <GroupName group={group} kind={of} format={format} />
      </th>
      <td>
        <Bar share={most > 0 ? group.hours / most : 0} />
        <span class="number">{format.number(group.hours)} h</span>{" "}
        <span class="quiet">{detailsOf(group, format)}</span>
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
          <caption>{captionOf(groupedBy)}</caption>
          <thead class="hidden">
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Hours</th>
            </tr>
          </thead>
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
  group: TotalsPart;
  kind: string | undefined;
  format: Format;
}

/** The key, unless there is only a name. */
function GroupName({ group: { key, name }, kind, format }: Named) {
  if (name !== undefined && (key === "" || key === "other")) return <span class="summary">{name}</span>;
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
