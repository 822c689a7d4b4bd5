import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { planRegistration } from "../../../src/cli/hosts/changes.ts";
import { findHost } from "../../../src/cli/hosts/hosts.ts";
import { cancelled, type SetupContext, type SetupOptions } from "../../../src/cli/setup/context.ts";
import { runSetup } from "../../../src/cli/setup/setup.ts";
import type { SettingsFile } from "../../../src/config/settings-file.ts";
import { editSettings } from "../../../src/config/settings-lines.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { type Entry, failing, invalidInput, invalidSettings, type Met } from "./entry.ts";

const SANDBOX = { sandbox: "cloud", yes: true } as const;

/** Runs setup without a terminal, in a home folder with these files; the folder's name varies. */
export const settingUp =
  (
    options: Partial<SetupOptions>,
    files: Record<string, string | Uint8Array> = {},
    context: Partial<SetupContext> = {},
  ) =>
  async (): Promise<Met> => {
    const home = temporaryFolder();
    for (const [name, content] of Object.entries(files)) {
      const path = join(home, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content, { mode: 0o700 });
    }
    const { env, ...others } = context;
    const { text, code } = await failing(() =>
      runSetup(
        { sandbox: undefined, ...options },
        {
          env: { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), PATH: join(home, "bin"), ...env },
          file: undefined,
          home,
          script: "LICENSE",
          stdin: Readable.from([]),
          width: 80,
          isTerminal: false,
          print: () => {},
          log: () => {},
          ...others,
        },
      ),
    )();
    return { text: text.replaceAll(home, "~"), ...(code && { code }) };
  };

const ACME_FILE: SettingsFile = {
  path: "/acme.env",
  exists: true,
  values: { JIRA_BASE_URL: "https://acme.atlassian.net" },
  unknown: [],
  misspelt: [],
  unread: [],
  faults: [],
};

/** A host's file whose server is for a site. */
const FOR_ACME = JSON.stringify({
  mcpServers: { tempofiller: { command: "node", args: [], env: ACME_FILE.values } },
});

const stdin = (text: string) => ({ stdin: Readable.from([text]) });

const NAMES =
  "claude-desktop, claude-code, vscode, cursor, codex, gemini-cli, qwen-code, opencode, windsurf, zed, cline";

const ON_LINUX: Entry[] = [
  invalidSettings(
    "a settings file that is not UTF-8, with settings in the environment",
    settingUp(
      { yes: true },
      { ".config/tempofiller/settings.env": Buffer.from("# caf\xe9\n", "latin1") },
      {
        env: { TEMPO_BASE_URL: "http://127.0.0.1:2", TEMPO_PAT: "some-token" },
        print: (line) => {
          throw new Error(`checked before: ${line}`);
        },
      },
    ),
    "~/.config/tempofiller/settings.env cannot be read as UTF-8 (ERR_ENCODING_INVALID_ENCODED_DATA), so it was left as it is.",
  ),
  {
    cause: "a host's file that cannot be written",
    async meet() {
      const host = findHost("cursor");
      const place = { platform: "linux", env: {}, home: "/proc/self" } as const;
      const change =
        host && planRegistration(host, place, { name: "tempofiller", command: "node", args: [] });
      return failing(() => change?.apply())();
    },
    code: "invalid_settings",
    text: "/proc/self/.cursor/mcp.json cannot be written (ENOENT), so it was left as it is.",
  },
];

const ON_UNIX: Entry[] = [];

/** Errors that setup reports before it changes anything. */
export const SETUP: Entry[] = [
  ...(process.platform === "win32" ? [] : ON_UNIX),
  invalidInput(
    "no terminal to ask for the settings on",
    settingUp({}),
    "There is no terminal to ask on. Add --yes, with the settings in the environment or, with --tokens -, on stdin.",
  ),
  invalidInput(
    "no terminal to ask on whether to remove",
    settingUp({ remove: true }, { ".cursor/mcp.json": '{"mcpServers":{"tempofiller":{}}}' }),
    "Nothing was changed: there is no terminal to ask on. Add --yes to make these changes.",
  ),
  {
    cause: "Ctrl-C at a question",
    meet: failing(() => {
      throw cancelled();
    }),
    code: "cancelled",
    text: "Cancelled: nothing was changed.",
  },
  invalidSettings(
    "no settings, in a script",
    settingUp({ yes: true }),
    "Tempo is not configured. Leave --yes out, and setup asks for the settings; or give them in the environment or, with --tokens -, on stdin.",
  ),
  invalidSettings(
    "a part of the settings, in a script",
    settingUp({ yes: true, tokens: "-" }, {}, stdin("TEMPO_PAT=some-token\n")),
    "Tempo on Jira Data Center is only partly configured. Also set TEMPO_BASE_URL. Leave --yes out, and setup asks for the settings; or " +
      "give them in the environment or, with --tokens -, on stdin.",
  ),
  invalidSettings(
    "no settings file to write",
    settingUp({ yes: true }, {}, { env: { TEMPO_CONFIG_FILE: "off" } }),
    "TEMPO_CONFIG_FILE is off, so there is no settings file to write. Unset it, or set it to the path of one.",
  ),
  invalidInput(
    "settings for another site, in a script",
    settingUp(
      { yes: true, tokens: "-", host: ["cursor"] },
      {},
      { ...stdin("TEMPO_BASE_URL=https://jira.client-b.example\nTEMPO_PAT=some-token\n"), file: ACME_FILE },
    ),
    "/acme.env has the settings for https://acme.atlassian.net, which those for https://jira.client-b.example would replace. To keep " +
      "both, add --name client-b; to replace them, add --replace.",
  ),
  invalidInput(
    "the sandbox in place of a site, in a script",
    settingUp({ ...SANDBOX, host: ["cursor"] }, { ".cursor/mcp.json": FOR_ACME }),
    "Cursor starts the server for https://acme.atlassian.net, which the sandbox would replace. To keep both, add --name sandbox; to " +
      "replace it, add --replace. Nothing was changed.",
  ),
  invalidInput(
    "a link for a host that has none",
    settingUp({ ...SANDBOX, link: true, host: ["zed"] }),
    "--link only works with vscode and cursor, not with zed. See tempofiller help setup.",
  ),
  invalidInput(
    "no host to register with",
    settingUp(SANDBOX),
    `Name the host to register with: --host ${NAMES}.`,
  ),
  invalidInput(
    "an unknown host",
    settingUp({ ...SANDBOX, host: ["emacs"] }),
    `Unknown host 'emacs'. Available: ${NAMES}.`,
  ),
  invalidInput(
    "the beginning of a host's name",
    settingUp({ ...SANDBOX, host: ["gemini"] }),
    `Unknown host 'gemini'. Did you mean gemini-cli? Available: ${NAMES}.`,
  ),
  invalidInput(
    "a token as an option",
    settingUp({ tokens: "secret" }),
    "--tokens takes - only, and reads the settings from stdin: a token on the command line would stay in the shell's " +
      "history.",
  ),
  invalidInput(
    "stdin without a setting",
    settingUp({ yes: true, tokens: "-" }, {}, stdin("")),
    "Stdin contains no settings. Write one NAME=value a line, such as TEMPO_PAT=…",
  ),
  invalidInput(
    "a token alone on stdin, which is not quoted",
    settingUp({ yes: true, tokens: "-" }, {}, stdin("ATATTsecret=1")),
    "Line 1 on stdin is not a setting (name of 11 characters). Write one NAME=value a line.",
  ),
  invalidInput(
    "the choice of a settings file on stdin",
    settingUp({ yes: true, tokens: "-" }, {}, stdin("TEMPO_PROFILE=client-b\nTEMPO_PAT=pat\n")),
    "TEMPO_PROFILE says which settings file is read, so it cannot be in one. Leave it out; --name chooses a profile.",
  ),
  invalidInput(
    "a token alone after other settings on stdin, which is not quoted",
    settingUp(
      { yes: true, tokens: "-" },
      {},
      stdin("# Tempo\nTEMPO_BASE_URL='https://jira.example.com'\n\nATATTsecret\nTEMPO_PAT=pat\n"),
    ),
    "Line 4 on stdin is not a setting. Write one NAME=value a line.",
  ),
  invalidInput(
    "another name after a value of several lines on stdin",
    settingUp(
      { yes: true, tokens: "-" },
      {},
      stdin('TEMPO_WORK_ATTRIBUTES="{\n}"\r\nexport TEMPO_PAT = pat # mine\r\nJIRA_URL=x\r\n'),
    ),
    "Line 4 on stdin is not a setting (name of 8 characters). Write one NAME=value a line.",
  ),
  invalidSettings(
    "a host's file that is not JSON",
    settingUp({ ...SANDBOX, host: ["cursor"] }, { ".cursor/mcp.json": '{\n  "a": [}\n}' }),
    "~/.cursor/mcp.json is not valid JSON (line 2, column 9), so its host ignores it, and setup leaves it as it is. Correct it.",
  ),
  invalidSettings(
    "a host's file with a list of servers of another kind",
    settingUp({ ...SANDBOX, host: ["cursor"] }, { ".cursor/mcp.json": '{"mcpServers": []}' }),
    "~/.cursor/mcp.json has something other than an object where its servers belong (`mcpServers`). Correct it, or add the " +
      "entry yourself: tempofiller setup --print prints it.",
  ),
  invalidSettings(
    "a host's file that is not text",
    settingUp({ ...SANDBOX, host: ["cursor"] }, { ".cursor/mcp.json": Uint8Array.of(0xff, 0xfe) }),
    "~/.cursor/mcp.json cannot be read as UTF-8 (ERR_ENCODING_INVALID_ENCODED_DATA), so it was left as it is.",
  ),
  invalidSettings(
    "a file instead of a folder",
    settingUp({ ...SANDBOX, host: ["windsurf"] }, { ".codeium/windsurf": "" }),
    "~/.codeium/windsurf/mcp_config.json cannot be read as UTF-8 (ENOTDIR), so it was left as it is.",
  ),
  {
    cause: "a host's file that changes meanwhile",
    async meet() {
      const home = temporaryFolder();
      const host = findHost("cursor");
      const command = { name: "tempofiller", command: "node", args: [] };
      const change = host && planRegistration(host, { platform: "linux", env: {}, home }, command);
      mkdirSync(join(home, ".cursor"));
      writeFileSync(join(home, ".cursor/mcp.json"), "{}");
      const { text, ...others } = await failing(() => change?.apply())();
      return { text: text.replaceAll(home, "~"), ...others };
    },
    code: "invalid_settings",
    text: "~/.cursor/mcp.json was changed by another program, so it was left as it is. Run tempofiller setup again.",
  },
  // Only Linux has a folder in which no user can create files.
  ...(process.platform === "linux" ? ON_LINUX : []),
  invalidSettings(
    "Codex's file, if it is not TOML",
    settingUp({ ...SANDBOX, host: ["codex"] }, { ".codex/config.toml": "a = 1\nb = [\n" }),
    "~/.codex/config.toml is not valid TOML (line 3, column 1), so its host ignores it, and setup leaves it as it is. Correct it.",
  ),
  invalidSettings(
    "Codex's file, if its servers are no tables",
    settingUp(
      { ...SANDBOX, host: ["codex"] },
      { ".codex/config.toml": 'mcp_servers = { tempofiller = { command = "node" } }\n' },
    ),
    "~/.codex/config.toml is written in a way that setup cannot change safely, so it was left as it is. Change its table " +
      "[mcp_servers.tempofiller] yourself: tempofiller setup --print prints the entry.",
  ),
  invalidSettings(
    "a value that no settings file can hold",
    failing(() => editSettings("", { TEMPO_PAT: "'\"`" })),
    "TEMPO_PAT cannot be written to a settings file: it contains a line break or every kind of quote.",
  ),
  invalidSettings(
    "a settings file with a quote that has no end",
    failing(() => editSettings("A='\n", { TEMPO_PAT: "2 3" })),
    "The settings file is written in a way that setup cannot change safely. Edit it yourself, or move it away and run setup " +
      "again.",
  ),
];
