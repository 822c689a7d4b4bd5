import { join } from "node:path";
import { Readable } from "node:stream";
import { printAccessKey } from "../../../src/cli/access-key/access-key.ts";
import { showCalendar } from "../../../src/cli/calendar/show-calendar.ts";
import { call, mergeArguments } from "../../../src/cli/call/call.ts";
import { TOOL_NAMES } from "../../../src/cli/call/tools.ts";
import type { Cli } from "../../../src/cli/command.ts";
import { command as completion } from "../../../src/cli/commands/completion.ts";
import { postMissing } from "../../../src/cli/compare/post.ts";
import { hostSource } from "../../../src/cli/doctor/host.ts";
import { showDraft } from "../../../src/cli/draft/draft.ts";
import { changeEntry } from "../../../src/cli/entries/change-entry.ts";
import { deleteEntries } from "../../../src/cli/entries/delete-entries.ts";
import { exportWorklogs } from "../../../src/cli/export/export.ts";
import { exportToFile } from "../../../src/cli/export/output-file.ts";
import { fillHours } from "../../../src/cli/fill/fill.ts";
import { logHours } from "../../../src/cli/log/log-hours.ts";
import { serveSandbox } from "../../../src/cli/sandbox/serve-sandbox.ts";
import { serveTeam } from "../../../src/cli/serve-team.ts";
import { checkStateFolder, readJournals } from "../../../src/cli/state-folder.ts";
import { textOnStdin } from "../../../src/cli/streams.ts";
import { undo } from "../../../src/cli/undo/undo.ts";
import { readSettings } from "../../../src/config/settings.ts";
import { WITHOUT_FAULTS } from "../../../src/config/settings-file.ts";
import { localTime } from "../../../src/runtime/clock.ts";
import { createServerContext } from "../../../src/runtime/context.ts";
import { readView } from "../../../src/runtime/read-view.ts";
import type { Writers } from "../../../src/timesheet/call-context.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import { runLine } from "../../helpers/commands.ts";
import { embedded } from "../../helpers/demo-month.ts";
import { page } from "../../helpers/faults.ts";
import { serveOnLoopback } from "../../helpers/http-server.ts";
import { seed } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { writer } from "../../helpers/writer.ts";
import { DAYS, openUndo, postLost } from "../../unit/undo/open-undo.ts";
import { type Entry, embeddedTempo, failing, invalidInput, invalidSettings, type Met } from "./entry.ts";

/** A profile whose site the environment replaces. */
const replacedProfile = {
  env: { TEMPO_PROFILE: "old", TEMPO_BASE_URL: "https://jira.example.com" },
  settingsFile: () => ({
    path: "",
    exists: true,
    values: { TEMPO_BASE_URL: "https://old.example.com" },
    ...WITHOUT_FAULTS,
  }),
} as Partial<Cli> as Cli;

/** A profile whose site is that of each other one. */
const profileOfOneSite = {
  env: {},
  settingsFile: () => undefined,
  openServer: () => ({ site: "https://jira.example.com" }) as ReturnType<Cli["openServer"]>,
} as Partial<Cli> as Cli;

/** A port that is in use; only its number varies. */
async function takenPort(): Promise<Met> {
  const { port } = new URL(await serveOnLoopback(async () => new Response()));
  const { text, ...others } = await failing(() => serveSandbox({ port, print: () => {} }))();
  return { text: text.replace(port, "<port>"), ...others };
}

const reading = (...line: string[]) => failing(() => runLine(line));

const toolCall = (toolName: string, args: string, fields?: string, readOnly = false) =>
  failing(() =>
    call(
      { toolName, args, fields, stdin: Readable.from([]), readOnly },
      createServerContext(readSettings({}), undefined),
    ),
  );

const SENT_AT = localTime(new Date(virtualClock().wallClock()));

const KNOWN = {
  op: "create",
  wanted: {
    issueId: "10123",
    issueKey: "PROJ-123",
    date: "2026-01-06",
    seconds: 3600,
    billableSeconds: 3600,
    comment: "",
  },
} as const;

/** `tempofiller undo` of what was prepared, without a terminal. */
const undoing = (
  prepare: (opened: ReturnType<typeof openUndo>) => unknown = () => {},
  options: Parameters<ReturnType<typeof openUndo>["run"]>[0] = {},
  behaviour: Parameters<typeof openUndo>[1] = {},
) =>
  failing(async () => {
    const opened = openUndo("cloud", behaviour);
    await prepare(opened);
    await opened.run({ yes: false, ...options }, 8000);
  });

/** Undo with a journal of one stored entry, after which a line cannot be read. */
const undoingUnreadable = failing(async () => {
  const clock = virtualClock();
  const at = clock.wallClock();
  const records = journalInMemory([
    { type: "intent", at, batch: 1, intents: [{ ...KNOWN, number: 1 }] },
    { type: "done", at, fates: [{ number: 1, row: { ...KNOWN.wanted, id: "1290000" } }] },
    { type: "unreadable", at, place: "line 4 of 7caf9b1cc467f380.jsonl", mayBe: "request" },
  ]);
  const journal = new Ledger(records, clock);
  const server = testContext(embeddedTempo(clock), clock);
  const writers: Writers = { run: (_, __, write) => write(writer(journal)) };
  const { signal } = new AbortController();
  const options = { stateFolder: "/state", readOnly: false, yes: true, terminal: undefined };
  await undo({ ...options, signal, print: () => {} }, { ...server, writers });
});

const exporting = (format: string, by?: string, spreadsheet?: string) =>
  failing(() => {
    const clock = virtualClock();
    const server = testContext(embeddedTempo(clock), clock);
    const { signal } = new AbortController();
    return exportWorklogs({ period: "2026-01", format, by, spreadsheet, signal }, server);
  });

const showingDraft = (options: Partial<Parameters<typeof showDraft>[0]>) =>
  failing(() => {
    const clock = virtualClock();
    const server = testContext(embeddedTempo(clock), clock);
    return showDraft(
      {
        period: undefined,
        assign: [],
        leaveOut: [],
        fill: true,
        post: false,
        json: false,
        readOnly: false,
        terminal: undefined,
        signal: new AbortController().signal,
        print: () => {},
        ...options,
      },
      server,
    );
  });

const drawing = (unit: "month" | "week", period: string) =>
  failing(() => {
    const clock = virtualClock();
    const server = testContext(embeddedTempo(clock), clock);
    const { signal } = new AbortController();
    return showCalendar(
      { unit, period, json: false, width: 80, colour: false, signal, print: () => {} },
      server,
    );
  });

/** Paths are relative to the project's folder, in which tests run. */
const exportingTo = (path: string) =>
  failing(() => {
    const clock = virtualClock();
    const server = testContext(embeddedTempo(clock), clock);
    const { signal } = new AbortController();
    const wanted = { period: "2026-01", format: undefined, by: undefined, yes: false, terminal: undefined };
    return exportToFile({ ...wanted, path, signal, print: () => {} }, server);
  });

const logging = (line: string, options: Partial<Parameters<typeof logHours>[0]> = {}) =>
  failing(() => {
    const clock = virtualClock();
    const common = { message: undefined, start: undefined, billable: true, json: false, readOnly: false };
    const { signal } = new AbortController();
    const [stdin, print] = [Readable.from([]), () => {}];
    const terminal = { yes: false, terminal: undefined };
    return logHours(
      { ...common, ...terminal, args: line.split(" "), stdin, signal, print, ...options },
      testContext(embeddedTempo(clock), clock),
    );
  });

const filling = (line: string, options: Partial<Parameters<typeof fillHours>[0]> = {}) =>
  failing(() => {
    const clock = virtualClock();
    const common = { message: undefined, billable: true, yes: true, confirm: undefined, json: false };
    const { signal } = new AbortController();
    return fillHours(
      {
        ...common,
        args: line.split(" "),
        readOnly: false,
        width: 80,
        site: [],
        terminal: undefined,
        signal,
        print: () => {},
        ...options,
      },
      testContext(embeddedTempo(clock), clock),
    );
  });

const changing = (id: string, changes: object) =>
  failing(() => {
    const clock = virtualClock();
    const written = {
      ...{ hours: undefined, issue: undefined, date: undefined },
      ...{ message: undefined, start: undefined, billable: undefined },
    };
    const { signal } = new AbortController();
    const [stdin, print] = [Readable.from([]), () => {}];
    return changeEntry(
      {
        ...{ id, json: false, readOnly: false, site: [], stdin, signal, print },
        written: { ...written, ...changes },
      },
      testContext(embeddedTempo(clock), clock),
    );
  });

const deleting = (ids: readonly string[]) =>
  failing(() => {
    const clock = virtualClock();
    const { signal } = new AbortController();
    return deleteEntries(
      {
        ...{ ids, yes: true, json: false, readOnly: false, width: 80 },
        ...{ terminal: undefined, signal, print: () => {} },
      },
      testContext(embeddedTempo(clock), clock),
    );
  });

const DATE_EXAMPLES =
  "2026-11-20, yesterday, -3, monday, this-week, 2026-W47, last, november, 2026-11, or 2026-11-02..2026-11-06; " +
  "tempofiller help dates lists every form.";

const noDates = (text: string, meant = "") => `'${text}' names no dates.${meant} Write ${DATE_EXAMPLES}`;

/** JavaScript's own message, which differs between its versions. */
const NOT_JSON = (() => {
  try {
    return String(JSON.parse("{"));
  } catch (error) {
    return (error as SyntaxError).message;
  }
})();

/** Command lines that are refused, and why. */
const REFUSED_LINES: [line: string, text: string][] = [
  ["invoice", "Unknown command 'invoice'. See tempofiller help."],
  ["docter", "Unknown command 'docter'. Did you mean doctor? See tempofiller help."],
  [
    "call post_worklog --comment Review",
    "Unknown option '--comment'. Did you mean --description? See tempofiller help call post_worklog.",
  ],
  ["sandbox --port", "--port needs a value. See tempofiller help sandbox."],
  [
    "setup --name a --profile b",
    "--name and --profile name different profiles. Leave one of them out. See tempofiller help setup.",
  ],
  [
    "week --sandbox --profile client-b",
    "--sandbox uses sample data, --profile the settings of a site. Leave one of them out. See tempofiller help.",
  ],
  [
    "demo --profile client-b",
    "demo uses sample data, --profile the settings of a site. Leave --profile out. See tempofiller help demo.",
  ],
  [
    "serve --http 127.0.0.1:0 --profile client-b",
    "A server for a team reads its settings from the environment alone. Leave --profile out. See tempofiller help serve.",
  ],
  ["doctor --json=yes", "--json takes no value. See tempofiller help doctor."],
  [
    "call post_worklog --hours 1 --hours 2",
    "--hours is given more than once. See tempofiller help call post_worklog.",
  ],
  [
    "--sandbox datacenter",
    "--sandbox takes its value after an equals sign: --sandbox=datacenter. See tempofiller help.",
  ],
  ["doctor --host zed --host cline", "doctor checks one --host at a time. See tempofiller help doctor."],
  ["doctor now", "Unexpected argument 'now'. See tempofiller help doctor."],
  [
    "day yesterday too",
    `Unexpected argument 'too'. Dates are one word: ${DATE_EXAMPLES} See tempofiller help day.`,
  ],
  [
    "export 2026-10-01 yesterday",
    "Dates are one word: write 2026-10-01..yesterday, not '2026-10-01 yesterday'. See tempofiller help export.",
  ],
  [
    "call get_schedule --datacenter",
    "--datacenter only works with setup, log, fill, day, change, delete, month, week, status, draft, export, import, probe, demo; otherwise use --sandbox=datacenter. See tempofiller help call.",
  ],
  ["--sandbox=server", "--sandbox takes cloud or datacenter, not 'server'. See tempofiller help."],
  ["call", "call needs the name of a tool; call --list shows them. See tempofiller help call."],
  ["journal --last all", "--last takes a number from 1 on, not 'all'. See tempofiller help journal."],
  [
    "undo --batch abc",
    "--batch takes the id of a batch, such as 1000001, not 'abc'; tempofiller journal shows the ids. See tempofiller help undo.",
  ],
];

/** Errors that the command reports before a tool runs. */
export const COMMAND_LINE: Entry[] = [
  ...REFUSED_LINES.map(([line, text]) => invalidInput(`the line ${line}`, reading(...line.split(" ")), text)),
  invalidInput(
    "serve is given no address",
    failing(() => serveTeam({ http: undefined, sandbox: undefined, env: {}, write() {} })),
    "serve needs --http HOST:PORT, such as --http 127.0.0.1:8080. Your own MCP host starts tempofiller without a command. See " +
      "tempofiller help serve.",
  ),
  {
    cause: "the view is missing in the package",
    meet: failing(() => readView("/no/such/folder")),
    code: "internal",
    text:
      `The timesheet view cannot be read from ${join("/no/such/folder", "timesheet.html")} (ENOENT). ` +
      "Install TempoFiller again, or run `npm run build` in its sources. The tools work without it.",
  },
  invalidInput(
    "a shell without a completion script",
    failing(() => completion.run({ args: ["tcsh"] } as never, {} as never)),
    "completion takes bash, zsh, fish, pwsh, not 'tcsh'. See tempofiller help completion.",
  ),
  invalidInput(
    "a month that does not exist",
    drawing("month", "2026-13"),
    `${noDates("2026-13")} See tempofiller help month.`,
  ),
  invalidInput(
    "an unknown format to export",
    exporting("xlsx"),
    "--format takes csv, json or ics, not 'xlsx'. See tempofiller help export.",
  ),
  invalidInput(
    "totals of something unknown",
    exporting("csv", "person"),
    "--by takes issue, project, account, day or week, not 'person'. See tempofiller help export.",
  ),
  invalidInput(
    "an export for a spreadsheet of no language or country",
    exporting("csv", undefined, "excel-xx"),
    "--for takes excel, or excel with a language or country such as excel-de, excel-fr, excel-nl, excel-at, excel-ch, not 'excel-xx'. " +
      "See tempofiller help export.",
  ),
  invalidInput(
    "a calendar for a spreadsheet",
    exporting("ics", undefined, "excel-de"),
    "--for works with csv only, whose cells it separates, not with ics. See tempofiller help export.",
  ),
  invalidInput(
    "an export to a folder",
    exportingTo("docs"),
    "-o takes the path of a file, which docs is not. Nothing was written.",
  ),
  invalidInput(
    "an export to a file that exists",
    exportingTo("README.md"),
    "README.md exists, so nothing was written. Add --yes to replace it, or name another file.",
  ),
  invalidInput(
    "an export to a folder that does not exist",
    exportingTo("no-such-folder/hours.csv"),
    "no-such-folder/hours.csv cannot be written: its folder does not exist. Nothing was written.",
  ),
  invalidInput(
    "log without hours",
    logging("PROJ-7"),
    "log needs hours too, as in tempofiller log PROJ-123 2h. See tempofiller help log.",
  ),
  invalidInput(
    "log with the hours first",
    logging("2h PROJ-7"),
    "log takes ISSUE HOURS [DATE], in this order: PROJ-7 2h. See tempofiller help log.",
  ),
  invalidInput(
    "log with the date before the hours",
    logging("PROJ-7 yesterday 1h"),
    "log takes ISSUE HOURS [DATE], in this order: PROJ-7 1h yesterday. See tempofiller help log.",
  ),
  invalidInput(
    "log on a date that is years away",
    logging("PROJ-7 1h 2031-01-01"),
    "The date must be from 2000-01-01 to 2028-01-15, which is 2 years from today, not '2031-01-01'. See tempofiller help log.",
  ),
  invalidInput(
    "fill up to a date that is years away",
    filling("today..2028-02-01 PROJ-7"),
    "The date must be from 2000-01-01 to 2028-01-15, which is 2 years from today, not 'today..2028-02-01'. See tempofiller help fill.",
  ),
  invalidInput(
    "log with a comment that is too long",
    logging("PROJ-7 1h", { message: "x".repeat(32_768) }),
    "The comment must have at most 32,767 characters. See tempofiller help log.",
  ),
  invalidInput(
    "log without the key of an issue",
    logging("Review 2h"),
    "ISSUE must be a Jira issue key such as PROJ-123, not 'Review'. See tempofiller help log.",
  ),
  invalidInput(
    "hours with another unit",
    logging("PROJ-7 2x"),
    "'2x' is no time. Write hours as one of 2h, 90m, 1.5, 0:45. See tempofiller help log.",
  ),
  invalidInput(
    "more hours than a day has",
    logging("PROJ-7 25h"),
    "Hours are from 1m to 24h, not '25h'. See tempofiller help log.",
  ),
  invalidInput(
    "change without a change",
    changing("1290000", {}),
    "change needs what is to change: --hours, --issue, --date, --message, --start, --account, --attribute, --billable or --no-billable. See tempofiller help change.",
  ),
  invalidInput(
    "change to no issue",
    changing("1290000", { issue: "Review" }),
    "--issue must be a Jira issue key such as PROJ-123, not 'Review'. See tempofiller help change.",
  ),
  invalidInput(
    "change to a week",
    changing("1290000", { date: "last-week" }),
    "An entry has one date, such as yesterday, not 'last-week'. See tempofiller help change.",
  ),
  invalidInput(
    "delete of a key",
    deleting(["PROJ-7"]),
    "'PROJ-7' is no id of an entry: an id has digits alone, as tempofiller day shows it. See tempofiller help delete.",
  ),
  invalidInput(
    "delete of too many",
    deleting(Array(101).fill("1")),
    "delete takes at most 100 ids, not 101. See tempofiller help delete.",
  ),
  invalidInput(
    "log in a month",
    logging("PROJ-7 2h last"),
    "log takes a date or a range such as monday..today, not 'last'. tempofiller fill last PROJ-7 plans what is missing. See tempofiller help log.",
  ),
  invalidInput(
    "log at a time of day that does not exist",
    logging("PROJ-7 2h", { start: "25:00" }),
    "--start must be a time of day from 00:00 to 23:59, written HH:mm, not '25:00'. See tempofiller help log.",
  ),
  invalidInput(
    "an attribute without a value in a shell",
    logging("PROJ-7 2h", { attribute: ["Role"] }),
    "--attribute takes a name and a value, such as --attribute Role=Consultant, not 'Role'. See tempofiller help log.",
  ),
  invalidInput(
    "an attribute with two values in a shell",
    logging("PROJ-7 2h", { attribute: ["Role=dev", "Role=ops"] }),
    "--attribute gives Role two values: dev and ops. Give it one. See tempofiller help log.",
  ),
  invalidInput(
    "too many attributes in a shell",
    logging("PROJ-7 2h", { attribute: Array.from({ length: 51 }, (_, index) => `a${index}=b`) }),
    "The attributes must have at most 50 entries, not 51. See tempofiller help log.",
  ),
  invalidInput(
    "log where the settings allow only what reads",
    logging("PROJ-7 2h", { readOnly: true }),
    "log logs hours, but TEMPO_READ_ONLY allows only what reads. Unset it to log some.",
  ),
  invalidInput(
    "hours that are billable and are not",
    reading("log", "PROJ-7", "2h", "--billable", "--no-billable"),
    "--billable and --no-billable exclude each other. See tempofiller help log.",
  ),
  invalidInput(
    "fill without an issue",
    filling("last-week"),
    "fill needs an issue, as in tempofiller fill last-week PROJ-7. See tempofiller help fill.",
  ),
  invalidInput(
    "fill with the dates last",
    filling("PROJ-7 yesterday"),
    "Dates come before issues, as in tempofiller fill last-week PROJ-7. See tempofiller help fill.",
  ),
  invalidInput(
    "fill with dates last that are written otherwise",
    filling("PROJ-7 fri."),
    "Write fri (2026-01-09), not 'fri.'. See tempofiller help fill.",
  ),
  invalidInput(
    "fill with what is neither an issue nor dates",
    filling("PROJ-7 login"),
    "fill takes issues such as PROJ-7, PROJ-7=2h or PROJ-7=2h@mon,wed-fri, and dates before them, not 'login'. See tempofiller help fill.",
  ),
  invalidInput(
    "the rest of a day for two issues",
    filling("PROJ-7 PROJ-4@fri"),
    "PROJ-7 and PROJ-4@fri take what is left of the same days. Give one of them hours, such as =2h, or other days. See tempofiller help fill.",
  ),
  invalidInput(
    "more issues than a plan takes",
    filling(Array(21).fill("PROJ-7=1h").join(" ")),
    "fill takes at most 20 issues, not 21. See tempofiller help fill.",
  ),
  invalidInput(
    "a digest that is too long",
    filling("PROJ-7", { confirm: "0".repeat(101) }),
    "--confirm must have at most 100 characters. See tempofiller help fill.",
  ),
  invalidInput(
    "a week that is written otherwise",
    drawing("week", "KW47"),
    "Write 2025-W47, not 'KW47'. See tempofiller help week.",
  ),
  invalidInput(
    "a weekday that may be of this week or of the last one",
    drawing("week", "last-friday"),
    "'last-friday' is ambiguous: write friday (2026-01-09) or 2026-01-02. See tempofiller help week.",
  ),
  invalidInput(
    "a month that may be of this year or of the last one",
    drawing("month", "last december"),
    "'last december' is ambiguous: write december (December 2025) or 2024-12. See tempofiller help month.",
  ),
  invalidInput(
    "fill on a weekday that does not exist",
    filling("PROJ-7@xyz"),
    "'xyz' in 'PROJ-7@xyz' is no weekday. Write days such as @mon,wed or @mon-fri. See tempofiller help fill.",
  ),
  invalidInput(
    "a range of dates that ends before it starts",
    drawing("month", "today..-3"),
    "'today..-3' ends before it starts: 2026-01-15 to 2026-01-12. See tempofiller help month.",
  ),
  invalidInput(
    "a range of too many dates",
    drawing("week", "2020-01-01..today"),
    "'2020-01-01..today' is a range of 2207 days; at most 1100 are allowed. See tempofiller help week.",
  ),
  invalidInput(
    "a week where a month is asked for",
    drawing("month", "last-week"),
    "month shows one month, not 'last-week'. tempofiller week last-week shows that week. See tempofiller help month.",
  ),
  invalidInput(
    "a month where a week is asked for",
    drawing("week", "last"),
    "week shows one week, not 'last'. tempofiller month last shows that month. See tempofiller help week.",
  ),
  invalidInput(
    "totals in a calendar",
    exporting("ics", "day"),
    "--by works with csv and json only: a calendar shows worklogs, not totals. See tempofiller help export.",
  ),
  invalidInput(
    "an unknown host",
    failing(() => hostSource("emacs", {})),
    "Unknown host 'emacs'. Available: claude-desktop, claude-code, vscode, cursor, codex, gemini-cli, qwen-code, opencode, windsurf, zed, cline.",
  ),
  invalidInput(
    "an unknown tool",
    toolCall("get_schdule", "{}"),
    `Unknown tool 'get_schdule'. Did you mean get_schedule? Available: ${TOOL_NAMES.join(", ")}.`,
  ),
  invalidInput(
    "a tool that writes, if only reading is allowed",
    toolCall("delete_worklog", "{}", undefined, true),
    "delete_worklog changes Tempo, but TEMPO_READ_ONLY allows only tools that read. Unset it to call this one.",
  ),
  invalidInput(
    "a file of arguments that cannot be read",
    toolCall("get_schedule", "@no/such/file"),
    "The file no/such/file cannot be read (ENOENT). Pass the path of a file that contains a JSON object.",
  ),
  invalidInput(
    "arguments that are cut off",
    toolCall("get_schedule", "{"),
    `The arguments are not JSON: ${NOT_JSON}. Some shells, such as PowerShell, strip quotes: save the JSON to a file and ` +
      "pass '@file', or pipe it in and pass -.",
  ),
  invalidInput(
    "a file of arguments that is not JSON, which it does not quote",
    toolCall("get_schedule", "@LICENSE"),
    'The file LICENSE is not JSON. Pass a JSON object, such as {"startDate":"2026-01-05"}.',
  ),
  invalidInput(
    "arguments that are a list",
    toolCall("get_schedule", "[]"),
    'The arguments must be a JSON object, such as {"startDate":"2026-01-05"}.',
  ),
  invalidInput(
    "an argument written without JSON or dashes",
    toolCall("get_schedule", "startDate=2026-01-05"),
    "The arguments are not JSON. Write startDate as an option: --startDate=VALUE. Or pass a JSON object.",
  ),
  invalidInput(
    "a value without the name of its argument",
    toolCall("get_schedule", "2026-11-01"),
    "The arguments are not a JSON object. Write each as an option, such as --startDate 2026-11-01. Or pass a JSON object.",
  ),
  invalidInput(
    "a word for a date without the name of its argument",
    toolCall("get_schedule", "monday"),
    "The arguments are not a JSON object. Write each as an option, such as --startDate 2026-11-20. Or pass a JSON object.",
  ),
  invalidInput(
    "a number without the name of its argument",
    toolCall("delete_worklog", "1292500"),
    "The arguments are not a JSON object. Write each as an option, such as --worklogId 1292500. Or pass a JSON object.",
  ),
  invalidInput(
    "words without the name of their argument",
    toolCall("post_worklog", "DEMO-1 2h"),
    "The arguments are not a JSON object. Write each as an option, such as --issueKey VALUE. Or pass a JSON object.",
  ),
  invalidInput(
    "a file of arguments without its @",
    toolCall("bulk_post_worklogs", "january.json"),
    "The arguments are not a JSON object. Write each as an option, such as --worklogs JSON. Or pass a JSON object.",
  ),
  invalidInput(
    "no arguments on stdin",
    toolCall("get_schedule", "-"),
    'stdin was empty. Pass a JSON object, such as {"startDate":"2026-01-05"}.',
  ),
  invalidInput(
    "stdin that is no text in UTF-8",
    failing(() => textOnStdin(Readable.from([Buffer.from("f\xfcr", "latin1")]))),
    "What stdin holds cannot be read, since it is not text in UTF-8, from byte 2 in line 1 on: save it as UTF-8. Nothing was sent to Tempo.",
  ),
  invalidInput(
    "an argument given as JSON and as an option",
    failing(() => mergeArguments({ hours: 1 }, { hours: 2 })),
    "`hours` is given twice: in the JSON and as --hours. Give it once. Nothing was sent.",
  ),
  invalidInput(
    "a field that the reply does not have",
    toolCall("get_schedule", "{}", "summary.hours"),
    "--fields: `summary` has no field `hours`. Available: totalDays, workingDays, nonWorkingDays, totalRequiredHours, " +
      "averageDailyHours. Nothing was sent.",
  ),
  invalidInput(
    "a port that is not a number",
    failing(() => serveSandbox({ port: "http", print: () => {} })),
    "--port takes a number from 0 to 65535, not 'http'; 0 means any free port.",
  ),
  invalidInput(
    "an unknown quirk",
    failing(() => serveSandbox({ port: "0", quirks: ["id-bank"], print: () => {} })),
    "--quirk takes old-schedule, expired-licence, start-times, id-banks, empty-next, loses-updates, slow-writes[=SECONDS], " +
      "late-writes[=SECONDS], moved, not 'id-bank'.",
  ),
  invalidInput(
    "one profile to compare",
    reading("compare", "old"),
    "compare needs two profiles, as in tempofiller compare old new 2026-11. See tempofiller help compare.",
  ),
  invalidInput(
    "a profile to compare with itself",
    reading("compare", "old", "Old"),
    "compare needs two profiles, not old twice, as in tempofiller compare old new 2026-11. See tempofiller help compare.",
  ),
  invalidInput(
    "two profiles of one site to compare",
    failing(() => runLine(["compare", "old", "new"], { ofProfile: () => profileOfOneSite })),
    "old and new are profiles of one site, https://jira.example.com, and compare needs two sites, as in tempofiller compare old new 2026-11. See tempofiller help compare.",
  ),
  invalidInput(
    "a profile to compare as an option",
    reading("compare", "old", "new", "--profile", "old"),
    "compare names both profiles, as in tempofiller compare old new 2026-11. Leave --profile out. See tempofiller help compare.",
  ),
  invalidInput(
    "profiles and sample data to compare",
    reading("compare", "old", "new", "--sandbox"),
    "With --sandbox, compare takes dates alone: it compares sample data. See tempofiller help compare.",
  ),
  invalidSettings(
    "a site in the environment while profiles are compared",
    failing(() => runLine(["compare", "old", "new"], { ofProfile: () => replacedProfile })),
    "TEMPO_BASE_URL of the environment wins over that of the profile old, which is of another site. Unset it to use the profile's.",
  ),
  invalidInput(
    "a missing worklog that is billable in part",
    failing(async () => {
      const { server } = embedded(seed());
      const { signal } = new AbortController();
      const worklog = { id: "1", issueId: "10123", date: "2026-01-05", seconds: 7200, billableSeconds: 3600 };
      const texts = { comment: "", text: "", attributes: new Map(), key: "PROJ-123", newKey: "PROJ-123" };
      const { errors } = await postMissing(
        [{ ...worklog, ...texts }],
        [],
        [],
        { name: "new", server },
        { signal, name: "compare" },
      );
      throw errors[0];
    }),
    "Not sent: 1h of its 2h are billable, and only all or nothing of an entry can be logged so. Log it in Tempo.",
  ),
  invalidInput(
    "a port that another program has",
    takenPort,
    "Port <port> is in use. Choose another, or omit --port to use any free port.",
  ),
  invalidSettings(
    "a state folder that cannot be read",
    failing(() => readJournals("LICENSE", virtualClock())),
    "The state folder LICENSE cannot be read (ENOTDIR). Set TEMPO_STATE_DIR to a folder that you can read and write, or to " +
      "off.",
  ),
  invalidSettings(
    "a state folder that cannot be used, in the doctor",
    failing(() => checkStateFolder("LICENSE/state")),
    "The state folder LICENSE/state cannot be used (ENOTDIR), so what other processes log is not seen and nothing is " +
      "remembered. Set TEMPO_STATE_DIR to a folder that you can write to, or to off.",
  ),
  invalidInput(
    "undo, if only reading is allowed",
    undoing(undefined, { readOnly: true }),
    "undo deletes worklogs, but TEMPO_READ_ONLY allows only what reads. Unset it to undo.",
  ),
  invalidInput(
    "a name that no access key can have",
    failing(() => printAccessKey({ name: "Ada L.", json: false, print: () => {} })),
    'The name of an access key has 1 to 64 letters, digits and the signs . _ - @, the first a letter or digit, not "Ada L.". ' +
      "See tempofiller help access-key.",
  ),
  invalidInput(
    "an access key that expires on a day that has passed",
    failing(() => printAccessKey({ name: "ada", expires: "2020-02-29", json: false, print: () => {} })),
    "--expires 2020-02-29 has passed, so the key would never be valid. Give a date to come. See tempofiller help access-key.",
  ),
  invalidInput(
    "an access key that expires on no date",
    failing(() => printAccessKey({ name: "ada", expires: "2027-02-30", json: false, print: () => {} })),
    '--expires takes a date such as 2027-06-30, not "2027-02-30". See tempofiller help access-key.',
  ),
  invalidInput(
    "an access key with a note of two lines",
    failing(() => printAccessKey({ name: "ada", note: "a\nb", json: false, print: () => {} })),
    "--note takes one line of 1 to 200 characters, without blanks at its ends, and does not say until when the key is valid: --expires does. See tempofiller help access-key.",
  ),
  invalidSettings(
    "undo without a state folder",
    undoing(undefined, { stateFolder: undefined }),
    "TEMPO_STATE_DIR is off, so no batch is remembered that could be undone. Set it to a folder before you post.",
  ),
  {
    cause: "undo with nothing to undo",
    meet: undoing(),
    code: "not_found",
    text: "There is nothing to undo: no batch is remembered for these settings of which anything is still stored. tempofiller journal shows the batches.",
  },
  {
    cause: "undo of a batch that is not remembered",
    meet: undoing(({ post }) => post(DAYS[0]), { batch: "7" }),
    code: "not_found",
    text: "There is nothing to undo: no batch 7 is remembered for these settings. tempofiller journal shows the batches.",
  },
  invalidInput(
    "undo of the last batch while a later one may be in a part of the journal that cannot be read",
    undoingUnreadable,
    "Nothing was deleted: a part of the journal cannot be read (line 4 of 7caf9b1cc467f380.jsonl), and it may be a batch that was " +
      `sent after batch 1, which was sent ${SENT_AT}. To undo that one, run tempofiller undo --batch 1.`,
  ),
  {
    cause: "undo of a batch that was undone",
    meet: undoing(
      async ({ post, undo }) => {
        await post(DAYS[0]);
        await undo();
      },
      { batch: "1" },
    ),
    code: "not_found",
    text: "There is nothing to undo: what batch 1 has stored is deleted already (worklog 1290000). tempofiller journal shows the batches.",
  },
  {
    cause: "undo while Tempo may still store the batch",
    meet: undoing((opened) => postLost(opened, DAYS[0])),
    code: "outcome_unknown",
    text:
      "Nothing was deleted: Tempo has not said what became of a part of the last batch (1): 8 h on PROJ-123 for 2026-01-05. It may still " +
      "take effect until TIME, N seconds from now. Run tempofiller undo --batch 1 then.",
  },
  {
    cause: "undo of a batch of which nothing was stored",
    meet: undoing(async (opened) => {
      await postLost(opened, DAYS[0]);
      await opened.clock.sleep(600_000);
    }),
    code: "not_found",
    text: "There is nothing to undo: nothing of the last batch (1) is stored. tempofiller journal shows the batches.",
  },
  {
    cause: "undo of what Tempo may have stored otherwise",
    meet: undoing(
      async ({ tempo, post, clock }) => {
        tempo.onWrite(1, async (request, serve) => {
          await serve(request);
          return page(504);
        });
        await post(DAYS[0]);
        await clock.sleep(600_000);
      },
      {},
      { change: (it) => ({ ...it, timeSpentSeconds: 3600, billableSeconds: 3600 }) },
    ),
    code: "not_found",
    text:
      "There is nothing to undo: nothing of the last batch (1) is known to be stored; it is unknown whether 8 h on PROJ-123 for " +
      "2026-01-05 is stored; it may be worklog 1290000: look at it in Tempo. tempofiller journal shows the batches.",
  },
  {
    cause: "undo after all of the last batch was changed",
    meet: undoing(async ({ post, update }) => {
      await post(DAYS[0], DAYS[1]);
      for (const id of ["1290000", "1290001"]) await update(id, { hours: 6 });
    }),
    code: "not_found",
    text:
      "There is nothing to undo: what the last batch (1) has stored was changed since (worklog 1290000, 1290001). Delete it by its " +
      "id if it is no longer wanted. tempofiller journal shows the batches.",
  },
  invalidInput(
    "a draft of no dates",
    showingDraft({ period: "2026-W54" }),
    `${noDates("2026-W54")} See tempofiller help draft.`,
  ),
  invalidInput(
    "a draft of more dates than a month has",
    showingDraft({ period: "2025-12-15..today" }),
    "'2025-12-15..today' is a range of 32 days; at most 31 are allowed. See tempofiller help draft.",
  ),
  invalidInput(
    "evidence of a draft is given to no issue",
    showingDraft({ assign: ["c4=DEMO"] }),
    "--assign takes a ref of the draft and an issue, such as c4=DEMO-4, not 'c4=DEMO'. See tempofiller help draft.",
  ),
  invalidInput(
    "evidence to leave out of a draft is no ref",
    showingDraft({ leaveOut: ["DEMO-4"] }),
    "--leave-out takes a ref of the draft, such as g2, not 'DEMO-4'. See tempofiller help draft.",
  ),
  invalidInput(
    "a draft is to be logged and printed for a program",
    showingDraft({ post: true, json: true }),
    "--json prints the draft for a program, and --post asks a user. A program logs it with tempofiller call post_draft. See " +
      "tempofiller help draft.",
  ),
  invalidInput(
    "a draft is to be logged with settings that only read",
    showingDraft({ post: true, readOnly: true }),
    "draft --post logs hours, but TEMPO_READ_ONLY allows only what reads. Unset it, or leave --post out.",
  ),
  invalidInput(
    "a draft is to be logged without a terminal",
    showingDraft({ post: true }),
    "Nothing was logged: there is no terminal to ask on. Run draft --post on one, or log what draft --json shows, by its dates and its " +
      "confirm: tempofiller call post_draft --startDate DATE --endDate DATE --confirm CONFIRM.",
  ),
  invalidInput(
    "undo without a terminal",
    undoing(({ post }) => post(DAYS[0], DAYS[1])),
    "Nothing was deleted: there is no terminal to ask on. Add --batch 1 --yes to delete these 2.",
  ),
];
