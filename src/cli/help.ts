import { EXIT_CODES } from "./exit-codes.ts";

const exitCodes = Object.entries(EXIT_CODES).map(([code, meaning]) => `  ${code.padEnd(26)}${meaning}`);

export const HELP = `TempoFiller: an MCP server that reads schedules and books working hours in Tempo, Jira's timesheet.

Usage
  tempofiller [options]     serve MCP on stdin and stdout; your MCP host starts it so
  tempofiller demo          watch an assistant fill a month, on the embedded Tempo
                            (with --datacenter: on the embedded Jira Data Center)
  tempofiller call TOOL [JSON|@FILE|-]
                            run one tool and print its reply as a line of JSON; the arguments are a JSON object, in
                            place, in a file or from stdin. PowerShell can take JSON's quotes away: give '@FILE', in
                            quotes of its own, or - there
  tempofiller call --list   the tools and their arguments
  tempofiller sandbox       serve the embedded Tempo over HTTP on this machine, for anyone who writes a client
  tempofiller doctor        say what keeps it from working, and what to do; changes nothing
                            (with --json: {ok, version, deployment?, checks: [{check, status, message, code?}]})

Options
  --sandbox[=datacenter]    use the embedded Tempo: no account needed, nothing is kept
  --fields LIST             of a call's reply, print only these fields: summary,byIssue.totalHours
  --port N                  the port of tempofiller sandbox; left out, any that is free
  --debug                   check every reply against the contract, log requests to stderr
  -h, --help                this text
  -V, --version             the version

Settings for Tempo Cloud (environment variables)
  TEMPO_API_TOKEN           token from Tempo, Settings, API integration
  JIRA_BASE_URL             your Jira Cloud site, https://<site>.atlassian.net
  JIRA_EMAIL                e-mail address of your Atlassian account
  JIRA_API_TOKEN            API token of your Atlassian account
  TEMPO_API_URL             https://api.tempo.io (default), https://api.eu.tempo.io or https://api.us.tempo.io

Settings for Tempo on Jira Data Center
  TEMPO_BASE_URL            address of your Jira, with its context path where it has one
  TEMPO_PAT                 personal access token of your Jira account

Settings for both
  TEMPO_API_TOKEN_FILE, JIRA_API_TOKEN_FILE, TEMPO_PAT_FILE
                            the file that holds a token, in the place of the token
  TEMPO_WORK_ATTRIBUTES     JSON object of work attributes to put on every worklog
  TEMPO_DUPLICATES=allow    store what stands already a second time
  TEMPO_TIMEOUT_MS          one request, default 30000
  TEMPO_CALL_BUDGET_MS      one call of a tool, default 50000
  TEMPO_READ_ONLY=1         offer only what reads
  TEMPO_STRUCTURED_CONTENT=off
                            replies only as text, and no schemas of them
  TEMPO_SUMMARY_FIRST=1     put a reply's summary ahead of its lists
  HTTPS_PROXY, NO_PROXY     as everywhere
  TEMPO_ALLOW_HTTP=1        permit http:// to a server that is not this machine
  TEMPO_DEBUG=1             the same as --debug

Exit codes
${exitCodes.join("\n")}
`;
