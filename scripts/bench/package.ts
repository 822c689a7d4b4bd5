import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../lib/npm.ts";
import type { Section } from "./section.ts";

/** Size of the package on disk, in bytes. */
const UNPACKED_LIMIT = 4_400_000;

/** Size of the view in bytes; the HTML of views in other servers is 370,000. */
const VIEW_LIMIT = 91_000;

/** The table shows smaller files as one row. */
const SHOWN_BYTES = 2000;

/** Why each file of `dist/` is there. */
const REASONS: Record<string, string> = {
  "main.cjs": "the start: the command line, the settings, MCP by the SDK, the tools, prompts and resources",
  "tempofiller.cjs": "the entry, which has Node keep what it compiles",
  "code-cache.cjs": "the same for Node before 22.8",
  "cache-folder.cjs": "where that is kept, and whether another user may have written it",
  "network-errors.cjs": "errors of the network: shared by the first call, doctor and setup",
  "open-timesheet.cjs": "Tempo and Jira: with the first call",
  "post-worklogs.cjs": "posting: with the first call of a tool that logs time, and of those below",
  "entries.cjs": "`post_worklog` and `bulk_post_worklogs`",
  "fill-days.cjs": "`fill_days`",
  "draft-timesheet.cjs": "`draft_timesheet`, `post_draft` and `tempofiller draft`: the rules of drafts",
  "draft-reply.cjs": "their replies",
  "wrapped.cjs": "texts in lines: shared by help and doctor",
  "draft.cjs": "`tempofiller draft`",
  "comment.cjs": "the check of a comment: shared by `tempofiller log` and `tempofiller fill`",
  "confirm.cjs": "the question of draft and undo on a terminal",
  "evidence.cjs": "words of evidence: shared by drafts and their sources",
  "short-text.cjs": "texts of evidence on one line: shared by the sources of drafts",
  "zone-offset.cjs": "clocks of a time zone: shared by drafts and calendars",
  "jira.cjs": "the source Jira of drafts",
  "git-source.cjs": "the source git of drafts",
  "calendar-source.cjs": "the source calendars of drafts, with a reader of iCalendar",
  "within-time.cjs": "the time that a source may take: shared by calendars and git",
  "sessions-source.cjs": "the source coding assistants of drafts",
  "map.cjs": "`tempofiller map`",
  "rules-file.cjs": "the file of its rules: shared with drafts",
  "ledger.cjs": "the ledger: shared by those that write, journal and undo",
  "perform.cjs": "the one life of requests that write: shared by those",
  "numbers.cjs": "numbers of leases and intents: shared by files and database",
  "journal-file.cjs":
    "the file of a journal, and who may write: shared by those that write, journal and undo",
  "locks.cjs": "timesheets that lock dates: shared by those that write",
  "update-worklog.cjs": "`update_worklog`",
  "delete-worklogs.cjs": "`delete_worklogs`",
  "submit-timesheet.cjs": "`submit_timesheet`",
  "recall-timesheet.cjs": "`recall_timesheet`",
  "wait-for-earlier.cjs":
    "the request of these two, which is sent once, and the wait for that of the other: shared by them",
  "search-issues.cjs": "`search_issues`",
  "worklog-errors.cjs": "sentences about worklogs that cannot be changed: shared by those that do",
  "given-attributes.cjs": "work attributes that a call gives: shared by those that take them",
  "totals-reply.cjs": "`get_totals`",
  "read-totals.cjs": "totals by group: shared by `get_totals` and `tempofiller export`",
  "timesheets-reply.cjs": "`get_team_timesheets`",
  "team-totals.cjs": "`get_team_totals`",
  "read-team.cjs": "teams, their members and names: shared by these two",
  "digest.cjs": "digests of plans: shared by fill_days, delete_worklogs and submit_timesheet",
  "not-sent.cjs": "sentences for what was not sent: shared by the first call and those that write",
  "p-limit.cjs": "how many requests run at once: shared by the first call and those that write",
  "commands.cjs":
    "the commands but the server, without their work: with any of them, and for help and completion",
  "forms.cjs": "how dates are written: shared by commands, help and completion",
  "period.cjs": "the dates of a command: shared by those that take some",
  "hours.cjs": "how hours are written: shared by log, fill and help",
  "warnings.cjs": "what a tool warns of: shared by call, log and fill",
  "counted.cjs": "numbers with their nouns: shared by commands",
  "call.cjs": "`tempofiller call`",
  "tool-list.cjs": "`tempofiller call --list`",
  "log-hours.cjs": "`tempofiller log`",
  "fill.cjs": "`tempofiller fill`",
  "show-calendar.cjs": "`tempofiller month` and `tempofiller week`",
  "status.cjs": "`tempofiller status`",
  "export.cjs": "`tempofiller export`, with writers of CSV and of iCalendar",
  "output-file.cjs": "its `-o`",
  "demo.cjs": "`tempofiller demo`, with an MCP client",
  "doctor.cjs": "`tempofiller doctor`",
  "report.cjs": "the form of its findings",
  "probe.cjs": "`tempofiller probe`",
  "write-options.cjs": "its `--write-test`",
  "run-for-shell.cjs": "a tool that a command runs: shared by probe, call, log and fill",
  "host.cjs": "`tempofiller doctor --host`",
  "table.cjs": "its checks and their table: shared with setup",
  "setup.cjs": "`tempofiller setup`",
  "set-up-team.cjs": "`tempofiller setup --team`",
  "values.cjs": "its questions, and the call that tries the answers",
  "credentials.cjs": "the headers of a user's credentials: shared with `tempofiller serve`",
  "site.cjs": "which Jira is at an address: shared by setup and `doctor --http`",
  "cancelled.cjs": "how it ends after Ctrl-C",
  "ask.cjs": "its questions on the terminal",
  "ask-certificates.cjs": "its question for a company's certificates",
  "other-site.cjs": "entries for another site: shared by its parts and `setup --team`",
  "without-settings.cjs": "the environment of programs that setup and the doctor start",
  "only-in-jira.cjs": "hours that only Jira has: shared by `fill_days` and drafts",
  "own-zone.cjs": "the user's time zone: shared by these two",
  "ask-settings.cjs": "which of them lead to the settings",
  "ask-sources.cjs": "which of them lead to the sources of drafts, with the search for repositories",
  "assistants.cjs": "where coding assistants keep transcripts: shared with their source of drafts",
  "file-writers.cjs": "leases and journals as files: with the first call that writes",
  "lease-file.cjs": "leases as files: shared by journals and the rules of drafts",
  "journal.cjs": "journals: shared with `tempofiller journal`, undo and `serve`",
  "state-folder.cjs": "the state folder as commands see it: shared by doctor, journal and undo",
  "files.cjs": "folders and files for the user alone: shared by journals, doctor and setup",
  "when-allowed.cjs": "waiting for one's turn: shared by the first call and the first that writes",
  "undo.cjs": "`tempofiller undo`",
  "profiles.cjs": "`tempofiller profiles`",
  "registered.cjs": "hosts that have an entry: shared by profiles and setup",
  "host-entry.cjs": "entries of hosts: shared by doctor, profiles and setup",
  "in-force.cjs": "settings and where each is from: shared by doctor and profiles",
  "ask-profile.cjs": "setup's question whether a further site gets a profile",
  "errors.cjs": "texts on approval periods: shared by posting, plans and approvals",
  "plan.cjs": "the plan of `fill_days`: shared by `tempofiller fill` and drafts",
  "token.cjs": "`tempofiller token`",
  "files2.cjs": "files of users and their backups: shared by token and setup",
  "settings-change.cjs": "the settings file as setup changes it: shared by these two",
  "access-key.cjs": "`tempofiller access-key`",
  "migrate-database.cjs": "`tempofiller migrate`",
  "access-key-lines.cjs": "the form of access keys: shared with `tempofiller serve`",
  "serve-team.cjs": "`tempofiller serve --http`",
  "log.cjs": "the form of its log: shared with that thread",
  "watchdog-worker.cjs": "its thread that ends a process that stands still",
  "rate-limit.cjs": "rate limits: shared by the first call and `tempofiller serve`",
  "migrate.cjs": "its client of PostgreSQL: shared with `doctor --http` and `tempofiller migrate`",
  "internal.cjs": "its settings and its client of identity providers: shared with `doctor --http`",
  "server-doctor.cjs": "`tempofiller doctor --http`",
  "diagnose.cjs": "checks of the doctor: shared with setup",
  "timeout.cjs": "the limit of a request's time: shared by the first call and `tempofiller serve`",
  "rolldown-runtime.cjs": "what the bundler needs to load CommonJS packages",
  "say-waiting.cjs": "the line that a command still waits: shared by all that ask Tempo",
  "columns.cjs": "tables: shared by journal, undo and month",
  "draw-month.cjs": "the drawing of a month: shared by month and demo",
  "help.cjs": "`tempofiller help`",
  "topics.cjs": "its texts on settings and exit codes: shared with completion",
  "completion.cjs": "`tempofiller completion`",
  "serve-sandbox.cjs": "`tempofiller sandbox`, with an HTTP server",
  "sandbox.cjs": "the sandbox: `--sandbox`, `tempofiller sandbox`",
  "network.cjs": "undici's agents: if a proxy, or certificates in the settings file, are set",
  "timesheet.html": "the view, which hosts draw: when one reads it",
  "read-view.cjs": "what reads it",
  "skills.cjs": "the skills: when a host lists or reads one",
  "offered-skills.cjs": "which of them a server can offer",
  "remove.cjs": "`tempofiller setup --remove`",
  "ask-hosts.cjs": "the question for hosts: shared by these and `tempofiller setup`",
  "responses-schema-file.cjs": "the contract's replies as a resource: when it is read",
  "conformance.cjs": "checks of Tempo's and Jira's responses: debug mode",
  "operations.cjs": "the operations of Tempo's and Jira's APIs: shared by conformance and sandbox",
  "check-input.cjs": "checks of the arguments: with the first call of a tool",
  "replies.cjs": "checks of our replies: debug mode",
  "contract.js": "what programs import as `tempofiller/contract`",
  "contract.d.ts": "its types",
  "THIRD_PARTY_LICENCES.txt": "licences of what is bundled",
  "tempofiller.cdx.json": "what is bundled, for scanners: the bill of materials in CycloneDX",
};

/** An entry of `npm pack --json`; sizes are in bytes. */
export interface PackReport {
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** Packs the package below `root` as it is built: without its scripts, which would build it again. */
export async function packPackage(root: string, ...options: string[]): Promise<PackReport> {
  const [report] = JSON.parse(await npm(root, "pack", "--json", "--ignore-scripts", ...options)) as [
    PackReport,
  ];
  return report;
}

/** The package as npm packs it, and each file of its bundle with its size and reason. */
export async function measurePackage(
  root: string,
  { size, unpackedSize, files }: PackReport,
): Promise<Section> {
  const bundle = files
    .filter(({ path }) => path.startsWith("dist/"))
    .map(({ path, size: bytes }) => ({ name: path.slice("dist/".length), bytes }));
  const small = bundle.filter(({ bytes }) => bytes < SHOWN_BYTES);
  const started = await filesOfStart(join(root, "dist"));
  const rest = files.length - bundle.length;
  const restBytes = unpackedSize - sum(bundle);
  return {
    title: "The package: bytes of each file, and why it is there",
    columns: ["", "bytes", "why, or when it is loaded"],
    rows: [
      ...bundle
        .filter(({ bytes }) => bytes >= SHOWN_BYTES)
        .sort((a, b) => b.bytes - a.bytes)
        .map(({ name, bytes }) => [name, bytes, REASONS[name] ?? "?"]),
      [
        `${small.length} files below ${SHOWN_BYTES.toLocaleString("en")} bytes`,
        sum(small),
        "parts that several files share, and small commands",
      ],
      [`${rest} other files`, restBytes, "the contract, README, documents, skills, licence, package.json"],
      [
        "**loaded at the start**",
        sum(bundle.filter(({ name }) => started.has(name))),
        [...started].join(", "),
      ],
      ["**unpacked**", unpackedSize, `limit ${UNPACKED_LIMIT.toLocaleString("en")}`],
      ["**packed**", size, ""],
    ],
    missed: [
      ...(unpackedSize > UNPACKED_LIMIT ? ["the package is larger than its limit"] : []),
      ...bundle
        .filter(({ name, bytes }) => name === "timesheet.html" && bytes > VIEW_LIMIT)
        .map(({ name, bytes }) => `dist/${name} has ${bytes} bytes, and may have ${VIEW_LIMIT} at most`),
      ...bundle
        .filter(({ name }) => !(name in REASONS))
        .map(({ name }) => `dist/${name} is in the package without a reason`),
    ],
  };
}

function sum(files: { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** The files that a start of the command loads: the entry, and the program that it starts. */
export async function filesOfStart(folder: string): Promise<Set<string>> {
  return startFiles(folder, "main.cjs", await startFiles(folder, "tempofiller.cjs"));
}

/** A file of `dist/` and all that it requires at once, and so loads at the start: not what it requires in a function. */
export async function startFiles(
  folder: string,
  name: string,
  seen = new Set<string>(),
): Promise<Set<string>> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = await readFile(join(folder, name), "utf8");
  for (const [, isLater, target = ""] of code.matchAll(/(=>)?require\("\.\/([^"]+)"\)/g))
    if (!isLater) await startFiles(folder, target, seen);
  return seen;
}
