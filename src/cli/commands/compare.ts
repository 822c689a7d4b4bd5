import { profileWarnings } from "../../config/warnings.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { type Cli, defineCommand } from "../command.ts";
import type { Site } from "../compare/read-sites.ts";
import { PERIOD_WORDS } from "../dates/choices.ts";
import { printOutcome } from "../exit-codes.ts";
import { JSON_OUTPUT, SANDBOX, YES } from "../options.ts";
import { cancellation } from "../shutdown.ts";
import { UsageError } from "../usage-error.ts";

const EXAMPLE = "as in tempofiller compare old new 2026-11";

export const command = defineCommand({
  summary: "show whether your hours arrived on another site",
  arguments: {
    usage: "OLD NEW [DATES]",
    max: 3,
    missing: `two profiles, ${EXAMPLE}`,
    unless: "sandbox",
    areProfiles: true,
    choices: PERIOD_WORDS,
  },
  options: {
    sandbox: {
      ...SANDBOX,
      values: [],
      usage: "--sandbox",
      description: "compare sample data with what a move with mistakes made of it; no profiles",
    },
    post: { type: "boolean", description: "log on the new site what it lacks, after asking" },
    yes: YES,
    json: JSON_OUTPUT,
  },
  instead: { datacenter: "--sandbox compares sample data of Data Center with that of Cloud." },
  details: [
    "OLD and NEW are profiles (tempofiller profiles). It looks on the new site for each of your worklogs on the old one, of these dates or of the " +
      "current month (tempofiller help dates), and says which are equal, shifted by a day, changed, without a work attribute, missing or doubled, " +
      "and which issues have another key. The exit code is 13 unless all are equal. What only the new site has is no difference.",
    "A worklog whose time and comment are both others is changed too, if the date and the issue are the same, and not logged: look at these.",
    "It only reads. --post logs what is missing on the new site, and nothing twice when it is repeated. Nothing is ever deleted, and the old " +
      "site never changed.",
  ],
  async run({ args, options }, cli) {
    const { sandbox, post, yes, json, profile } = options;
    if (profile !== undefined)
      throw new UsageError(`compare names both profiles, ${EXAMPLE}. Leave --profile out.`, "compare");
    const [{ compareSites }, [first, second]] = await Promise.all([
      import("../compare/compare.ts"),
      sandbox ? sampleSites(args, cli) : sitesOf(args, cli),
    ]);
    const names = sandbox ? ["--sandbox"] : args.slice(0, 2);
    const compared = await compareSites(
      {
        period: sandbox ? (args[0] ?? "last..this") : args[2],
        post,
        yes,
        json,
        width: cli.width,
        again: ["compare", ...names],
        undo: sandbox ? undefined : ["undo", "--profile", second.name],
        terminal: post && cli.stdin.isTTY ? cli.stdin : undefined,
        signal: cancellation(second.server.log, { onlyReads: !post }),
        print: cli.print,
      },
      [first, second],
    );
    const redact = (text: string) => first.server.redact(second.server.redact(text));
    return printOutcome(compared, { log: (line) => second.server.log(redact(line)), redact });
  },
});

async function sampleSites(args: readonly string[], cli: Cli): Promise<[Site, Site]> {
  if (args.length > 1)
    throw new UsageError("With --sandbox, compare takes dates alone: it compares sample data.", "compare");
  const { sandboxSites } = await import("../compare/sandboxes.ts");
  return sandboxSites(cli.settings(), cli.env);
}

/** @throws UsageError or SettingsError if the profiles cannot be two */
async function sitesOf([one = "", other, ..._]: readonly string[], cli: Cli): Promise<[Site, Site]> {
  if (other === undefined) throw new UsageError(`compare needs two profiles, ${EXAMPLE}.`, "compare");
  if (one.toLowerCase() === other.toLowerCase())
    throw new UsageError(`compare needs two profiles, not ${one} twice, ${EXAMPLE}.`, "compare");
  const [first, second] = [siteOf(one, cli), siteOf(other, cli)];
  const { site } = first.server;
  if (site !== undefined && site === second.server.site)
    throw new UsageError(
      `${one} and ${other} are profiles of one site, ${site}, and compare needs two sites, ${EXAMPLE}.`,
      "compare",
    );
  return [first, second];
}

function siteOf(name: string, cli: Cli): Site {
  const ofProfile = cli.ofProfile(name);
  const [warning] = profileWarnings(ofProfile.env, ofProfile.settingsFile());
  if (warning) throw new SettingsError(warning.message);
  return { name, server: ofProfile.openServer() };
}
