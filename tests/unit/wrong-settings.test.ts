import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readAddress } from "../../src/cli/setup/site.ts";
import { readSettings } from "../../src/config/settings.ts";
import { readSettingsFile, WITHOUT_FAULTS } from "../../src/config/settings-file.ts";
import { problemInAddress } from "../../src/config/suspicious-values.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { CLOUD } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { HOW_TO_SET, unread, WRONG_SETTINGS } from "../helpers/wrong-settings.ts";

describe("a wrong setting gets its own sentence, offline and without a secret", () => {
  test.each(WRONG_SETTINGS)("%s", (_, env, ...problems) => {
    const { deployment } = readSettings(env);
    expect(deployment).toBeInstanceOf(SettingsError);
    expect((deployment as SettingsError).problems).toEqual(problems);
    expect((deployment as SettingsError).message).toBe(problems.join(" "));
    expect(JSON.stringify(deployment)).not.toContain("S3CRET");
  });
});

describe("the settings file", () => {
  function readFile(content: string) {
    const folder = temporaryFolder();
    const TEMPO_CONFIG_FILE = join(folder, "settings.env");
    writeFileSync(TEMPO_CONFIG_FILE, content, { mode: 0o600 });
    return { path: TEMPO_CONFIG_FILE, settings: readSettings({}, readSettingsFile({ TEMPO_CONFIG_FILE })) };
  }

  test("is searched for settings under another name, too", () => {
    const { settings } = readFile("JIRA_URL=https://jira.example.com\nTEMPO_PAT=S3CRET\n");
    expect(settings.deployment).toBeInstanceOf(SettingsError);
    expect((settings.deployment as SettingsError).problems).toEqual([
      `Tempo on Jira Data Center is only partly configured. Also set TEMPO_BASE_URL. ${HOW_TO_SET}`,
      unread("JIRA_URL", "TEMPO_BASE_URL"),
    ]);
    expect(settings.warnings).toEqual([]);
  });

  test("that works is reported with each name that has no effect", () => {
    const { path, settings } = readFile(
      "TEMPO_BASE_URL=https://jira.example.com\nTEMPO_PAT=x\ntempo_debug=1\nTEMPO_FAST=1\n",
    );
    expect(settings.warnings).toEqual([
      {
        check: "settings_file",
        message: `The settings file ${path} sets TEMPO_FAST, which TempoFiller does not read.`,
      },
      {
        check: "settings_file",
        message: `The settings file ${path} sets tempo_debug, which TempoFiller does not read. Did you mean TEMPO_DEBUG?`,
      },
    ]);
  });

  test.each([
    ["that is alone on a line", "ATATT3xFfGF0-S3CRET"],
    ["that is alone on a line, with an equals sign", "ATATT3xFfGF0 S3CRET=1A2B"],
    ["after a colon, as YAML has it", "JIRA_API_TOKEN: ATATT3xFfGF0-S3CRET"],
  ])("names the line of a token %s, and reads the lines around it", (_, line) => {
    const { path, settings } = readFile(`TEMPO_BASE_URL=https://jira.example.com\n\n${line}\nTEMPO_PAT=x\n`);
    expect(settings.deployment).toMatchObject({ kind: "datacenter", token: "x" });
    expect(settings.warnings).toEqual([
      {
        check: "settings_file",
        message: `Line 3 of the settings file ${path} is not of the form NAME=value, so it sets nothing. Correct it, or begin it with #.`,
      },
    ]);
  });

  test.each([
    ["of PowerShell", '$env:TEMPO_PAT = "x"', "in a form"],
    ["in quotes", '"TEMPO_PAT"="x",', "in a form"],
    ["with dashes", "TEMPO-PAT=x", "in a form"],
    [
      "with a character that cannot be seen",
      "TEMPO_PAT\u200b=x",
      "with a zero-width space (U+200B) at its end",
    ],
  ])("names the line of a setting whose name is written %s", (_, line, why) => {
    const { path, settings } = readFile(`TEMPO_BASE_URL=https://jira.example.com\n${line}\n`);
    const { message } = settings.deployment as SettingsError;
    expect(message).toContain(
      `Line 2 of the settings file ${path} sets TEMPO_PAT ${why} that TempoFiller does not read. Write TEMPO_PAT=value.`,
    );
  });

  test("that means to allow reading only refuses everything, since all could write otherwise", () => {
    const { settings } = readFile(
      "TEMPO_BASE_URL=https://jira.example.com\nTEMPO_PAT=x\nTEMPO_READ-ONLY=1\n",
    );
    expect(settings.optionsError?.message).toMatch(
      /^Line 3 of the settings file .* sets TEMPO_READ_ONLY in a form/,
    );
    expect(readFile("TEMPO_PAT=x\nTEMPO_READONLY=1\n").settings.optionsError?.message).toBe(
      "TEMPO_READONLY is set, which TempoFiller does not read: rename it to TEMPO_READ_ONLY.",
    );
  });

  test("names at most five lines, and all of a setting that is set twice", () => {
    const { path, settings } = readFile(
      `TEMPO_BASE_URL=https://jira.example.com\nTEMPO_PAT='a\nb'\n${"S3CRET\n".repeat(7)}export TEMPO_PAT = x\n#TEMPO_PAT=y\n`,
    );
    expect(settings.deployment).toMatchObject({ kind: "datacenter", token: "x" });
    expect(settings.warnings.map(({ message }) => message)).toEqual([
      `Lines 4, 5, 6, 7, 8 and 2 more of the settings file ${path} are not of the form NAME=value, so they set nothing. Correct them, or ` +
        "begin them with #.",
      `The settings file ${path} sets TEMPO_PAT in lines 2 and 11, of which line 11 counts. Remove the others.`,
    ]);
  });

  test("is named with its lines, and not with how to set it up, if they are why nothing is configured", () => {
    const { path, settings } = readFile("TEMPO_BASE_URL: https://jira.example.com\nTEMPO_PAT: S3CRET\n");
    expect(settings.deployment).toEqual(
      new SettingsError(
        `Lines 1 and 2 of the settings file ${path} are not of the form NAME=value, so they set nothing. Correct them, or begin them with #.`,
        "Tempo is not configured.",
      ),
    );
    expect(settings.warnings).toEqual([]);
  });

  test("is named with its lines before what is missing if a part is configured", () => {
    const { path, settings } = readFile("TEMPO_BASE_URL=https://jira.example.com\nTEMPO_PAT: S3CRET\n");
    expect(settings.deployment).toEqual(
      new SettingsError(
        `Line 2 of the settings file ${path} is not of the form NAME=value, so it sets nothing. Correct it, or begin it with #.`,
        "Tempo on Jira Data Center is only partly configured. Also set TEMPO_PAT.",
      ),
    );
  });

  test("is named after what is missing for a fault that is not the reason", () => {
    const { path, settings } = readFile("TEMPO_DEBUG=1\nTEMPO_DEBUG=0\n");
    expect((settings.deployment as SettingsError).problems).toEqual([
      expect.stringMatching(/^Tempo is not configured\./),
      `The settings file ${path} sets TEMPO_DEBUG in lines 1 and 2, of which line 2 counts. Remove the others.`,
    ]);
  });

  test("is refused if its path begins with a tilde", () => {
    const settings = readSettings({}, readSettingsFile({ TEMPO_CONFIG_FILE: "~/tempo.env" }));
    expect(settings.deployment).toEqual(
      new SettingsError(
        `TEMPO_CONFIG_FILE begins with ~, which only a shell replaces. Set it to ${join(homedir(), "tempo.env")}.`,
      ),
    );
  });

  test("shows no token that an equals sign makes a name", () => {
    const { path, settings } = readFile(
      "TEMPO_BASE_URL=https://jira.example.com\nTEMPO_PAT=x\nATATT3xFfGF0S3CRET=1A2B\n",
    );
    expect(settings.warnings).toEqual([
      {
        check: "settings_file",
        message: `The settings file ${path} sets a name of 18 characters, which TempoFiller does not read.`,
      },
    ]);
  });
});

describe("a token's file with more than a token is refused without being shown", () => {
  test.each([
    [
      "the name before it",
      "TEMPO_PAT=S3CRET\n",
      "The token in TEMPO_PAT_FILE begins with the name TEMPO_PAT, which is not part of the value. Set it to what follows the name.",
    ],
    [
      "JSON",
      '{\n  "token": "S3CRET"\n}\n',
      "The token in TEMPO_PAT_FILE is JSON. Set it to the token alone.",
    ],
    [
      "an invisible character",
      "S3CRET\u200b\n",
      "The token in TEMPO_PAT_FILE contains a zero-width space (U+200B) at its end. Remove it.",
    ],
  ])("%s", (_, content, problem) => {
    const folder = temporaryFolder();
    const TEMPO_PAT_FILE = join(folder, "pat");
    writeFileSync(TEMPO_PAT_FILE, content, { mode: 0o600 });
    const { deployment } = readSettings({ TEMPO_BASE_URL: "https://jira.example.com", TEMPO_PAT_FILE });
    expect(deployment).toEqual(new SettingsError(problem));
  });
});

describe("a profile that is named", () => {
  const [ours, theirs] = ["https://jira.example.com", "https://jira.example.org"];
  const warningsOf = (env: Record<string, string>, saved = ours) =>
    readSettings(env, {
      ...{ path: "client-b.env", exists: true, ...WITHOUT_FAULTS },
      values: { TEMPO_BASE_URL: saved, TEMPO_PAT: "x" },
    }).warnings;

  test("is a warning if the environment has another site, which wins", () => {
    expect(warningsOf({ TEMPO_PROFILE: "client-b", TEMPO_BASE_URL: theirs })).toEqual([
      {
        check: "environment",
        message:
          "TEMPO_BASE_URL of the environment wins over that of the profile client-b, which is of another site. Unset it to use the profile's.",
      },
    ]);
  });

  test.each([
    ["if it has the same one", { TEMPO_PROFILE: "client-b", TEMPO_BASE_URL: `${ours}/` }],
    ["if it has none", { TEMPO_PROFILE: "client-b" }],
    ["without the name", { TEMPO_BASE_URL: theirs }],
  ])("is none %s", (_, env) => {
    expect(warningsOf(env)).toEqual([]);
  });
});

describe("a name in the environment that is nearly a setting", () => {
  const namesIn = (env: Record<string, string>) => readSettings(env).warnings;

  test.each([
    ["TEMPO_READONLY", "TEMPO_READ_ONLY"],
    ["TEMPO_TOOLSET", "TEMPO_TOOLSETS"],
    ["tempo_debug", "TEMPO_DEBUG"],
    ["TEMPOFILLER_CONFIRM", "TEMPO_CONFIRM"],
    ["TEMPO_API_URI", "TEMPO_API_URL"],
  ])("is a warning if the settings work: %s", (name, meant) => {
    expect(namesIn({ ...CLOUD, [name]: "1" })).toEqual([
      {
        check: "environment",
        message: `The environment sets ${name}, which TempoFiller does not read. Did you mean ${meant}?`,
      },
    ]);
  });

  test.each([
    [
      "that other programs read",
      ["JIRA_HOST", "JIRA_URL", "JIRA_USER", "JIRA_PROJECT", "TEMPO_URL", "TEMPO_TOKEN"],
    ],
    [
      "of Grafana Tempo",
      [
        "TEMPO_HOST",
        "TEMPO_PORT",
        "TEMPO_ENDPOINT",
        "TEMPO_VERSION",
        "TEMPO_QUERY_URL",
        "TEMPO_STORAGE_PATH",
      ],
    ],
    [
      "of other servers for Jira",
      ["ATLASSIAN_EMAIL", "ATLASSIAN_SITE_NAME", "JIRA_PERSONAL_TOKEN", "JIRA_SSL_VERIFY"],
    ],
    ["that only the server over HTTP would read", ["TEMPOFILLER_TLS_CERT", "TEMPOFILLER_ISSUER"]],
    ["that mean a setting of the other deployment", ["TEMPO_PATT", "TEMPO_BASEURL"]],
    ["without a value", []],
  ])("is silent for names %s", (_, names) => {
    expect(
      namesIn({ ...CLOUD, TEMPO_READONLY: " ", ...Object.fromEntries(names.map((name) => [name, "1"])) }),
    ).toEqual([]);
  });

  test("is silent if the setting itself is set too", () => {
    expect(namesIn({ ...CLOUD, TEMPO_READONLY: "1", TEMPO_READ_ONLY: "1" })).toEqual([]);
  });
});

describe("the address that setup asks for", () => {
  const problemOf = (text: string) => {
    const address = readAddress(text);
    return address && problemInAddress(text, address);
  };

  test.each([
    [
      "acme.jira.com/browse/DEMO-1",
      "JIRA_BASE_URL is acme.jira.com, a former address of a Jira Cloud site. Set it to https://acme.atlassian.net.",
    ],
  ])("is refused like the setting: %s", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test.each([
    "jira",
    "jira:8080",
    "http://acme.atlassian.net",
    "https://jira.example.com/jira/browse/DEMO-1?a=b",
    "acme.atlassian.net/browse/DEMO-1",
  ])("may be any page of a Jira: %s", (text) => {
    expect(problemOf(text)).toBeUndefined();
  });
});
