import type { Environment } from "../config/env.ts";
import type { Settings } from "../config/settings.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { MappingRule } from "../timesheet/draft/draft.ts";
import type { EvidenceSource } from "../timesheet/draft/evidence.ts";
import type { EvidenceAccess } from "../timesheet/draft/evidence-access.ts";
import { withRules } from "../timesheet/draft/kept-rules.ts";
import { SettingsError } from "../timesheet/errors.ts";

interface EvidenceOptions {
  sandbox: Deployment["kind"] | undefined;
  /** Whether the server is one for a team, whose files and rules are no user's. */
  isShared: boolean;
  /** The environment of this process, of which git gets the part that it needs. */
  env: Environment;
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
    emails: (ofJira) => ownEmails([...draft.gitEmails, emailOf(settings), ofJira]),
    ...rulesOf(settings, options),
    stepSeconds: draft.stepMinutes * 60,
    hasTitles: draft.titles,
  };
}

/** Loaders of the sources that are on, in the order of SOURCE_NAMES. */
function loadersOf(
  { draft, assistantFolders }: Settings,
  { isShared, env }: EvidenceOptions,
): (() => Promise<EvidenceSource>)[] {
  const { gitFolders, gitEmails, calendars, sessions } = draft;
  const jira = async () => (await import("../evidence/jira.ts")).jiraSource();
  if (isShared) return [jira];
  return [
    jira,
    ...(gitFolders.length === 0
      ? []
      : [
          async () => {
            const { gitSource } = await import("../evidence/git/git-source.ts");
            return gitSource({ folders: gitFolders, emails: gitEmails, env });
          },
        ]),
    ...(calendars.length === 0
      ? []
      : [
          async () => {
            const { calendarSource } = await import("../evidence/calendar/calendar-source.ts");
            return calendarSource({ calendars, fetch });
          },
        ]),
    ...(sessions.length === 0
      ? []
      : [
          async () => {
            const { sessionsSource } = await import("../evidence/sessions/sessions-source.ts");
            return sessionsSource({ assistants: sessions, folders: assistantFolders });
          },
        ]),
  ];
}

/** The address of the user's Atlassian account; undefined on Data Center, whose token belongs to no address. */
function emailOf({ deployment }: Settings): string | undefined {
  return !(deployment instanceof SettingsError) && deployment.kind === "cloud"
    ? deployment.jiraEmail
    : undefined;
}

function ownEmails(emails: readonly (string | undefined)[]): string[] {
  const given = emails.map((email) => email?.trim().toLowerCase() ?? "");
  return [...new Set(given.filter((email) => email !== ""))];
}

type Rules = Pick<EvidenceAccess, "rules" | "remember">;

function rulesOf({ rulesFile }: Settings, { sandbox, isShared }: EvidenceOptions): Rules {
  if (isShared) {
    return withoutPlace(
      "The server keeps no rules: its files are no user's. Name the issue of this evidence in each draft.",
    );
  }
  // The sandbox ends with the process, and so do the rules for its issues.
  if (sandbox) return rulesInMemory();
  if (rulesFile === undefined) {
    return withoutPlace(
      "TEMPO_CONFIG_FILE is off, so there is no file beside it to keep rules in. Set it to a file, or remove it.",
    );
  }
  const load = () => import("../state/rules-file.ts");
  return {
    rules: async () => (await load()).readRules(rulesFile),
    async remember(added) {
      const { changeRules } = await load();
      changeRules(rulesFile, (rules) => withRules(rules, added));
    },
  };
}

function rulesInMemory(): Rules {
  let kept: readonly MappingRule[] = [];
  return {
    rules: async () => [...kept],
    async remember(added) {
      kept = withRules(kept, added);
    },
  };
}

function withoutPlace(message: string): Rules {
  return {
    rules: async () => [],
    remember: (rules) =>
      rules.length === 0 ? Promise.resolve() : Promise.reject(new SettingsError(message)),
  };
}
