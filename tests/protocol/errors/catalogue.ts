import { APPROVAL_ERRORS } from "./approvals.ts";
import { ARGUMENTS } from "./arguments.ts";
import { COMMAND_LINE } from "./command-line.ts";
import { DRAFTS } from "./drafts.ts";
import { EDITING } from "./editing.ts";
import { EVIDENCE } from "./evidence.ts";
import { HOSTS } from "./hosts.ts";
import { IMPORT } from "./import.ts";
import { POSTING } from "./posting.ts";
import { PROBE } from "./probe.ts";
import { SETTINGS } from "./settings.ts";
import { SETUP } from "./setup.ts";
import { SETUP_TEAM } from "./setup-team.ts";
import { TEAM_SERVER } from "./team-server.ts";
import { TEAM_ERRORS } from "./teams.ts";
import { UPSTREAM } from "./upstream.ts";

/** Every error that a person can meet, by what it is about: its cause, and its sentences with the next step. */
export const CATALOGUE = {
  SETTINGS,
  HOSTS,
  ARGUMENTS,
  UPSTREAM,
  POSTING,
  EDITING,
  DRAFTS,
  APPROVAL_ERRORS,
  TEAM_ERRORS,
  COMMAND_LINE,
  IMPORT,
  EVIDENCE,
  PROBE,
  SETUP,
  SETUP_TEAM,
  TEAM_SERVER,
};
