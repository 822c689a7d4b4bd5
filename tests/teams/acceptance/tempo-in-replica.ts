import { createTeamTempo } from "../../helpers/team-tempo.ts";

/**
 * Loaded before a replica: the embedded Tempo of a team takes the place of `fetch`, so that the replica spends no time on
 * requests to Tempo.
 */
const { TEAM_KIND, TEAM_SIZE } = process.env;
const tempo = createTeamTempo(TEAM_KIND === "cloud" ? "cloud" : "datacenter", Number(TEAM_SIZE));

globalThis.fetch = (input, init) => tempo.fetch(new Request(input, init));
