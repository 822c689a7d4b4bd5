import { readSettings, type Settings } from "../../config/settings.ts";
import { problemInAddress } from "../../config/suspicious-values.ts";
import { jiraCloudSite } from "../../config/url.ts";
import { createRedactor } from "../../runtime/redaction/redactor.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { CancelledError, SettingsError, TimesheetError, UnauthorizedError } from "../../timesheet/errors.ts";
import { ask, say } from "./ask.ts";
import {
  connect,
  draftSettings,
  openContext,
  optionsIn,
  otherRegionOf,
  type Sources,
  type Values,
} from "./draft.ts";
import { withHiddenInput } from "./hidden-input.ts";
import type { SetupContext } from "./options.ts";
import { findSite, readAddress, type Site, UnreachableSiteError } from "./site.ts";

const JIRA_TOKEN_PAGE = "https://id.atlassian.com/manage-profile/security/api-tokens";
const TEMPO_TOKEN_PAGE = "/plugins/servlet/ac/io.tempo.jira/tempo-app#!/configuration/api-integration";
const PAT_PAGE =
  "/secure/ViewProfile.jspa?selectedTab=com.atlassian.pats.pats-plugin:jira-user-personal-access-tokens";

/** Asks for Jira and its tokens, trying each as it is given; a token is sent to its own service only. */
export async function askSettings(
  sources: SetupContext,
): Promise<{ kind: Deployment["kind"]; values: Values }> {
  const { kind, url } = await askSite(sources);
  const values = await (kind === "cloud" ? askCloud(url, sources) : askDataCenter(url, sources));
  return { kind, values: { ...optionsIn(sources.env, kind), ...values } };
}

async function askSite(sources: SetupContext): Promise<{ kind: Deployment["kind"]; url: string }> {
  for (;;) {
    const text = await ask.text(
      "Where is your Jira? The address of any page of it will do.",
      "https://your-site.atlassian.net/browse/PROJ-1",
    );
    const address = readAddress(text);
    if (!address) {
      say.problem(
        "That is not an address. Copy it from the browser, such as https://your-site.atlassian.net.",
      );
      continue;
    }
    const problem = problemInAddress(text, address);
    if (problem !== undefined) {
      say.problem(problem);
      continue;
    }
    const cloud = jiraCloudSite(address.href);
    if (cloud) return { kind: "cloud", url: cloud };
    const draft = draftSettings("datacenter", { TEMPO_BASE_URL: address.origin, TEMPO_PAT: "none" }, sources);
    if (draft.deployment instanceof SettingsError) {
      say.problem(draft.deployment.message);
      continue;
    }
    try {
      const site = await withHiddenInput(sources.stdin, async () =>
        findSite(address, (await connect(draft)).options),
      );
      return { url: site.url, kind: site.kind ?? (await askKind(site)) };
    } catch (error) {
      if (!(error instanceof UnreachableSiteError)) throw error;
      say.problem(error.message);
    }
  }
}

async function askKind({ url }: Site): Promise<Deployment["kind"]> {
  say.step(`${url} does not say which kind of Jira it is.`);
  return ask.one("Which one is it?", [
    { value: "datacenter", label: "Jira Data Center", hint: "your company runs it" },
    { value: "cloud", label: "Jira Cloud", hint: "Atlassian runs it" },
  ]);
}

async function askCloud(url: string, sources: SetupContext): Promise<Values> {
  say.step(`${url} is Jira Cloud.`);
  say.step(
    "Jira token: create an API token of your Atlassian account, without scopes, or with read:jira-work and read:jira-user:",
    JIRA_TOKEN_PAGE,
  );
  const jira = await untilAccepted(
    sources,
    async () => ({
      JIRA_BASE_URL: url,
      JIRA_EMAIL: await ask.text("E-mail address of your Atlassian account", "you@example.com"),
      JIRA_API_TOKEN: await ask.secret("Jira API token"),
    }),
    (values) =>
      acceptedByJira(draftSettings("cloud", { ...values, TEMPO_API_TOKEN: "none" }, sources), values),
  );
  say.step(
    "Tempo token: create one in Tempo, Settings, API integration, with the scopes Worklogs (manage) and Schemes (view), for timesheets also Periods (view) and Approvals (manage):",
    `${url}${TEMPO_TOKEN_PAGE}`,
  );
  return untilAccepted(
    sources,
    async () => ({ ...jira, TEMPO_API_TOKEN: await ask.secret("Tempo API token") }),
    (values) => acceptedByTempo(values, sources),
  );
}

async function askDataCenter(url: string, sources: SetupContext): Promise<Values> {
  say.step(`${url} is Jira Data Center.`);
  say.step("Token: create one in Jira, Profile, Personal Access Tokens:", `${url}${PAT_PAGE}`);
  return untilAccepted(
    sources,
    async () => ({ TEMPO_BASE_URL: url, TEMPO_PAT: await ask.secret("Personal access token") }),
    (values) => acceptedByJira(draftSettings("datacenter", values, sources), values),
  );
}

/** Asks again for as long as the answers are refused. Where nothing was refused, the same answers may be tried again. */
async function untilAccepted(
  { stdin }: SetupContext,
  answers: () => Promise<Values>,
  accepted: (values: Values) => Promise<Values>,
): Promise<Values> {
  let values = await answers();
  for (;;) {
    try {
      return await withHiddenInput(stdin, () => {
        say.step("Checking …");
        return accepted(values);
      });
    } catch (error) {
      if (!(error instanceof TimesheetError) || error instanceof CancelledError) throw error;
      say.problem(createRedactor(readSettings(values).secrets)(error.message));
      const isRefused = error instanceof UnauthorizedError || error instanceof SettingsError;
      if (!isRefused && (await ask.yes("Try the same again?", true))) continue;
      values = await answers();
    }
  }
}

async function acceptedByJira(settings: Settings, values: Values): Promise<Values> {
  const { value, error } = await (await openContext(settings)).worker();
  if (error) throw error;
  say.done(`Jira accepts the token of ${value.name ?? value.id}.`);
  return values;
}

async function acceptedByTempo(values: Values, sources: Sources): Promise<Values> {
  const region = await otherRegionOf(draftSettings("cloud", values, sources));
  const complete = region ? { ...values, TEMPO_API_URL: region } : values;
  const { error } = await (await openContext(draftSettings("cloud", complete, sources))).workAttributes();
  if (error) throw error;
  say.done(`Tempo accepts the token${region ? ` in its region ${region}` : ""}.`);
  return complete;
}
