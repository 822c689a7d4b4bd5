import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../config/env.ts";
import type { Settings } from "../config/settings.ts";
import { noRulesFile } from "../config/user-folders.ts";
import type { Assistant } from "../evidence/sessions/assistants.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { EvidenceAccess, MappingRule } from "../timesheet/draft/draft.ts";
import { type EvidenceSource, ownEmails } from "../timesheet/draft/evidence.ts";
import { withRules } from "../timesheet/draft/titles.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { machineZone } from "../timesheet/zones.ts";
import { findProgram } from "./find-program.ts";

interface EvidenceOptions {
  sandbox: Deployment["kind"] | undefined;
  /** Whether the server is one for a team, whose files and rules are no user's. */
  isShared: boolean;
  /** The environment of this process, of which git gets the part that it needs; none by default, with which git is not found. */
  env?: Environment;
}

/** Lets drafts read what the settings say. Sources are loaded by the first draft. */
export function createEvidence(settings: Settings, options: EvidenceOptions): EvidenceAccess {
  const { draft } = settings;
  let sources: Promise<EvidenceSource[]> | undefined;
  return {
    sources() {
      sources ??= Promise.all(loadersOf(settings, options).map((load) => load()));
      return sources;
    },
    emails: ownEmails([...draft.gitEmails, emailOf(settings)]),
    ...rulesOf(settings, options),
    machineZone: () => (options.isShared ? undefined : machineZone()),
    stepSeconds: draft.stepMinutes * 60,
    hasTitles: draft.titles,
  };
}

/** Loaders of the sources that are on, in the order of SOURCE_NAMES. */
function loadersOf(
  { draft, assistantFolders }: Settings,
  { isShared, env = {} }: EvidenceOptions,
): (() => Promise<EvidenceSource>)[] {
  const { gitFolders, gitEmails, calendars, sessions } = draft;
  const jira = async () => (await import("../evidence/jira.ts")).jiraSource();
  const git = async () => {
    const [{ gitSource }, { gitRunner }] = await Promise.all([
      import("../evidence/git/git-source.ts"),
      import("../evidence/git/run-git.ts"),
    ]);
    const run = gitRunner(env, () => findProgram("git", env));
    return gitSource({ folders: gitFolders, emails: gitEmails, run });
  };
  const calendar = async () => {
    const { calendarSource } = await import("../evidence/calendar/calendar-source.ts");
    return calendarSource({ calendars, fetch });
  };
  const assistants = async () => {
    const { sessionsSource } = await import("../evidence/sessions/sessions-source.ts");
    return sessionsSource({ assistants: sessions, folders: assistantFolders });
  };
  if (isShared) return [jira];
  return [
    jira,
    ...(gitFolders.length > 0 ? [git] : []),
    ...(calendars.length > 0 ? [calendar] : []),
    ...(sessions.length > 0 ? [assistants] : []),
  ];
}

/** The coding assistants that keep transcripts of sessions on this machine, each with their folder. Looks at the folders alone. */
export async function keptSessions({ assistantFolders }: Pick<Settings, "assistantFolders">) {
  const { ASSISTANTS } = await import("../evidence/sessions/assistants.ts");
  const known = (Object.keys(ASSISTANTS) as Assistant[]).map((name) => {
    const { title, folders } = ASSISTANTS[name];
    return { name, title, folder: join(assistantFolders[name], folders[0]) };
  });
  const isThere = await Promise.all(
    known.map(async ({ folder }) => (await stat(folder).catch(() => undefined))?.isDirectory()),
  );
  return known.filter((_, index) => isThere[index]);
}

/** The address of the user's Atlassian account; undefined on Data Center, whose token belongs to no address. */
function emailOf({ deployment }: Settings): string | undefined {
  return !(deployment instanceof SettingsError) && deployment.kind === "cloud"
    ? deployment.jiraEmail
    : undefined;
}

type Rules = Pick<EvidenceAccess, "rules" | "remember">;

function rulesOf({ rulesFile }: Settings, { sandbox, isShared }: EvidenceOptions): Rules {
  if (isShared) {
    return withoutPlace(
      () =>
        new SettingsError(
          "The server keeps no rules of its users. Name the issue of this evidence in each draft instead.",
        ),
    );
  }
  const load = () => import("../state/rules-file.ts");
  // The sandbox ends with the process, and so do the rules that are kept for its issues.
  if (sandbox)
    return rulesInMemory(async () => (rulesFile === undefined ? [] : (await load()).readRules(rulesFile)));
  if (rulesFile === undefined) return withoutPlace(noRulesFile);
  return {
    rules: async () => (await load()).readRules(rulesFile),
    async remember(added, { clock, deadline }) {
      const { changeRules } = await load();
      await changeRules(rulesFile, (rules) => withRules(rules, added), { clock, deadline });
    },
  };
}

/** @param ofUser reads the user's own rules */
function rulesInMemory(ofUser: () => Promise<readonly MappingRule[]>): Rules {
  let kept: MappingRule[] = [];
  return {
    rules: async () => withRules(await ofUser(), kept),
    async remember(added) {
      kept = withRules(kept, added);
    },
  };
}

function withoutPlace(reason: () => SettingsError): Rules {
  return {
    rules: async () => [],
    async remember(rules) {
      if (rules.length > 0) throw reason();
    },
  };
}
