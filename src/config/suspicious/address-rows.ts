import { editDistance } from "../../contract/nearest-name.ts";
import { REGIONS } from "../../tempo/deployment.ts";
import { listed } from "../lists.ts";
import { baseOf, isJiraCloud, isLoopback, isPage, jiraBaseOf, parseUrl, tempoBaseOf, urlOf } from "../url.ts";
import { NAMES } from "../variable-names.ts";
import { invisibleIn } from "./characters.ts";
import { hasUser, JIRA_URLS, looksLikeEmail, type SetValue, type Suspicion, URLS } from "./value.ts";

const WRAPPED = /^\[[^[\]]*\]\((?<markdown>[^()\s]+)\)$|^<(?<angle>[^<>\s]+)>$/;
/** A scheme that lacks its colon, or a letter. A URL parser reads `https:/` and `https:\\` as meant. */
const WRONG_SCHEME = /^(?!https?:)(?:h?t?tps?|https?|htt?ps?)[:;,.]{0,2}[\\/]{1,2}(?=[\w[])/i;
const ENCODED = /^https?%3a/i;
const SCHEME_TWICE = /^https?:\/+(?=https?:?\/)/i;
const SITE_NAME = /^[a-z\d][a-z\d-]{0,19}$/i;
const HOST_AND_PORT = /^[a-z][a-z\d-]{0,30}:\d{2,5}(?=\/|$)/i;

/** Hosts that are known to have TLS. */
const PUBLIC = /(^|\.)(atlassian\.(net|com)|jira\.com|tempo\.io)$/;

/** Signs that chats and mail programs put around an address; they come before the rows of examples, which have such signs too. */
export const WRAPPED_ROWS: readonly Suspicion[] = [
  {
    of: URLS,
    when: ({ text }) => wrappedIn(text) !== undefined,
    says: (value) => `has signs around the address. ${setTo(value, wrappedIn(value.text))}`,
  },
];

/** Mistakes in the form of an address. */
export const FORM_ROWS: readonly Suspicion[] = [
  {
    of: URLS,
    when: ({ text }) => looksLikeEmail(text.replace(/^mailto:/i, "")),
    says: (value) => `is an e-mail address. Set it to a URL such as ${value.example}.`,
  },
  { of: URLS, when: ENCODED, says: (value) => `is percent-encoded. ${setTo(value, decoded(value.text))}` },
  {
    of: URLS,
    when: WRONG_SCHEME,
    says: (value) =>
      `does not begin with https:// and its colon. ${setTo(value, value.text.replace(WRONG_SCHEME, "https://"))}`,
  },
  {
    of: URLS,
    when: SCHEME_TWICE,
    says: (value) => `begins with https:// twice. ${setTo(value, value.text.replace(SCHEME_TWICE, ""))}`,
  },
  {
    of: URLS,
    when: ({ text }) => addressesIn(text).length > 1,
    says: (value) =>
      `contains ${addressesIn(value.text).length} addresses. Set it to one of them, such as ${value.example}.`,
  },
  { of: URLS, when: /[,;]$/, says: "ends with a comma or semicolon. Remove it." },
  {
    of: URLS,
    // A URL parser drops them from a host name, where they do no harm.
    when: ({ text }) => invisibleIn(readable(text)) !== undefined,
    says: (value) => `contains ${invisibleIn(readable(value.text))}. Remove it.`,
  },
];

/** Texts that are not one full URL. */
export const FULL_URL_ROWS: readonly Suspicion[] = [
  { of: URLS, when: ({ text }) => /\s/.test(text) && !parseUrl(text), says: "contains a space. Remove it." },
  {
    of: URLS,
    when: ({ text }) => HOST_AND_PORT.test(text) || !parseUrl(text),
    says: (value) => `is not a full URL. Set it to one such as ${fullUrl(value)}.`,
  },
  {
    of: URLS,
    when: ({ text }) => hasUser(parseUrl(text)),
    says: "contains a user name or password. Remove them; tokens have their own settings.",
  },
];

/** Schemes with which tokens are not sent. */
export const SCHEME_ROWS: readonly Suspicion[] = [
  {
    of: URLS,
    when: ({ text }) => {
      const url = parseUrl(text);
      return url?.protocol === "http:" && PUBLIC.test(url.hostname);
    },
    says: (value) =>
      "must start with https://: tokens are not sent over unencrypted connections. " +
      setTo(value, value.text.replace(/^http:/i, "https:")),
  },
  {
    of: URLS,
    when: ({ text, allowHttp }) => {
      const url = parseUrl(text);
      if (!url || url.protocol === "https:") return false;
      return url.protocol !== "http:" || !(isLoopback(url) || allowHttp);
    },
    says:
      "must start with https://: tokens are not sent over unencrypted connections. " +
      "For an internal server without TLS, set TEMPO_ALLOW_HTTP=1.",
  },
];

/** The address alone, since a query or a user name may hold a secret; nothing for what is not one. */
function setTo({ kind }: SetValue, text: string | undefined): string {
  const url = parseUrl(text ?? "");
  if (!url || !/^https?:$/.test(url.protocol)) return "Copy it again.";
  return `Set it to ${kind === "tempo api" ? tempoBaseOf(url) : jiraBaseOf(url)}.`;
}

function wrappedIn(text: string): string | undefined {
  const { markdown, angle } = WRAPPED.exec(text)?.groups ?? {};
  const inner = markdown ?? angle;
  return inner !== undefined && parseUrl(inner) ? inner : undefined;
}

/** The query may name another address, as that of a login page does. */
function addressesIn(text: string): string[] {
  const [address = ""] = text.split(/[?#]/);
  const parts = address.split(/[\s,;|]+|(?<=[^/:])(?=https?:\/\/)/i).filter((part) => part !== "");
  return parts.filter((part) => parseUrl(part)?.hostname.includes("."));
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The path as the user wrote it; all of what is no URL. */
function readable(text: string): string {
  const url = parseUrl(text);
  return url ? (decoded(url.pathname) ?? "") : text;
}

function fullUrl({ kind, text, example = "" }: SetValue): string {
  if (HOST_AND_PORT.test(text)) return `${/^localhost/i.test(text) ? "http" : "https"}://${text}`;
  if (kind === "tempo api")
    return REGIONS.find((region) => region.includes(`.${text.toLowerCase()}.`)) ?? example;
  return SITE_NAME.test(text) ? example.replace("your-site", text) : example;
}

const SITES = "atlassian.net";

/** Subdomains of atlassian.com that are no site of a customer, by their first names. */
const PAGES =
  /^(www\.)?atlassian\.com$|^(access|account|admin|api|auth|bitbucket|community|confluence|developer|home|id|marketplace|my|start|status|support|team|university|www)\.atlassian\.com$/;

/** Endings that a site of Jira Cloud is given by mistake; `net` with a dot after it. */
const OTHER_ENDINGS = ["com", "net", "nt", "ne", "et", "org", "io", "eu", "de"];

/** A Jira Data Center of Atlassian's own. */
const OWN_JIRA = "jira.atlassian.com";

/** Below it, Atlassian's API serves the sites. */
const GATEWAY_PATH = /^\/ex\/jira\//;

/** Mistakes in which host an address names. */
export const HOST_ROWS: readonly Suspicion[] = [
  {
    of: JIRA_URLS,
    when: (value) => /^(?!www\.)[a-z\d-]+\.jira\.com$/.test(hostOf(value)),
    says: (value) => `is ${hostOf(value)}, a former address of a Jira Cloud site. ${setToSite(value)}`,
  },
  {
    of: JIRA_URLS,
    when: (value) =>
      isPageOfAtlassian(value) || [SITES, `www.${SITES}`, "jira.com", "www.jira.com"].includes(hostOf(value)),
    says: (value) =>
      `is ${hostOf(value)}, which is Atlassian's and not your Jira site. Open Jira in a browser and set it to the ` +
      "address there, such as https://your-site.atlassian.net.",
  },
  {
    of: JIRA_URLS,
    when: (value) => isNearlySite(hostOf(value)),
    says: (value) => `is ${hostOf(value)}, but Jira Cloud sites end with .${SITES}. ${setToSite(value)}`,
  },
  {
    of: ["jira site"],
    when: (value) => isOfTempo(hostOf(value)),
    says: (value) =>
      `is ${hostOf(value)}, which is Tempo's and not your Jira. Set it to your Jira site, such as ${value.example}.`,
  },
  {
    of: ["jira server"],
    when: (value) => isOfTempo(hostOf(value)),
    says: (value) =>
      `is ${hostOf(value)}, which is Tempo Cloud's and not your Jira Data Center. Set it to your Jira, such as ` +
      `${value.example}; for Tempo Cloud, set ${NAMES.JIRA_BASE_URL} instead.`,
  },
  {
    of: ["tempo api"],
    when: (value) => {
      const url = urlOf(value.text);
      return (
        isJiraCloud(url) || /^(?!api\.)([\w-]+\.)*tempo\.io$|^api\.((eu|us)\.)?tempo\.com$/.test(url.hostname)
      );
    },
    says: (value) =>
      `is ${hostOf(value)}, which is not Tempo's API. Set it to the region of your data: ${listed(REGIONS, "or")}.`,
  },
  {
    of: ["atlassian api"],
    when: (value) => isJiraCloud(urlOf(value.text)),
    says: (value) =>
      `is ${hostOf(value)}, a Jira site and not Atlassian's API. Remove it: ${value.example} is used unless it is set.`,
  },
];

/** Mistakes in what follows the host. A Cloud site's API is at its root, so any page of it will do. */
export const PATH_ROWS: readonly Suspicion[] = [
  {
    of: ["tempo api"],
    when: (value) => isOfTempo(hostOf(value)) && tempoBaseOf(urlOf(value.text)) !== urlOf(value.text).origin,
    says: (value) =>
      `has a path that is not part of it (${urlOf(value.text).pathname}). Set it to ${urlOf(value.text).origin}.`,
  },
  {
    of: URLS,
    when: (value) => !isAnyPageOfSite(value) && isPage(urlOf(value.text)),
    says: (value) =>
      `has a path that is not part of it (${urlOf(value.text).pathname}). Set it to ${baseOf(urlOf(value.text))}.`,
  },
  {
    of: URLS,
    when: (value) => !isAnyPageOfSite(value) && urlOf(value.text).search + urlOf(value.text).hash !== "",
    says: (value) => `contains a query or fragment. Set it to ${baseOf(urlOf(value.text))}.`,
  },
];

/** The rows before have refused what is no URL. */
function hostOf({ text }: SetValue): string {
  return urlOf(text).hostname;
}

function isOfTempo(host: string): boolean {
  return /(^|\.)tempo\.io$/.test(host);
}

function isAnyPageOfSite(value: SetValue): boolean {
  return JIRA_URLS.includes(value.kind) && isJiraCloud(urlOf(value.text));
}

function isPageOfAtlassian(value: SetValue): boolean {
  const { hostname, pathname } = urlOf(value.text);
  return PAGES.test(hostname) && !(hostname === "api.atlassian.com" && GATEWAY_PATH.test(pathname));
}

/** Another ending than .net, or one letter beside it; a company's own name may contain Atlassian's. */
function isNearlySite(host: string): boolean {
  const [, name = "", ending = "", ...others] = host.replace(/\.$/, "").split(".");
  if (host === OWN_JIRA || PAGES.test(host) || host.endsWith(`.${SITES}`) || others.length > 0) return false;
  if (name === "atlassian") return OTHER_ENDINGS.includes(ending);
  return (
    editDistance(`${name}.${ending}`, SITES) === 1 || editDistance(`${name}.${ending}`, "atlassian.com") === 1
  );
}

function setToSite({ kind, text }: SetValue): string {
  const [site = ""] = urlOf(text).hostname.split(".");
  const url = `https://${site}.${SITES}`;
  return kind === "jira site"
    ? `Set it to ${url}.`
    : `For Tempo Cloud, set ${NAMES.JIRA_BASE_URL} to ${url} instead.`;
}
