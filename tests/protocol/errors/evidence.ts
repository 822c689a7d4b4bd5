import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mapTitles } from "../../../src/cli/map/map.ts";
import { readSettings } from "../../../src/config/settings.ts";
import { calendarSource } from "../../../src/evidence/calendar/calendar-source.ts";
import { gitSource } from "../../../src/evidence/git/git-source.ts";
import { gitRunner } from "../../../src/evidence/git/run-git.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { createEvidence } from "../../../src/runtime/evidence.ts";
import { callContext } from "../../../src/server/context.ts";
import { acquireLease } from "../../../src/state/lease-file.ts";
import { changeRules, readRules } from "../../../src/state/rules-file.ts";
import type { EvidenceSource } from "../../../src/timesheet/draft/evidence.ts";
import { runLine } from "../../helpers/commands.ts";
import { testContext } from "../../helpers/server-context.ts";
import { CLOUD } from "../../helpers/settings.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { contextAt, home, linesOf, readSessions } from "../../unit/evidence/sessions/sessions.ts";
import { type Entry, embeddedTempo, failing, type Met } from "./entry.ts";

/** Runs `tempofiller map`; its rules are in a file that does not exist. */
const mapping = (...words: string[]) =>
  failing(() =>
    runLine(["map", ...words], {
      settings: () => readSettings({ ...CLOUD, TEMPO_CONFIG_FILE: "/no/such/folder/settings.env" }),
      print: () => {},
    }),
  );

/** Uses a rules file of this content; only the folder varies. */
const using =
  (content: string | Uint8Array, use: (path: string) => unknown = readRules) =>
  (): Promise<Met> =>
    inNewFolder((path) => {
      writeFileSync(path, content);
      return use(path);
    })();

const SCOPE = { clock: systemClock, deadline: Number.POSITIVE_INFINITY };

const DAILY = { pattern: "Daily", issueKey: "PROJ-4" };

/** Takes an action on a rules file that a new folder does not have yet; only the folder and the code of the system vary. */
const inNewFolder = (act: (path: string) => unknown) => async (): Promise<Met> => {
  const folder = temporaryFolder();
  const { text, ...others } = await failing(() => act(join(folder, "settings.rules.json")))();
  const shown = text.replaceAll(folder, "<folder>").replaceAll("\\", "/");
  return { text: shown.replace(/\(E[A-Z]+\)/, "(<code>)"), ...others };
};

const unusable = (why: string) =>
  `The rules file <folder>/settings.rules.json ${why}, so it is not used and stays as it is. Correct it, or move it away.`;

const RULES_OFF =
  "TEMPO_CONFIG_FILE is off, so there is no file beside it to keep rules in. Set it to a file, or remove it.";

/** A source is read in a call that is cancelled. */
const reading = (source: EvidenceSource) =>
  failing(() => {
    const clock = virtualClock();
    const signal = AbortSignal.abort();
    const server = testContext(embeddedTempo(clock), clock);
    const context = { ...callContext(server, embeddedTempo(clock), { signal, name: "test" }) };
    const range = { startDate: "2026-01-05", endDate: "2026-01-09" };
    return source.read(range, { zone: "UTC", emails: [], dates: range, context });
  });

const INTO_NOWHERE: Entry = {
  cause: "the rules file is a link into a folder that does not exist",
  meet: inNewFolder((path) => {
    symlinkSync(join(dirname(path), "drive", "rules.json"), path);
    return changeRules(path, () => [DAILY], SCOPE);
  }),
  code: "invalid_settings",
  text:
    "The rules file <folder>/settings.rules.json is a link to <folder>/drive/rules.json, whose folder does not exist, so no rule was " +
    "kept. Create that folder, or remove the link.",
};

/** Errors of evidence and of the rules for it. */
export const EVIDENCE: Entry[] = [
  {
    cause: "a call is cancelled while calendars are read",
    meet: reading(calendarSource({ calendars: [fileURLToPath(import.meta.url)], fetch })),
    code: "cancelled",
    text: "Cancelled while reading calendars. Nothing was changed. Send the same call again if it is still wanted.",
  },
  {
    cause: "a call is cancelled while repositories are read",
    meet: reading(
      gitSource({
        folders: [dirname(fileURLToPath(import.meta.url))],
        emails: [],
        run: gitRunner({}, () => "/git"),
      }),
    ),
    code: "cancelled",
    text: "Cancelled while reading repositories. Nothing was changed. Send the same call again if it is still wanted.",
  },
  {
    cause: "map is given a pattern alone",
    meet: mapping("Daily*"),
    code: "invalid_input",
    text: 'map needs the key of an issue too, as in tempofiller map "Daily*" PROJ-4. See tempofiller help map.',
  },
  {
    cause: "map is given the key first",
    meet: mapping("PROJ-4", "Daily*"),
    code: "invalid_input",
    text:
      "'Daily*' is not the key of an issue, such as PROJ-4. The pattern comes first, in quotes, then the key. See tempofiller " +
      "help map.",
  },
  {
    cause: "map is given a pattern without text",
    meet: mapping(" ", "PROJ-4"),
    code: "invalid_input",
    text: "A pattern has from 1 to 255 characters. See tempofiller help map.",
  },
  {
    cause: "map lists rules for a pattern",
    meet: mapping("--list", "Daily*"),
    code: "invalid_input",
    text: "--list takes no pattern and no --remove. See tempofiller help map.",
  },
  {
    cause: "map removes nothing",
    meet: mapping("--remove"),
    code: "invalid_input",
    text: "--remove needs the pattern of a rule; map --list shows them. See tempofiller help map.",
  },
  {
    cause: "map removes a rule for one issue",
    meet: mapping("--remove", "Daily*", "PROJ-4"),
    code: "invalid_input",
    text: "--remove takes a pattern and no key. See tempofiller help map.",
  },
  {
    cause: "map removes a rule that there is not",
    meet: mapping("--remove", "Daily"),
    code: "not_found",
    text: "There is no rule for 'Daily'. tempofiller map --list shows the patterns; write it as it is there.",
  },
  {
    cause: "rules have no file",
    meet: failing(() =>
      mapTitles({
        rulesFile: undefined,
        pattern: undefined,
        issueKey: undefined,
        list: true,
        remove: false,
        json: false,
        clock: systemClock,
        print: () => {},
      }),
    ),
    code: "invalid_settings",
    text: RULES_OFF,
  },
  {
    cause: "a server for a team is to keep a rule",
    meet: failing(() =>
      createEvidence(readSettings(CLOUD), { sandbox: undefined, isShared: true }).remember(
        [{ pattern: "Daily", issueKey: "PROJ-4" }],
        SCOPE,
      ),
    ),
    code: "invalid_settings",
    text: "The server keeps no rules of its users. Name the issue of this evidence in each draft instead.",
  },
  {
    cause: "the rules file is in another encoding",
    meet: using(Buffer.from("{}f\xfcr", "latin1")),
    code: "invalid_settings",
    text: unusable("is not text in UTF-8"),
  },
  {
    cause: "the rules file is not JSON",
    meet: using("Daily* PROJ-4"),
    code: "invalid_settings",
    text: unusable("is not JSON"),
  },
  {
    cause: "a key that looks like none is to be kept",
    meet: using('{"version":1,"rules":[]}', (path) =>
      changeRules(path, () => [{ pattern: "Daily", issueKey: "PROJ" }], SCOPE),
    ),
    code: "invalid_settings",
    text: 'No rule was kept: "Daily" for "PROJ" is not a pattern with text for the key of an issue, such as PROJ-123.',
  },
  {
    cause: "there are too many rules",
    meet: using('{"version":1,"rules":[]}', (path) =>
      changeRules(path, () => Array(5000).fill({ pattern: "x".repeat(255), issueKey: "PROJ-4" }), SCOPE),
    ),
    code: "invalid_settings",
    text: "The rules file <folder>/settings.rules.json would be larger than 1 MB, so it was left as it is. Remove rules that you need no longer.",
  },
  {
    cause: "the folder of the rules file cannot be made",
    meet: using("", (path) =>
      changeRules(
        join(path, "tempofiller", "settings.rules.json"),
        () => [{ pattern: "Daily", issueKey: "PROJ-4" }],
        SCOPE,
      ),
    ),
    code: "invalid_settings",
    text:
      "The rules file <folder>/settings.rules.json/tempofiller/settings.rules.json cannot be read (<code>), so it is not used and " +
      "stays as it is. Correct it, or move it away.",
  },
  {
    cause: "the rules file cannot be written",
    meet: inNewFolder((path) =>
      changeRules(
        path,
        () => {
          // A folder takes the name between the second look and the writing.
          if (existsSync(join(dirname(path), ".settings.rules.json.lease.1"))) mkdirSync(path);
          return [DAILY];
        },
        SCOPE,
      ),
    ),
    code: "invalid_settings",
    text: "The rules file <folder>/settings.rules.json cannot be written (<code>), so it was left as it is. Make it and its folder writable.",
  },
  {
    cause: "another process changes the rules",
    meet: inNewFolder(async (path) => {
      const [clock, { signal }] = [virtualClock(), new AbortController()];
      const scope = { clock, deadline: Number.POSITIVE_INFINITY };
      const other = await acquireLease(dirname(path), ".settings.rules.json", { ...scope, signal }, clock);
      try {
        await changeRules(path, () => [DAILY], scope);
      } finally {
        await other?.release();
      }
    }),
    code: "invalid_settings",
    text: "The rules file <folder>/settings.rules.json stays as it is, since another process is changing it. Try again in half a minute.",
  },
  ...(process.platform === "win32" ? [] : [INTO_NOWHERE]),
  {
    cause: "a draft is cancelled while sessions are read",
    meet: failing(() => {
      const { write, folders } = home();
      write(".claude/projects/a/b.jsonl", linesOf([]));
      const context = contextAt("2026-02-01T00:00:00Z", { signal: AbortSignal.abort() });
      return readSessions(folders, { context });
    }),
    code: "cancelled",
    text:
      "Cancelled while reading the sessions of coding assistants. Nothing was changed. Send the same call again if it is still " +
      "wanted.",
  },
];
