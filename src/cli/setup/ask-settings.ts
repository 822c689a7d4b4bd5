import { X509Certificate } from "node:crypto";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { toProfileName } from "../../config/profile.ts";
import { tryRead } from "../../config/read-all.ts";
import { readSettings, type Settings } from "../../config/settings.ts";
import { readSettingsFile, WITHOUT_FAULTS } from "../../config/settings-file.ts";
import { problemIn, problemInAddress } from "../../config/suspicious-values.ts";
import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { jiraCloudSite } from "../../config/url.ts";
import { SCOPES_TO_TICK } from "../../config/variables.ts";
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
import { askSources } from "./ask-sources.ts";
import { checkCanBeChanged, fileToWrite } from "./changes.ts";
import { type SetupContext, type SetupOptions, withHiddenInput } from "./context.ts";
import {
  changedSettings,
  type Draft,
  draftOf,
  draftSettings,
  findSiteOf,
  openContext,
  optionsIn,
  otherRegionOf,
  type Sources,
  shellValues,
  siteOf,
  UNKNOWN_TOKEN,
  urlOf,
  type Values,
} from "./draft.ts";
import { givenSettings } from "./given-settings.ts";
import { ofProfile, profileNameFor, siteIn, siteOfProfile } from "./other-site.ts";
import { readAddress, type Site } from "./site.ts";

/** Asks for the settings, unless there are some that the user keeps, and for the sources of drafts. */
export async function askedFor({ replace }: SetupOptions, given: SetupContext): Promise<Draft> {
  // The answers replace what faulty lines were to set.
  const context = { ...given, file: given.file && { ...given.file, ...WITHOUT_FAULTS } };
  const inShell = await givenSettings(context.env, undefined, context.stdin);
  const current = changedSettings({ ...shellValues(context), ...inShell }, context);
  const { deployment } = current;
  if (!(deployment instanceof SettingsError) && (await isKept(deployment))) {
    const own = await besideOtherSite(siteOf(current), { replace }, context);
    const certificates = await askForUnusable(current.certificatesFile);
    return draftOf(
      deployment.kind,
      { ...inShell, ...certificates, ...(await askSources(current, own)) },
      own,
    );
  }
  const site = await askSite(context);
  const own = await besideOtherSite(site.url, { replace }, context);
  const values = await askTokens(site, own);
  const { settings } = draftOf(site.kind, values, own);
  return draftOf(site.kind, { ...values, ...(await askSources(settings, own)) }, own);
}

async function isKept(deployment: Deployment): Promise<boolean> {
  return ask.yes(`There are settings for ${urlOf(deployment)} already. Keep them?`, true);
}

/** Asks whether the site gets a profile, if the settings file has the settings for another one. */
async function besideOtherSite(
  site: string | undefined,
  { replace }: Pick<SetupOptions, "replace">,
  context: SetupContext,
): Promise<SetupContext> {
  const before = siteIn(context.file?.values ?? {});
  if (replace || before === undefined || site === undefined || before === site) return context;
  const name = await askProfile(before, site, context);
  if (name === undefined) return context;
  const env = ofProfile(context.env, name);
  const file = fileToWrite(readSettingsFile(env));
  checkCanBeChanged({ env, file });
  return { ...context, env, file };
}

/** Asks for the profile of a further site. Undefined if the user wants it to replace the other one. */
async function askProfile(
  before: string,
  site: string,
  { env, file }: SetupContext,
): Promise<string | undefined> {
  say.step(`${file?.path} has the settings for ${before}, which those for ${site} would replace.`);
  const isKept = await ask.yes(`Keep ${before} too, and make a profile for ${site}?`, true);
  if (!isKept) return undefined;
  const name = await ask.text("Name of the profile", "client-b", {
    initialValue: profileNameFor(site, env),
    problemIn: (text) => problemInProfile(text, site, env),
  });
  return name.toLowerCase();
}

function problemInProfile(text: string, site: string, env: SetupContext["env"]): string | undefined {
  const name = tryRead(() => toProfileName(text));
  if (name instanceof SettingsError) return name.message;
  const taken = siteOfProfile(name, env);
  return taken === undefined || taken === site
    ? undefined
    : `${name} is the profile for ${taken}. Choose another name.`;
}

const JIRA_TOKEN_PAGE = "https://id.atlassian.com/manage-profile/security/api-tokens";
const TEMPO_TOKEN_PAGE = "/plugins/servlet/ac/io.tempo.jira/tempo-app#!/configuration/api-integration";
const PAT_PAGE =
  "/secure/ViewProfile.jspa?selectedTab=com.atlassian.pats.pats-plugin:jira-user-personal-access-tokens";

/** The kind and address of Jira, and what is needed to reach it. */
interface AskedSite {
  kind: Deployment["kind"];
  url: string;
  values: Values;
}

/** Asks for the tokens of a site, trying each as it is given; a token is sent to its own service only. */
async function askTokens({ kind, url, values: known }: AskedSite, sources: SetupContext): Promise<Values> {
  const askEach = kind === "cloud" ? askCloud : askDataCenter;
  return askEach(url, { ...shellValues(sources), ...optionsIn(sources.env, kind), ...known }, sources);
}

/** Asks where Jira is, and for a certificate if this machine does not trust that of Jira. */
async function askSite(sources: SetupContext): Promise<AskedSite> {
  let values: Values = {};
  for (;;) {
    const text = await ask.text(
      "Where is your Jira? The address of any page will do.",
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
    sources.stdin,
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
    "Tempo token: create one in Tempo, Settings, API integration:",
    `${url}${TEMPO_TOKEN_PAGE}`,
    ...scopesToTick(draftSettings("cloud", { ...jira, TEMPO_API_TOKEN: UNKNOWN_TOKEN }, sources)),
  );
  return untilAccepted(
    sources.stdin,
    jira,
    async () => ({ TEMPO_API_TOKEN: await ask.secret("Tempo API token", tokenProblem("tempo token")) }),
    (values) => acceptedByTempo(values, sources),
  );
}

/** The scopes of Tempo's token, a line each: those that these settings need, and others that they may need later. */
function scopesToTick({ deployment }: Settings): string[] {
  const needed =
    !(deployment instanceof SettingsError) && deployment.kind === "cloud" ? deployment.help.tempo.scopes : [];
  const others = SCOPES_TO_TICK.filter(({ scope }) => !needed.includes(scope));
  return [
    "Tick these scopes there. Those of a token cannot be changed later:",
    ...needed.map((scope) => `[ ] ${scope}`),
    ...(others.length === 0 ? [] : ["Tick these too for what you may want later:"]),
    ...others.map(({ scope, use }) => `[ ] ${scope}: ${use}`),
  ];
}

async function askDataCenter(url: string, known: Values, sources: SetupContext): Promise<Values> {
  say.step(`${url} is Jira Data Center.`);
  say.step("Token: create one in Jira, Profile, Personal Access Tokens:", `${url}${PAT_PAGE}`);
  return untilAccepted(
    sources.stdin,
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
export async function untilAccepted<Result>(
  stdin: Readable,
  known: Values,
  answers: () => Promise<Values>,
  accepted: (values: Values) => Promise<Result>,
): Promise<Result> {
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

/** Asks for another file of certificates if the one of the settings cannot be used any more; without one, the setting goes. */
async function askForUnusable(path: string | undefined): Promise<Values> {
  const problem = path === undefined ? undefined : problemInCertificates(path);
  if (problem === undefined) return {};
  return (await askCertificates(`NODE_EXTRA_CA_CERTS: ${problem}`)) ?? { NODE_EXTRA_CA_CERTS: undefined };
}

/** Asks for the file of a company's certificate authority. Undefined if the user has none. @param facts why it is asked for */
async function askCertificates(facts: string): Promise<Values | undefined> {
  say.problem(facts);
  const answer = await ask.optionalText(
    "Path of a PEM file with that authority's own certificate (CA); your IT department has it (Enter: none)",
    "/path/to/company-ca.pem",
    problemInCertificates,
  );
  return answer === "" ? undefined : { NODE_EXTRA_CA_CERTS: pathOf(answer) };
}

function problemInCertificates(answer: string): string | undefined {
  if (answer === "") return undefined;
  const path = pathOf(answer);
  let text: string;
  try {
    text = readTextFile(path, MAX_FILE_BYTES.certificates);
  } catch (error) {
    return `${path} cannot be read (${whyUnreadable(error)}).`;
  }
  try {
    new X509Certificate(text);
    return undefined;
  } catch {
    return `${path} holds no certificate in PEM form, which begins with -----BEGIN CERTIFICATE-----.`;
  }
}

/** A path as a shell or a file manager hands it over: quoted, or below the home folder. */
function pathOf(answer: string): string {
  const bare = answer.replace(/^(['"])(.*)\1$/, "$2");
  return resolve(bare.replace(/^~(?=[\\/])/, homedir));
}
