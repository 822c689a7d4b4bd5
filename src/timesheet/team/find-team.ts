import { listed } from "../../text/lengths.ts";
import type { CallContext } from "../call-context.ts";
import { ForbiddenError, NotFoundError } from "../errors.ts";
import type { Team } from "../port.ts";
import { compareText } from "../totals.ts";

/** The most teams that a sentence names. */
const MAX_NAMED = 10;

/** The teams that the user may see, by name. @throws ForbiddenError if there is none */
export async function readTeams(context: CallContext): Promise<Team[]> {
  const teams = await context.timesheet.teams.list(context);
  if (teams.length === 0) {
    throw new ForbiddenError(
      "Tempo shows you no team, so nothing more was read. Ask the lead of the team or a Tempo administrator for the permission to view it.",
    );
  }
  return teams.sort((a, b) => compareText(a.name, b.name) || Number(a.id) - Number(b.id));
}

/** The team with a name, in any case, or with an id. @throws NotFoundError if none has it, or several have */
export async function findTeam(nameOrId: string, context: CallContext): Promise<Team> {
  const teams = await readTeams(context);
  const wanted = nameOrId.trim().toLowerCase();
  const named = teams.filter(({ name }) => name.trim().toLowerCase() === wanted);
  const [team, ...others] = named.length > 0 ? named : teams.filter(({ id }) => id === wanted);
  if (team && others.length === 0) return team;
  if (team) {
    const ids = named.map(({ id }) => id);
    throw new NotFoundError(
      `${ids.length} teams have the name ${JSON.stringify(team.name)}, so nothing more was read. Call again with the id of one: ` +
        `${listed(ids, MAX_NAMED)}.`,
    );
  }
  const names = teams.map(({ name }) => JSON.stringify(name));
  throw new NotFoundError(
    `Tempo shows you no team ${JSON.stringify(nameOrId)}, so nothing more was read. Take one of these: ${listed(names, MAX_NAMED)}.`,
  );
}
