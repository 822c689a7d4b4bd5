import { chmod, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import type { Environment } from "../../src/config/env.ts";
import { cloudHelp, dataCenterHelp } from "../../src/config/service-help.ts";
import { readSettings } from "../../src/config/settings.ts";
import { listVariables } from "../../src/config/variable-names.ts";
import { createRedactor } from "../../src/runtime/redaction.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { CLOUD, DATA_CENTER } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** A full path of this system. */
const WORK = resolve("/work");

const ASSISTANT_FOLDERS = {
  "claude-code": join(homedir(), ".claude"),
  codex: join(homedir(), ".codex"),
  copilot: join(homedir(), ".copilot"),
};

const draftOf = (draft: Partial<typeof DEFAULTS.draft>) => ({ draft: { ...DEFAULTS.draft, ...draft } });

/** The settings with nothing set; the tests of each setting say what it is then. */
const DEFAULTS = readSettings({});

const DEPLOYMENT = {
  kind: "cloud",
  tempoUrl: "https://api.tempo.io",
  tempoToken: "tempo-token",
  jiraUrl: "https://acme.atlassian.net",
  jiraEmail: "ada@example.com",
  jiraToken: "jira-token",
  atlassianUrl: "https://api.atlassian.com",
  workAttributes: {},
  help: cloudHelp(new Set()),
};

describe("settings", () => {
  test("configure Tempo Cloud", () => {
    expect(readSettings(CLOUD)).toEqual({
      ...DEFAULTS,
      deployment: DEPLOYMENT,
      secrets: ["tempo-token", "jira-token", Buffer.from("ada@example.com:jira-token").toString("base64")],
    });
  });

  test("configure Data Center, with a context path", () => {
    expect(readSettings({ ...DATA_CENTER, TEMPO_WORK_ATTRIBUTES: '{"_A_":"x","_B_":2}' })).toEqual({
      ...DEFAULTS,
      deployment: {
        kind: "datacenter",
        baseUrl: "https://jira.example.com/jira",
        token: "pat-token",
        workAttributes: { _A_: "x", _B_: "2" },
        help: dataCenterHelp(),
      },
      secrets: ["pat-token"],
    });
  });

  test("permit plain http only if TEMPO_ALLOW_HTTP does", () => {
    const env = { ...DATA_CENTER, TEMPO_BASE_URL: "http://jira.internal:8080" };
    expect(readSettings(env).deployment).toBeInstanceOf(SettingsError);
    expect(readSettings({ ...env, TEMPO_ALLOW_HTTP: "1" }).deployment).toMatchObject({
      baseUrl: "http://jira.internal:8080",
    });
  });

  test("configure a proxy, and keep its password secret", () => {
    const { proxy, secrets } = readSettings({
      ...DATA_CENTER,
      https_proxy: "http://ada:pr0xy-pass@proxy:8080",
      NO_PROXY: "localhost",
    });
    expect({ proxy, secrets }).toEqual({
      proxy: { httpProxy: "", httpsProxy: "http://ada:pr0xy-pass@proxy:8080", noProxy: "localhost" },
      secrets: ["pat-token", "http://ada:pr0xy-pass@proxy:8080", "pr0xy-pass"],
    });
  });

  test.each([
    ["without its scheme", "ada:pr0xy-pass@proxy:8080", ["pr0xy-pass"]],
    ["with its password escaped", "http://ada:pr0xy%21pass@proxy:8080", ["pr0xy%21pass", "pr0xy!pass"]],
    ["with a stray per cent sign", "http://ada:100%sure@proxy:8080", ["100%sure"]],
  ])("keep the password of a proxy secret: %s", (_, address, passwords) => {
    const { secrets } = readSettings({ ...DATA_CENTER, HTTPS_PROXY: address });
    expect(secrets).toEqual(["pat-token", address, ...passwords]);
  });

  test("configure what drafts are made of, and keep the addresses of calendars secret", () => {
    const google =
      "https://calendar.google.com/calendar/ical/ada%40example.com/private-0123456789abcdef01/basic.ics";
    const { draft, secrets } = readSettings({
      ...DATA_CENTER,
      TEMPO_CALENDARS: `${google}, webcal://p1.icloud.com/p/a,b.ics, ~/work.ics`,
    });
    expect(draft).toEqual({
      gitFolders: [],
      gitEmails: [],
      calendars: [google, "https://p1.icloud.com/p/a,b.ics", join(homedir(), "work.ics")],
      sessions: [],
      stepMinutes: 15,
      titles: true,
    });
    expect(secrets).toEqual([
      "pat-token",
      google,
      "/calendar/ical/ada%40example.com/private-0123456789abcdef01/basic.ics",
      "private-0123456789abcdef01",
      "webcal://p1.icloud.com/p/a,b.ics",
      "https://p1.icloud.com/p/a,b.ics",
    ]);
    const redact = createRedactor(secrets);
    const shown = `GET ${new URL(google).pathname} of ${google} with private-0123456789abcdef01`;
    expect(redact(shown)).toBe("GET [secret] of [secret] with [secret]");
  });

  test("keep an address of a calendar secret that follows a comma, without a scheme", () => {
    const env = { ...CLOUD, TEMPO_CALENDARS: "~/work.ics,calendar.example.com/S3CRET/basic.ics" };
    const { deployment, secrets } = readSettings(env);
    expect(deployment).toBeInstanceOf(SettingsError);
    expect((deployment as SettingsError).message).not.toContain("S3CRET");
    expect(createRedactor(secrets)(`${env.TEMPO_CALENDARS} failed`)).toBe("~/work.ics,[secret] failed");
  });

  test.each([
    ["of the wrong form", "htp://calendar.example.com/S3CRET"],
    ["without a scheme", "calendar.example.com/S3CRET"],
    ["without a scheme, but for its slashes", "//calendar.example.com/S3CRET"],
    ["with http", "http://calendar.example.com/S3CRET/basic.ics"],
    ["that is only a name", "S3CRET-team.ics"],
  ])("keep what may be the address of a calendar secret: %s", (_, TEMPO_CALENDARS) => {
    const { deployment, secrets } = readSettings({ ...CLOUD, TEMPO_CALENDARS });
    expect(deployment).toBeInstanceOf(SettingsError);
    expect((deployment as SettingsError).message).not.toContain("S3CRET");
    expect(createRedactor(secrets)(`${TEMPO_CALENDARS} failed`)).toBe("[secret] failed");
  });

  test.each([
    ["JIRA_BASE_URL", "ATATT3xFfGF0-k_9=7A", []],
    ["JIRA_BASE_URL", "ATATT3xFfGF0-k_9=7A1B", ["ATATT3xFfGF0-k_9=7A1B"]],
    ["JIRA_EMAIL", "ATATT3xFfGF0-k_9=7A1B", ["ATATT3xFfGF0-k_9=7A1B"]],
    ["TEMPO_PAT_FILE", "NjYzNDk4MTk2ODA1OhkX+nFi", ["NjYzNDk4MTk2ODA1OhkX+nFi"]],
    ["TEMPO_CONFIG_FILE", "NjYzNDk4MTk2ODA1OhkX+nFi", ["NjYzNDk4MTk2ODA1OhkX+nFi"]],
    ["TEMPO_STATE_DIR", "NjYzNDk4MTk2ODA1OhkX+nFi", ["NjYzNDk4MTk2ODA1OhkX+nFi"]],
    ["TEMPO_STATE_DIR", "/home/ada/state-of-tempofiller-3", []],
    ["TEMPO_CONFIG_FILE", "settings-of-tempofiller.env", []],
    ["JIRA_EMAIL", "ada.lovelace1815@example.com", []],
    ["TEMPO_BASE_URL", "https://jira12345678901234567890", []],
    ["TEMPO_WORK_ATTRIBUTES", '{"_Account_":"ACME123456789012345"}', []],
  ])("keep a token secret that was put into %s: %s", (name, value, secret) => {
    expect(readSettings({ [name]: value }).secrets).toEqual(secret);
  });

  test.each(["", " ", `\${user_config.tempo_pat}`, ` \${TEMPO_PAT} `])("treat %j as not set", (unset) => {
    const env = Object.fromEntries(listVariables().map(({ name }) => [name, unset]));
    expect(readSettings({ ...env, ...CLOUD })).toEqual(readSettings(CLOUD));
  });

  test("keep a token that contains a placeholder among other characters", () => {
    const { deployment } = readSettings({ ...DATA_CENTER, TEMPO_PAT: `a\${b}` });
    expect(deployment).toMatchObject({ token: `a\${b}` });
  });

  test.each([
    ["https://api.eu.tempo.io", "https://api.eu.tempo.io"],
    ["https://api.us.tempo.io/", "https://api.us.tempo.io"],
    ["https://api.tempo.io/4", "https://api.tempo.io"],
    ["https://api.tempo.io/4/", "https://api.tempo.io"],
    [" https://api.tempo.io/4/ ", "https://api.tempo.io"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["http://127.0.0.1:8080/tempo/4", "http://127.0.0.1:8080/tempo"],
    ["http://[::1]:8080", "http://[::1]:8080"],
  ])("accept %j as the URL of Tempo", (TEMPO_API_URL, tempoUrl) => {
    expect(readSettings({ ...CLOUD, TEMPO_API_URL }).deployment).toEqual({ ...DEPLOYMENT, tempoUrl });
  });

  test.each([
    ["https://api.atlassian.com/", "https://api.atlassian.com"],
    ["https://gateway.example.com/atlassian/", "https://gateway.example.com/atlassian"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["", "https://api.atlassian.com"],
  ])("accept %j as the URL of Atlassian's API", (ATLASSIAN_API_URL, atlassianUrl) => {
    expect(readSettings({ ...CLOUD, ATLASSIAN_API_URL }).deployment).toEqual({ ...DEPLOYMENT, atlassianUrl });
  });

  test.each([
    ["https://acme.atlassian.net/", "https://acme.atlassian.net"],
    ["https://acme.atlassian.net/jira/software/projects/X/boards/1", "https://acme.atlassian.net"],
    ["https://acme.atlassian.net/browse/DEMO-1?focusedId=7#comment", "https://acme.atlassian.net"],
    ["https://acme.atlassian.net/wiki", "https://acme.atlassian.net"],
    ["acme.atlassian.net/secure/Dashboard.jspa", "https://acme.atlassian.net"],
    ["jira.example.com:8443/base", "https://jira.example.com:8443/base"],
    ["https://jira.example.com/projects", "https://jira.example.com/projects"],
    ["https://jira.example.com/restaurant", "https://jira.example.com/restaurant"],
    ["https://your-health.atlassian.net", "https://your-health.atlassian.net"],
    ["https://jira.example.com/base//", "https://jira.example.com/base"],
    ["https://acme.atlassian.net.example.com/base", "https://acme.atlassian.net.example.com/base"],
  ])("accept %j as the URL of Jira", (JIRA_BASE_URL, jiraUrl) => {
    expect(readSettings({ ...CLOUD, JIRA_BASE_URL }).deployment).toEqual({ ...DEPLOYMENT, jiraUrl });
  });

  function problemIn(env: Environment): string {
    const { deployment } = readSettings(env);
    expect(deployment).toBeInstanceOf(SettingsError);
    const { message } = deployment as SettingsError;
    expect(message).not.toMatch(/tempo-token|jira-token|a\nb|a:b/);
    return message;
  }

  test.each([
    ["TEMPO_WORK_ATTRIBUTES", "[1]", "must be a JSON object"],
    ["TEMPO_WORK_ATTRIBUTES", "null", "must be a JSON object"],
    ["TEMPO_WORK_ATTRIBUTES", '{"a":{}}', "must be a JSON object"],
    ["TEMPO_API_URL", "ftp://api.tempo.io", "must start with https://"],
    ["TEMPO_API_URL", "http://127.0.0.1.example.com", "must start with https://"],
    ["ATLASSIAN_API_URL", "http://api.atlassian.com", "must start with https://"],
    ["ATLASSIAN_API_URL", "https://me@api.atlassian.com", "contains a user name or password."],
    ["JIRA_BASE_URL", "https://:b@acme.atlassian.net", "contains a user name or password."],
    [
      "TEMPO_BASE_URL",
      "https://jira.example.com#x",
      "contains a query or fragment. Set it to https://jira.example.com.",
    ],
    [
      "TEMPO_BASE_URL",
      "https://jira.example.com/jira/?x=1",
      "contains a query or fragment. Set it to https://jira.example.com/jira.",
    ],
    ["TEMPO_API_TOKEN", "a\nb", "contains a line break. Copy it again."],
    ["TEMPO_CALL_BUDGET_MS", "0", "must be a number"],
    ...["24:00", "9", ":30", "9:5", "09:00:00"].map((text) => [
      "TEMPO_START_TIME",
      text,
      `must be a time of day from 00:00 to 23:59, such as 09:00, not "${text}".`,
    ]),
    [
      "TEMPO_TOOLSETS",
      "all, fil",
      `must be one or more of ${TOOL_SETS.join(", ")}, all, separated by commas, not "fil".`,
    ],
    ["TEMPO_SUMMARY_FIRST", "2", "must be 1 or true"],
    ["TEMPO_STRUCTURED_CONTENT", "0", 'must be on or off, not "0".'],
    ["TEMPO_CONFIRM", "ask", 'must be digest or form, not "ask".'],
  ])("report what is wrong, without showing a token: %s=%s %s", (name = "", text, problem) => {
    const env = { ...(name in DATA_CENTER ? DATA_CENTER : CLOUD), [name]: text };
    expect(problemIn(env)).toContain(`${name} ${problem}`);
  });

  test.each<[what: string, env: Environment, part: string]>([
    [
      "Tempo Cloud's URL beside a Data Center",
      { ...DATA_CENTER, TEMPO_API_URL: "https://api.tempo.io" },
      "remove TEMPO_API_URL.",
    ],
    [
      "another protocol, http permitted",
      { ...CLOUD, TEMPO_API_URL: "ftp://api.tempo.io", TEMPO_ALLOW_HTTP: "1" },
      "TEMPO_API_URL must start with https://",
    ],
    [
      "http permitted by 0",
      { ...CLOUD, JIRA_BASE_URL: "http://jira.internal", TEMPO_ALLOW_HTTP: "0" },
      "For an internal server without TLS, set TEMPO_ALLOW_HTTP=1.",
    ],
    ["an empty variable", { ...CLOUD, JIRA_EMAIL: " " }, "Also set JIRA_EMAIL."],
  ])("with %s report what to change", (_, env, part) => {
    expect(problemIn(env)).toContain(part);
  });

  test.each([
    ["TEMPO_TIMEOUT_MS", "", { timeout: 30_000 }],
    ["TEMPO_TIMEOUT_MS", "1000", { timeout: 1000 }],
    ["TEMPO_CALL_BUDGET_MS", "", { budget: 50_000 }],
    ["TEMPO_READ_ONLY", "1", { readOnly: true }],
    ["TEMPO_READ_ONLY", " TRUE ", { readOnly: true }],
    ["TEMPO_READ_ONLY", "0", { readOnly: false }],
    ["TEMPO_READ_ONLY", "false", { readOnly: false }],
    ["TEMPO_READ_ONLY", "", { readOnly: false }],
    ["TEMPO_TOOLSETS", "", { toolSets: new Set() }],
    ["TEMPO_TOOLSETS", "default", { toolSets: new Set() }],
    ["TEMPO_TOOLSETS", " Fill, ,default", { toolSets: new Set(["fill"]) }],
    ["TEMPO_TOOLSETS", "fill, EDIT,find", { toolSets: new Set(["fill", "edit", "find"]) }],
    ["TEMPO_SUMMARY_FIRST", "1", { summaryFirst: true }],
    ["TEMPO_SUMMARY_FIRST", "", { summaryFirst: false }],
    ["TEMPO_STRUCTURED_CONTENT", "off", { structuredContent: false }],
    ["TEMPO_STRUCTURED_CONTENT", "ON", { structuredContent: true }],
    ["TEMPO_STRUCTURED_CONTENT", "", { structuredContent: true }],
    ["TEMPO_START_TIME", "", { startTime: undefined }],
    ["TEMPO_START_TIME", "9:05", { startTime: "09:05" }],
    ["TEMPO_START_TIME", " 23:59 ", { startTime: "23:59" }],
    ["TEMPO_DUPLICATES", "", { duplicates: "skip" }],
    ["TEMPO_DUPLICATES", "allow", { duplicates: "allow" }],
    ["TEMPO_CONFIRM", "", { confirmation: "digest" }],
    ["TEMPO_CONFIRM", "Form", { confirmation: "form" }],
    ["HTTPS_PROXY", "", { proxy: undefined }],
    ["TEMPO_GIT_FOLDERS", "", { draft: DEFAULTS.draft }],
    ["TEMPO_GIT_FOLDERS", "~", draftOf({ gitFolders: [homedir()] })],
    ["TEMPO_GIT_FOLDERS", `~/src/, ${WORK},${WORK}`, draftOf({ gitFolders: [join(homedir(), "src"), WORK] })],
    [
      "TEMPO_GIT_FOLDERS",
      `${join(WORK, "Kim, Ltd")},~${sep}a,b,`,
      draftOf({ gitFolders: [join(WORK, "Kim, Ltd"), join(homedir(), "a,b")] }),
    ],
    [
      "TEMPO_GIT_EMAILS",
      "Ada@Example.com, ada@laptop;1+ada@users.noreply.github.com",
      draftOf({ gitEmails: ["ada@example.com", "ada@laptop", "1+ada@users.noreply.github.com"] }),
    ],
    [
      "TEMPO_CALENDARS",
      `~/work.ics,${join(WORK, "team.ics")}`,
      draftOf({ calendars: [join(homedir(), "work.ics"), join(WORK, "team.ics")] }),
    ],
    ["TEMPO_SESSIONS", "all", draftOf({ sessions: ["claude-code", "codex", "copilot"] })],
    ["TEMPO_SESSIONS", "Codex", draftOf({ sessions: ["codex"] })],
    ["TEMPO_STEP_MINUTES", "6", draftOf({ stepMinutes: 6 })],
    ["TEMPO_STEP_MINUTES", "", draftOf({ stepMinutes: 15 })],
    ["TEMPO_DRAFT_TITLES", "OFF", draftOf({ titles: false })],
    ["TEMPO_CONFIG_FILE", join(WORK, ".env"), { rulesFile: join(WORK, ".env.rules.json") }],
    ["TEMPO_CONFIG_FILE", "off", { rulesFile: undefined }],
    ["CLAUDE_CONFIG_DIR", WORK, { assistantFolders: { ...ASSISTANT_FOLDERS, "claude-code": WORK } }],
    ["CODEX_HOME", WORK, { assistantFolders: { ...ASSISTANT_FOLDERS, codex: WORK } }],
    ["COPILOT_HOME", WORK, { assistantFolders: { ...ASSISTANT_FOLDERS, copilot: WORK } }],
  ])("read %s=%j for any deployment, and without one", (name, text, option) => {
    for (const deployment of [CLOUD, DATA_CENTER, {}])
      expect(readSettings({ ...deployment, [name]: text })).toEqual({
        ...readSettings(deployment),
        ...option,
      });
  });

  test("name the scopes that the tool sets approvals, details and team need too, if they are on", () => {
    const { toolSets, deployment } = readSettings({ ...CLOUD, TEMPO_TOOLSETS: "all" });
    expect(toolSets).toEqual(new Set(TOOL_SETS));
    expect(deployment).toEqual({
      ...DEPLOYMENT,
      help: cloudHelp(new Set(["approvals", "teams", "accounts"])),
    });
    expect(cloudHelp(new Set(["approvals"])).tempo.scopes).toEqual([
      "Worklogs (manage)",
      "Schemes (view)",
      "Periods (view)",
      "Approvals (manage)",
    ]);
    expect(cloudHelp(new Set(["teams"])).tempo.scopes).toEqual([
      "Worklogs (manage)",
      "Schemes (view)",
      "Teams (view)",
      "Approvals (view)",
    ]);
  });

  test("name the scope that the account of the issue needs too, if it is set", () => {
    const env = { ...CLOUD, TEMPO_WORK_ATTRIBUTES: '{"_Account_":"@issue"}', TEMPO_TOOLSETS: "approvals" };
    const { deployment } = readSettings(env);
    const help = cloudHelp(new Set(["approvals", "accounts"]));
    expect(deployment).toEqual({ ...DEPLOYMENT, workAttributes: { _Account_: "@issue" }, help });
    expect(help.tempo.scopes.slice(-2)).toEqual(["Approvals (manage)", "Accounts (view)"]);
  });

  test("set work attributes on Cloud too", () => {
    const env = { ...CLOUD, TEMPO_WORK_ATTRIBUTES: '{"_A_":"x"}' };
    expect(readSettings(env).deployment).toEqual({ ...DEPLOYMENT, workAttributes: { _A_: "x" } });
  });

  test.each([
    ["1", true],
    ["true", true],
    ["0", false],
    ["", false],
  ])("with TEMPO_DEBUG=%s set debug mode to %s", (TEMPO_DEBUG, debug) => {
    expect(readSettings({ ...CLOUD, TEMPO_DEBUG }).debug).toBe(debug);
  });
});

describe("a token's file", () => {
  async function fileWith(content: string | Uint8Array): Promise<string> {
    const folder = temporaryFolder();
    const path = join(folder, "token");
    await writeFile(path, content, { mode: 0o600 });
    return path;
  }

  test.each([
    ["plain", "pat-token"],
    ["with white space around it", " \tpat-token\r\n\n"],
    ["with a byte order mark", "\ufeffpat-token\n"],
    ["as Windows PowerShell writes it", Buffer.from("\ufeffpat-token\r\n", "utf16le")],
  ])("replaces the token, and is as secret: %s", async (_, content) => {
    const { TEMPO_PAT, ...others } = DATA_CENTER;
    const TEMPO_PAT_FILE = await fileWith(content);
    expect(readSettings({ ...others, TEMPO_PAT_FILE })).toEqual(readSettings(DATA_CENTER));
  });

  test.skipIf(process.platform === "win32").each([
    [0o640, true],
    [0o604, true],
    [0o400, false],
  ])("that has the mode %o is reported: %s", async (mode, isReported) => {
    const { TEMPO_PAT, ...others } = DATA_CENTER;
    const TEMPO_PAT_FILE = await fileWith("pat-token");
    await chmod(TEMPO_PAT_FILE, mode);
    const message =
      "Other users of this machine can read the file that TEMPO_PAT_FILE points to. Restrict it: chmod 600.";
    expect(readSettings({ ...others, TEMPO_PAT_FILE }).warnings).toEqual(
      isReported ? [{ check: "token_file", message }] : [],
    );
  });

  test.skipIf(process.platform === "win32").each([
    [0o440, true],
    [0o444, true],
    [0o620, false],
    [0o606, false],
  ])("that has the mode %o is used: %s", async (mode, isUsed) => {
    const { TEMPO_PAT, ...others } = DATA_CENTER;
    const TEMPO_PAT_FILE = await fileWith("pat-token");
    await chmod(TEMPO_PAT_FILE, mode);
    const message =
      `TEMPO_PAT_FILE points to ${TEMPO_PAT_FILE}, which is not used, since other users can write to it. Look at what it contains, then ` +
      `run: chmod go-w ${TEMPO_PAT_FILE}`;
    const { deployment, secrets } = readSettings({ ...others, TEMPO_PAT_FILE });
    expect([deployment, secrets]).toEqual(
      isUsed
        ? [expect.objectContaining({ kind: "datacenter" }), ["pat-token"]]
        : [new SettingsError(message), []],
    );
  });

  test("can be set for one or both tokens of Cloud, by a relative path too", async () => {
    const { TEMPO_API_TOKEN, JIRA_API_TOKEN, ...others } = CLOUD;
    const TEMPO_API_TOKEN_FILE = await fileWith(TEMPO_API_TOKEN);
    const JIRA_API_TOKEN_FILE = relative(process.cwd(), await fileWith(JIRA_API_TOKEN));
    const expected = readSettings(CLOUD);
    expect(readSettings({ ...others, TEMPO_API_TOKEN_FILE, JIRA_API_TOKEN_FILE })).toEqual(expected);
    expect(readSettings({ ...others, TEMPO_API_TOKEN, JIRA_API_TOKEN_FILE })).toEqual(expected);
  });

  test.each([
    ["TEMPO_API_TOKEN", CLOUD],
    ["JIRA_API_TOKEN", CLOUD],
    ["TEMPO_PAT", DATA_CENTER],
  ])("is rejected beside %s itself, which stays secret", async (name, env) => {
    const { deployment, secrets } = readSettings({ ...env, [`${name}_FILE`]: await fileWith("other") });
    expect(deployment).toEqual(
      new SettingsError(`${name} and ${name}_FILE are both set. Remove one of them.`),
    );
    expect(secrets).toEqual(readSettings(env).secrets);
  });

  test("that is missing, empty or a folder is rejected by variable and path", async () => {
    const [empty, { TEMPO_PAT, ...others }] = [await fileWith("\ufeff \n"), DATA_CENTER];
    const missing = `${empty}.missing`;
    const refusal = (path: string, why: string) =>
      new SettingsError(
        `TEMPO_PAT_FILE points to ${path}, which ${why}. Set it to a file that contains only the token.`,
      );
    const deploymentOf = (TEMPO_PAT_FILE: string) => readSettings({ ...others, TEMPO_PAT_FILE }).deployment;
    expect(deploymentOf(empty)).toEqual(refusal(empty, "is empty"));
    expect(deploymentOf(missing)).toEqual(refusal(missing, "cannot be read (ENOENT)"));
    expect(deploymentOf(tmpdir())).toEqual(refusal(tmpdir(), "cannot be read (EISDIR)"));
    expect(deploymentOf(relative(process.cwd(), missing))).toEqual(
      refusal(missing, "cannot be read (ENOENT)"),
    );
  });

  test("that contains more than a token is rejected without being shown, and all of it is secret", async () => {
    const { TEMPO_PAT, ...others } = DATA_CENTER;
    const TEMPO_PAT_FILE = await fileWith("user\npat-token");
    const { deployment, secrets } = readSettings({ ...others, TEMPO_PAT_FILE });
    expect(deployment).toEqual(
      new SettingsError(
        "The file that TEMPO_PAT_FILE points to has 2 lines of text. Leave only the token in it.",
      ),
    );
    expect(secrets).toEqual(["user\npat-token"]);
  });

  test("counts as its token if two deployments are configured, or only a part of one", async () => {
    const { TEMPO_PAT, ...others } = DATA_CENTER;
    const TEMPO_PAT_FILE = await fileWith(TEMPO_PAT);
    expect(readSettings({ TEMPO_PAT_FILE }).deployment).toEqual(readSettings({ TEMPO_PAT }).deployment);
    expect(
      (readSettings({ ...CLOUD, ...others, TEMPO_PAT_FILE }).deployment as SettingsError).message,
    ).toContain("For Tempo Cloud, remove TEMPO_BASE_URL and TEMPO_PAT_FILE.");
  });
});

describe("redaction", () => {
  test("removes every secret, and a longer one before one that is part of it", () => {
    const redact = createRedactor(["abcd", "abcdef", "8", ""]);
    expect(redact("x abcdef y abcd z 8")).toBe("x [secret] y [secret] z 8");
  });
});
