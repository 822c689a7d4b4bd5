import { Readable } from "node:stream";
import { command } from "../../../src/cli/commands/setup.ts";
import type { SetupOptions } from "../../../src/cli/setup/context.ts";
import { checkValues, kindOfServer } from "../../../src/cli/setup/team.ts";
import { serveOnLoopback } from "../../helpers/http-server.ts";
import { type Entry, failing, invalidInput, invalidSettings, type Met } from "./entry.ts";
import { settingUp } from "./setup.ts";

const AWAY = "http://127.0.0.1:2/mcp";

const withTeam = (options: Partial<SetupOptions>, stdin = "") =>
  settingUp({ team: AWAY, ...options }, {}, { stdin: Readable.from([stdin]) });

/** Asks a server that answers each call in this way; the address varies. */
const asking = (answer: unknown, status: number, ask: (url: URL) => Promise<unknown>) => async () => {
  const address = await serveOnLoopback(async () => Response.json(answer, { status }));
  const { text, code } = await failing(() => ask(new URL("/mcp", address)))();
  const met: Met = { text: text.replaceAll(address, "https://tempo.example.com"), ...(code && { code }) };
  return met;
};

const failure = (text: string) => ({ result: { isError: true, content: [{ type: "text", text }] } });
const refusal = {
  error: { message: "The access key is not one of this server's. Ask your administrator for a new one." },
};
/** A server that takes a personal access token, which the script does not give. */
const withoutToken = async (url: URL) => {
  const { givenValues } = await import("../../../src/cli/setup/team.ts");
  return givenValues(url, { env: {}, stdin: Readable.from([]), tokens: undefined });
};

const withTwoLines = async (url: URL) => {
  const { givenValues } = await import("../../../src/cli/setup/team.ts");
  const env = { TEMPOFILLER_ACCESS_KEY: "tfk_secret\nanna sha256:0123" };
  return givenValues(url, { env, stdin: Readable.from([]), tokens: undefined });
};

/** Errors of `tempofiller setup --team`. */
export const SETUP_TEAM: Entry[] = [
  invalidInput(
    "a team's server whose URL is none",
    withTeam({ team: "tempo" }),
    "--team takes the URL of your team's server, such as https://tempofiller.example.com/mcp. Your administrator has it.",
  ),
  invalidInput(
    "a team's server without TLS",
    withTeam({ team: "http://tempo.example.com/mcp" }),
    "http://tempo.example.com/mcp has no TLS, so your tokens could be read on the way. Use https.",
  ),
  invalidInput(
    "a team's server and the sandbox",
    withTeam({ sandbox: "cloud" }),
    "--team and --sandbox exclude each other. See tempofiller help setup.",
  ),
  invalidInput(
    "an entry for Data Center, without a team's server",
    failing(() => command.run({ options: { datacenter: true } } as never, {} as never)),
    "--datacenter only works with --team and --print. See tempofiller help setup.",
  ),
  invalidInput(
    "a team's server, without a terminal",
    withTeam({}),
    "There is no terminal to ask on. Add --yes, with the access key and the tokens in the environment or, with --tokens -, on stdin.",
  ),
  invalidInput(
    "a team's server for no host",
    withTeam({ yes: true }),
    "Name the host that shall use the server: --host claude-code, vscode, cursor, gemini-cli, qwen-code, opencode, windsurf, zed, cline.",
  ),
  invalidInput(
    "a team's server, with another setting on stdin",
    withTeam({ yes: true, host: ["cursor"], tokens: "-" }, "JIRA_BASE_URL=https://jira.example.com\n"),
    "Line 1 on stdin is none of what a team's server takes: TEMPOFILLER_ACCESS_KEY, JIRA_EMAIL, JIRA_API_TOKEN, TEMPO_API_TOKEN, TEMPO_PAT (name of 13 characters). Write one NAME=value a line.",
  ),
  {
    cause: "a team's server in a host that only starts programs",
    meet: withTeam({ print: true, host: ["claude-desktop"] }),
    code: "not_found",
    text: "Claude Desktop's file only starts programs, so it cannot lead to a server by its URL. Use another host, or tempofiller setup without --team.",
  },
  {
    cause: "a team's server that is not there",
    meet: withTeam({ yes: true, host: ["cursor"] }),
    code: "unavailable",
    text: `${AWAY} cannot be reached (ECONNREFUSED). Check the URL and your network; if the certificate is from your company's own authority, set NODE_EXTRA_CA_CERTS to its PEM file, for your host too.`,
  },
  invalidSettings(
    "another server in its place",
    asking({ hello: 1 }, 200, (url) => kindOfServer(url, {})),
    "https://tempo.example.com/mcp responds (HTTP 200), but not as a server of TempoFiller. Correct the URL: it ends with /mcp.",
  ),
  {
    cause: "an access key that the team's server refuses",
    meet: asking(refusal, 401, (url) => kindOfServer(url, {})),
    code: "unauthorized",
    text: `The server refuses the access key (HTTP 401): ${refusal.error.message}`,
  },
  {
    cause: "a team's server that is draining",
    meet: asking(failure("Its database is starting. Try again in a minute."), 200, (url) =>
      kindOfServer(url, {}),
    ),
    code: "unavailable",
    text: "https://tempo.example.com/mcp cannot serve you now: Its database is starting. Try again in a minute.",
  },
  {
    cause: "a token that Jira refuses the team's server",
    meet: asking(failure("Jira refused the token (HTTP 401). Create a new one."), 200, (url) =>
      checkValues(url, {}),
    ),
    code: "unauthorized",
    text: "The server could not read your schedule: Jira refused the token (HTTP 401). Create a new one.",
  },
  invalidInput(
    "a token that the team's server needs, and the script does not give",
    asking(failure("This request lacks the header Tempofiller-Jira-Pat."), 200, withoutToken),
    "https://tempo.example.com/mcp needs TEMPO_PAT of you. Set them in the environment or, with --tokens -, on stdin, one NAME=value a line.",
  ),
  invalidInput(
    "both lines of an access key for a team's server, which the error does not show",
    asking(failure("This request lacks the header Tempofiller-Jira-Pat."), 200, withTwoLines),
    "TEMPOFILLER_ACCESS_KEY has a blank, a line break or a letter that no key or token has. Copy it again; access-key prints the key in its first line.",
  ),
];
