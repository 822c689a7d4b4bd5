import { readSettings, type Settings } from "../../config/settings.ts";
import { problemIn, problemInAddress } from "../../config/suspicious-values.ts";
import { SCOPES_BY_USE } from "../../config/token-scopes.ts";
import { jiraCloudSite } from "../../config/url.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { wordsFor } from "../../text/words.ts";
import {
  CancelledError,
  CertificatesFileError,
  SettingsError,
  TimesheetError,
  UnauthorizedError,
  UntrustedCertificateError,
} from "../../timesheet/errors.ts";
import { ask, say } from "./ask.ts";
import { askCertificates } from "./ask-certificates.ts";
import {
  draftSettings,
  findSiteOf,
  openContext,
  optionsIn,
  otherRegionOf,
  type Sources,
  UNKNOWN_TOKEN,
  type Values,
} from "./draft.ts";
import { withHiddenInput } from "./hidden-input.ts";
import type { SetupContext } from "./options.ts";
import { shellValues } from "./shell-values.ts";
import { readAddress, type Site } from "./site.ts";

const JIRA_TOKEN_PAGE = "https://id.atlassian.com/manage-profile/security/api-tokens";
const TEMPO_TOKEN_PAGE = "/plugins/servlet/ac/io.tempo.jira/tempo-app#!/configuration/api-integration";
const PAT_PAGE =
  "/secure/ViewProfile.jspa?selectedTab=com.atlassian.pats.pats-plugin:jira-user-personal-access-tokens";

/** The kind and address of Jira, and what is needed to reach it. */
export interface AskedSite {
  kind: Deployment["kind"];
  url: string;
  values: Values;
}

/** Asks for the tokens of a site, trying each as it is given; a token is sent to its own service only. */
export async function askTokens(
  { kind, url, values: known }: AskedSite,
  sources: SetupContext,
): Promise<Values> {
  const askEach = kind === "cloud" ? askCloud : askDataCenter;
  return askEach(url, { ...shellValues(sources), ...optionsIn(sources.env, kind), ...known }, sources);
}

/** Asks where Jira is, and for a certificate if this machine does not trust that of Jira. */
export async function askSite(sources: SetupContext): Promise<AskedSite> {
  let values: Values = {};
  for (;;) {
    const text = await ask.text(
      "Where is your Jira? The address of any page of it will do.",
      "https://your-site.atlassian.net/browse/PROJ-1",
    );
    const address = readAddress(text);
    const problem = address
      ? problemInAddress(text, address)
      : "That is not an address. Copy it from the browser, such as https://your-site.atlassian.net.";
    if (!address || problem !== undefined) {
      say.problem(problem ?? "");
      continue;
    }
    const cloud = jiraCloudSite(address.href);
    if (cloud) return { kind: "cloud", url: cloud, values };
    for (let isTried = false; !isTried; ) {
      try {
        const site = await withHiddenInput(sources.stdin, () =>
          findSiteOf(address, { ...shellValues(sources), ...values }, sources),
        );
        return { url: site.url, kind: site.kind ?? (await askKind(site)), values };
      } catch (error) {
        const certificates = await askAbout(error);
        values = { ...values, ...certificates };
        isTried = certificates === undefined;
      }
    }
  }
}

/** Says why Jira was not found, and asks for the certificate that may be missing. @throws what is no failure to reach it */
async function askAbout(error: unknown): Promise<Values | undefined> {
  if (error instanceof UntrustedCertificateError) return askCertificates(wordsFor("shell", error.facts));
  if (error instanceof CertificatesFileError)
    return (await askCertificates(error.message)) ?? { NODE_EXTRA_CA_CERTS: undefined };
  if (!(error instanceof TimesheetError) || error instanceof CancelledError) throw error;
  say.problem(error.message);
  return undefined;
}

async function askKind({ url }: Site): Promise<Deployment["kind"]> {
  say.step(`${url} does not say which kind of Jira it is.`);
  return ask.one("Which one is it?", [
    { value: "datacenter", label: "Jira Data Center", hint: "your company runs it" },
    { value: "cloud", label: "Jira Cloud", hint: "Atlassian runs it" },
  ]);
}

async function askCloud(url: string, known: Values, sources: SetupContext): Promise<Values> {
  say.step(`${url} is Jira Cloud.`);
  say.step(
    "Jira token: create an API token of your Atlassian account, without scopes, or with read:jira-work and read:jira-user:",
    JIRA_TOKEN_PAGE,
  );
  let email = "";
  const jira = await untilAccepted(
    sources,
    known,
    async () => {
      email = await ask.text("E-mail address of your Atlassian account", "you@example.com", {
        initialValue: email,
        problemIn: (text) => problemIn({ kind: "e-mail", variable: "That", text }),
      });
      const token = await ask.secret("Jira API token", tokenProblem("jira token"));
      return { JIRA_BASE_URL: url, JIRA_EMAIL: email, JIRA_API_TOKEN: token };
    },
    (values) =>
      acceptedByJira(draftSettings("cloud", { ...values, TEMPO_API_TOKEN: UNKNOWN_TOKEN }, sources), values),
  );
  say.step(
    `Tempo token: create one in Tempo, Settings, API integration, with ${SCOPES_BY_USE}:`,
    `${url}${TEMPO_TOKEN_PAGE}`,
  );
  return untilAccepted(
    sources,
    jira,
    async () => ({ TEMPO_API_TOKEN: await ask.secret("Tempo API token", tokenProblem("tempo token")) }),
    (values) => acceptedByTempo(values, sources),
  );
}

async function askDataCenter(url: string, known: Values, sources: SetupContext): Promise<Values> {
  say.step(`${url} is Jira Data Center.`);
  say.step("Token: create one in Jira, Profile, Personal Access Tokens:", `${url}${PAT_PAGE}`);
  return untilAccepted(
    sources,
    known,
    async () => ({
      TEMPO_BASE_URL: url,
      TEMPO_PAT: await ask.secret("Personal access token", tokenProblem("personal token")),
    }),
    (values) => acceptedByJira(draftSettings("datacenter", values, sources), values),
  );
}

/** Shorter than every token. Redacting such a text would also make other words unreadable. */
const MIN_LENGTH = 8;

/** The sentence for a text that is no token of a kind. It is never quoted. */
function tokenProblem(
  kind: "jira token" | "tempo token" | "personal token",
): (text: string) => string | undefined {
  return (text) =>
    problemIn({ kind, variable: "That", text }) ??
    (text.length < MIN_LENGTH
      ? `That has ${text.length} characters, and tokens have more. Copy the whole token.`
      : undefined);
}

/**
 * Asks again for as long as the answers are refused. Where nothing was refused, the same answers may be tried again.
 *
 * @param known what is settled already
 */
async function untilAccepted(
  { stdin }: SetupContext,
  known: Values,
  answers: () => Promise<Values>,
  accepted: (values: Values) => Promise<Values>,
): Promise<Values> {
  let values = { ...known, ...(await answers()) };
  for (;;) {
    try {
      return await withHiddenInput(stdin, () => {
        say.step("Checking …");
        return accepted(values);
      });
    } catch (error) {
      if (!(error instanceof TimesheetError) || error instanceof CancelledError) throw error;
      if (error instanceof UntrustedCertificateError) {
        const certificates = await askCertificates(wordsFor("shell", error.facts));
        values = { ...values, ...certificates };
        if (certificates) continue;
      } else {
        say.problem(createRedactor(readSettings(values).secrets)(error.message));
      }
      const isRefused = error instanceof UnauthorizedError || error instanceof SettingsError;
      if (!isRefused && (await isTriedAgain())) continue;
      values = { ...values, ...(await answers()) };
    }
  }
}

async function isTriedAgain(): Promise<boolean> {
  const next = await ask.one("What next?", [
    { value: "again", label: "Try again with the same answers" },
    { value: "change", label: "Enter them again" },
  ]);
  return next === "again";
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
