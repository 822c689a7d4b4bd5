import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { runDoctor, state } from "../../../src/cli/doctor/doctor.ts";
import {
  type Check,
  type CheckName,
  type DoctorReport,
  heading,
  ok,
  row,
  skippedRow,
  TITLES,
  verdict,
} from "../../../src/cli/doctor/report.ts";
import type { Environment } from "../../../src/config/env.ts";
import { settingsInForce } from "../../../src/config/in-force.ts";
import { readSettings } from "../../../src/config/settings.ts";
import { REGIONS } from "../../../src/tempo/deployment.ts";
import { CREDENTIALS, diagnoseSandbox, htmlPage, PASSED, SETTINGS, statuses } from "../../helpers/doctor.ts";
import { ROOT } from "../../helpers/root.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const PLAIN = { colour: false, width: 110 };

/** Runs the doctor with output for programs. Returns its results and its exit code. */
async function run(env: Record<string, string>, sandbox?: "cloud" | "datacenter") {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const all = { TEMPO_STATE_DIR: "off", ...env };
  const code = await runDoctor(
    { settings: readSettings(all), env: all, file: undefined },
    { sandbox, json: true, print, ...PLAIN },
  );
  return { code, report: JSON.parse(lines.join("\n")) as DoctorReport };
}

test.each(["cloud", "datacenter"] as const)(
  "the doctor needs no settings to check the embedded Tempo: %s",
  async (kind) => {
    const { code, report } = await run({}, kind);
    expect({ code, ...report, checks: statuses(report.checks) }).toEqual({
      code: 0,
      ok: true,
      version: packageJson.version,
      deployment: kind,
      checks: [["settings", "ok"], ...Object.entries({ ...PASSED[kind], worker: "ok" }), ["state", "ok"]],
    });
  },
);

describe("the sources of drafts that the settings name are read", () => {
  const EVENT = (start: Date) => {
    const stamp = start.toISOString().replace(/[-:]|\.\d+/g, "");
    return `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nDTSTART:${stamp}\nDURATION:PT1H\nSUMMARY:Secret talks\nEND:VEVENT\nEND:VCALENDAR\n`;
  };
  const checksOf = async (content: string | undefined) => {
    const folder = temporaryFolder();
    const path = join(folder, "team.ics");
    if (content !== undefined) await writeFile(path, content);
    const { code, report } = await run({ TEMPO_CALENDARS: path, TEMPO_TOOLSETS: "draft" }, "cloud");
    return { code, checks: report.checks.filter(({ check }) => check === "calendar") };
  };

  test("and their last evidence is named by its date alone", async () => {
    const start = new Date(Date.now() - 36 * 3_600_000);
    expect(await checksOf(EVENT(start))).toEqual({
      code: 0,
      checks: [
        {
          check: "calendar",
          status: "ok",
          message: `In the last 7 days: 1 calendar, 1 meeting; the newest evidence is of ${start.toLocaleDateString("sv-SE")}.`,
        },
      ],
    });
  });

  test("and a set of tools that does not offer drafts is said", async () => {
    const env = { TEMPO_SESSIONS: "codex", TEMPO_TOOLSETS: "fill" };
    const { code, report } = await run(env, "cloud");
    const checks = report.checks.filter(({ check }) => check === "sessions");
    expect([code, checks]).toEqual([
      0,
      [
        {
          check: "sessions",
          status: "unknown",
          message: expect.stringContaining("No host offers drafts, since TEMPO_TOOLSETS lacks draft"),
        },
      ],
    ]);
  });

  test("and a folder for repositories that does not exist fails", async () => {
    const folder = join(tmpdir(), "tempofiller-doctor-missing", "src");
    const { code, report } = await run({ TEMPO_GIT_FOLDERS: folder, TEMPO_TOOLSETS: "draft" }, "cloud");
    expect([code, report.checks.filter(({ check }) => check === "git")]).toEqual([
      1,
      [
        {
          check: "git",
          status: "failed",
          code: "invalid_settings",
          message:
            `In the last 7 days: 0 repositories, 0 commits. ${folder} does not exist. Set TEMPO_GIT_FOLDERS to folders that can be ` +
            "listed.",
        },
      ],
    ]);
  });

  test.each([
    ["is missing", undefined],
    ["is no calendar", "<html></html>"],
  ])("and one that %s fails", async (_, content) => {
    const { code, checks } = await checksOf(content);
    expect(code).toBe(1);
    expect(checks).toEqual([
      { check: "calendar", status: "failed", message: expect.stringContaining("team.ics") },
    ]);
  });
});

test.each<[string, Record<string, string>, RegExp]>([
  ["nothing is set", {}, /TEMPO_API_TOKEN/],
  [
    "half a deployment is set",
    { TEMPO_PAT: CREDENTIALS.personalAccessToken },
    /Tempo on Jira Data Center .*TEMPO_BASE_URL/,
  ],
  [
    "both deployments are set",
    { ...SETTINGS.cloud("https://jira.invalid"), ...SETTINGS.datacenter("https://jira.invalid") },
    /Cloud.*Data Center/,
  ],
  [
    "the proxy's URL is not a URL",
    { ...SETTINGS.datacenter("https://jira.invalid"), HTTPS_PROXY: "proxy:8080" },
    /HTTPS_PROXY .*http:\/\/proxy\.example\.com:8080/,
  ],
])("the doctor says what to set, and sends nothing, if %s", async (_, env, message) => {
  const { code, report } = await run(env);
  const { settings, ...reported } = report;
  const others = [
    "jira_connection",
    "jira_token",
    "tempo_connection",
    "worklogs",
    "worker",
    "schedule",
    "work_attributes",
    "expiry",
  ];
  expect(settings?.map(({ name }) => name).sort()).toEqual([...Object.keys(env), "TEMPO_STATE_DIR"].sort());
  expect({ code, report: reported }).toEqual({
    code: 1,
    report: {
      ok: false,
      version: packageJson.version,
      checks: [
        {
          check: "settings",
          status: "failed",
          message: expect.stringMatching(message),
          code: "invalid_settings",
        },
        ...others.map((check) => ({
          check,
          status: "skipped",
          message: 'Skipped: depends on "Settings".',
        })),
        {
          check: "state",
          status: "ok",
          message: "TEMPO_STATE_DIR is off: what other processes log is not seen, and nothing is remembered.",
        },
      ],
    },
  });
});

describe("the check of the state folder", () => {
  test("passes if it can be written to, and leaves nothing behind", async () => {
    const folder = temporaryFolder();
    expect(state(folder, false)).toEqual({ status: "ok", message: `${folder} can be written to.` });
    const missing = join(folder, "a/b");
    expect(state(missing, false)).toEqual({ status: "ok", message: `${missing} can be written to.` });
    expect(await readdir(folder)).toEqual([]);
  });

  test("says what to do if it is no folder", () => {
    const file = join(ROOT, "LICENSE");
    const message = expect.stringContaining("(ENOTDIR)");
    expect(state(join(file, "state"), false)).toEqual({
      status: "failed",
      message,
      code: "invalid_settings",
    });
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "says what to do if it is read-only",
    async () => {
      const folder = temporaryFolder();
      await chmod(folder, 0o500);
      expect(state(folder, false)).toMatchObject({ status: "failed", code: "invalid_settings" });
    },
  );

  test("passes on the embedded Tempo, which uses none", () => {
    expect(state("/state", true)).toEqual({
      status: "ok",
      message: "The sandbox keeps nothing, so no state folder is used.",
    });
  });
});

/** A report's table, as it is printed. */
function tableOf(checks: Check[], width = 110): string[] {
  const layout = { colour: false, width };
  const skipped = checks.flatMap(({ check, status, message }): [CheckName, CheckName][] => {
    const cause = Object.entries(TITLES).find(([, title]) => message.includes(`"${title}"`))?.[0];
    return status === "skipped" ? [[check, cause as CheckName]] : [];
  });
  return [
    ...checks.filter(({ status }) => status !== "skipped").flatMap((check) => row(check, layout)),
    ...skippedRow(skipped, layout),
    "",
    verdict(checks),
  ];
}

describe("the doctor's table", () => {
  const SETTINGS_OK: Check = { check: "settings", ...ok("") };
  const EXPIRY: Check = { check: "expiry", status: "unknown", message: "" };
  const failed = (check: Check["check"]): Check => ({ check, status: "failed", message: "" });

  test.each<[Check[], string]>([
    [[SETTINGS_OK, EXPIRY], "All checks passed."],
    [
      [SETTINGS_OK, { check: "work_attributes", status: "unknown", message: "" }, EXPIRY],
      "No check failed. See the rows marked ?: Work attributes.",
    ],
    [
      [SETTINGS_OK, failed("jira_token"), EXPIRY],
      'One check failed. Fix "Jira token" first, then run the doctor again.',
    ],
    [
      [SETTINGS_OK, failed("jira_connection"), failed("tempo_connection"), EXPIRY],
      '2 checks failed. Fix "Jira connection" first, then run the doctor again.',
    ],
  ])("ends with what to do next (%#)", (checks, expected) => {
    expect(verdict(checks)).toBe(expected);
  });

  test("colours statuses only", () => {
    const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
    const coloured = row(failed("jira_token"), { ...PLAIN, colour: true });
    expect(coloured.join("\n").match(colours)?.length).toBe(2);
    expect(coloured.map((line) => line.replaceAll(colours, ""))).toEqual(row(failed("jira_token"), PLAIN));
  });

  test("folds what was skipped into one row, by its cause", () => {
    expect(skippedRow([], PLAIN)).toEqual([]);
    expect(
      skippedRow(
        [
          ["jira_token", "jira_connection"],
          ["worklogs", "jira_connection"],
          ["region", "tempo_token"],
        ],
        PLAIN,
      ),
    ).toEqual([
      'skipped  Jira token and Worklogs, which depend on "Jira connection"; Tempo region, which depends on "Tempo',
      '         token".',
    ]);
  });

  test("gives each of several problems a line, and keeps to the width of the terminal", () => {
    const message =
      "- JIRA_EMAIL contains a space. Copy it again.\n- TEMPO_DUPLICATES must be skip or allow.";
    expect(row({ check: "settings", status: "failed", message }, { colour: false, width: 60 })).toEqual([
      "FAILED   Settings          - JIRA_EMAIL contains a space.",
      "                           Copy it again.",
      "                           - TEMPO_DUPLICATES must be skip",
      "                           or allow.",
    ]);
  });

  test("begins with the settings in force", () => {
    expect(
      heading({
        version: "0",
        settingsFile: { path: "/home/ada/settings.env", exists: true },
        settings: [
          { name: "TEMPO_PAT", from: "file" },
          { name: "TEMPO_BASE_URL", from: "environment", value: "https://jira.example.com" },
          { name: "TEMPO_READ_ONLY", from: "host", value: "1" },
        ],
      }),
    ).toEqual([
      "TempoFiller 0",
      "",
      "Settings file: /home/ada/settings.env",
      "  TEMPO_PAT        (set)                     settings file",
      "  TEMPO_BASE_URL   https://jira.example.com  environment",
      "  TEMPO_READ_ONLY  1                         host",
      "",
    ]);
    const none = heading({ version: "0", settingsFile: { path: "/a", exists: false }, settings: [] });
    expect(none).toEqual(["TempoFiller 0", "", "Settings file: /a (does not exist)", ""]);
    expect(heading({ version: "0", settings: [] })[2]).toBe("Settings file: none (TEMPO_CONFIG_FILE is off)");
    expect(heading({ version: "0" })).toEqual(["TempoFiller 0", ""]);
  });
});

test("docs/cli.md shows what the doctor prints for a token of another region", async () => {
  const document = await readFile(join(ROOT, "docs/cli.md"), "utf8");
  const sample = /```text\n(TempoFiller \d.*?)```/s.exec(document)?.[1] ?? "";
  const home = /^https:\/\/(acme\.atlassian\.net|api\.eu\.tempo\.io)\//;
  const env = { ...SETTINGS.cloud("https://api.tempo.io"), JIRA_BASE_URL: "https://acme.atlassian.net" };
  const { checks } = await diagnoseSandbox(env, {
    diagnosis: { regions: REGIONS },
    upstream: (fetch) => async (request) => (home.test(request.url) ? fetch(request) : htmlPage(401)()),
  });
  const settings: Check = { check: "settings", ...ok("Tempo Cloud is configured.") };
  const state: Check = { check: "state", ...ok("/home/ada/.local/state/tempofiller can be written to.") };
  const values: Environment = { ...env, TEMPO_API_URL: undefined, ATLASSIAN_API_URL: undefined };
  const file = {
    path: "/home/ada/.config/tempofiller/settings.env",
    exists: true,
    values,
    unknown: [],
    misspelt: [],
    unread: [],
    faults: [],
  };
  const about = {
    version: "",
    settingsFile: file,
    settings: settingsInForce({ TEMPO_READ_ONLY: "1" }, file),
  };
  expect(sample.trimEnd().split("\n").slice(1)).toEqual([
    ...heading(about).slice(1),
    ...tableOf([settings, ...checks, state]),
  ]);
});
