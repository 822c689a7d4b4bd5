import { worklog } from "../../helpers/seeds.ts";
import { delivery } from "../../helpers/teams.ts";
import { calling, type Entry } from "./entry.ts";

const TEAM = { toolSets: ["team"] } as const;

const ask = (args: object, seed: object, options: object = {}) =>
  calling("get_team_timesheets", { team: "Delivery", ...args }, { ...TEAM, seed, ...options });

const askTotals = (seed: object) =>
  calling(
    "get_team_totals",
    { team: "Delivery", startDate: "2026-01-01", endDate: "2026-01-31" },
    { ...TEAM, seed },
  );

const SUPPORT = { id: 8, name: "Support", members: [] };

/** Errors of the tool set team. */
export const TEAM_ERRORS: Entry[] = [
  {
    cause: "the user may see no team",
    meet: ask({}, {}),
    code: "forbidden",
    text: "Tempo shows you no team, so nothing more was read. Ask the lead of the team or a Tempo administrator for the permission to view it.",
  },
  {
    cause: "the user sees no such team",
    meet: ask({}, { teams: [SUPPORT] }),
    code: "not_found",
    text: 'Tempo shows you no team "Delivery", so nothing more was read. Take one of these: "Support".',
  },
  {
    cause: "two teams have the name",
    meet: ask({ team: "support" }, { teams: [SUPPORT, { ...SUPPORT, id: 9 }] }),
    code: "not_found",
    text: '2 teams have the name "Support", so nothing more was read. Call again with the id of one: 8, 9.',
  },
  {
    cause: "the user may not see the team's timesheets",
    meet: ask({}, { teams: [{ ...delivery().teams[0], hidden: "timesheets" }] }),
    code: "forbidden",
    text:
      'Tempo does not let you see the timesheets of the team "Delivery", so nothing more was read. Ask its lead or a Tempo administrator ' +
      "for the permission to view its worklogs and approvals. The token's owner lacks permission for this in Tempo (HTTP 403). If Tempo " +
      "gives no other reason, the token in TEMPO_API_TOKEN lacks a scope. The scopes of a token cannot be changed: create a new one in " +
      "Tempo, Settings, API integration, with Worklogs (manage), Schemes (view), Teams (view) and Approvals (view), and set " +
      "TEMPO_API_TOKEN to it.",
  },
  {
    cause: "Tempo shows no timesheet of the team",
    meet: ask({}, { teams: [{ ...delivery().teams[0], members: [] }] }),
    code: "forbidden",
    text:
      'Tempo shows you no timesheet of the team "Delivery" in the period with 2026-01-15: nobody is in it then, or you may not see the ' +
      "timesheets of its members. Nothing more was read. Ask for another date, or ask its lead or a Tempo administrator for the permission.",
  },
  {
    cause: "so few members logged hours that totals would show the hours of single members",
    meet: askTotals({ ...delivery(), worklogs: [worklog({ startDate: "2026-01-05" })] }),
    code: "forbidden",
    text:
      'In no calendar month from 2026-01-01 to 2026-01-31 did more than two members of the team "Delivery" log hours, and the totals of ' +
      "so few would show the hours of single members, so none are shown. Ask for other dates. The team's timesheets show the hours of each member " +
      "in a period.",
  },
  {
    cause: "the range is longer than a period",
    meet: ask({ startDate: "2026-01-05", endDate: "2026-02-01" }, delivery()),
    code: "invalid_input",
    text:
      "`endDate`: 2026-02-01 is after the period 2026-01-01 to 2026-01-31, and a call is about one period. Leave it out, and call again " +
      "for the next period.",
  },
  {
    cause: "Data Center lists no such period",
    meet: ask({ startDate: "2026-03-01" }, delivery(), { deployment: "datacenter" }),
    code: "invalid_input",
    text: "Tempo Data Center lists no period with 2026-03-01, since it lists no future ones. Ask for an earlier date.",
  },
  {
    cause: "Data Center answers otherwise than is known",
    meet: ask({}, delivery(), {
      deployment: "datacenter",
      upstream: () => async (request: Request) =>
        Response.json(request.url.includes("/tempo-teams/") ? {} : [], { status: 200 }),
    }),
    code: "unexpected_response",
    text:
      "How Tempo Data Center answers about teams is inferred, not recorded, and this one answers otherwise. Tempo's response is invalid: " +
      "its teams are missing. A proxy or login page may be intercepting it; check TEMPO_BASE_URL. If the address is right, teams cannot be " +
      "read on this Tempo; report its version and this sentence to TempoFiller.",
  },
];
