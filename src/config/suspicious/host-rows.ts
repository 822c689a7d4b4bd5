import { editDistance } from "../../contract/nearest-name.ts";
import { REGIONS } from "../../tempo/deployment.ts";
import { listed } from "../lists.ts";
import { baseOf, isJiraCloud, isPage, tempoBaseOf, urlOf } from "../url.ts";
import { NAMES } from "../variable-names.ts";
import { JIRA_URLS, nameOf, type SetValue, type Suspicion, URLS } from "./value.ts";

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
    sentence: (value) =>
      `${nameOf(value)} is ${hostOf(value)}, a former address of a Jira Cloud site. ${setToSite(value)}`,
  },
  {
    of: JIRA_URLS,
    when: (value) =>
      isPageOfAtlassian(value) || [SITES, `www.${SITES}`, "jira.com", "www.jira.com"].includes(hostOf(value)),
    sentence: (value) =>
      `${nameOf(value)} is ${hostOf(value)}, which is Atlassian's and not your Jira site. Open Jira in a browser and set it to the ` +
      "address there, such as https://your-site.atlassian.net.",
  },
  {
    of: JIRA_URLS,
    when: (value) => isNearlySite(hostOf(value)),
    sentence: (value) =>
      `${nameOf(value)} is ${hostOf(value)}, but Jira Cloud sites end with .${SITES}. ${setToSite(value)}`,
  },
  {
    of: ["jira site"],
    when: (value) => isOfTempo(hostOf(value)),
    sentence: (value) =>
      `${nameOf(value)} is ${hostOf(value)}, which is Tempo's and not your Jira. Set it to your Jira site, such as ${value.example}.`,
  },
  {
    of: ["jira server"],
    when: (value) => isOfTempo(hostOf(value)),
    sentence: (value) =>
      `${nameOf(value)} is ${hostOf(value)}, which is Tempo Cloud's and not your Jira Data Center. Set it to your Jira, such as ` +
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
    sentence: (value) =>
      `${nameOf(value)} is ${hostOf(value)}, which is not Tempo's API. Set it to the region of your data: ${listed(REGIONS, "or")}.`,
  },
  {
    of: ["atlassian api"],
    when: (value) => isJiraCloud(urlOf(value.text)),
    sentence: (value) =>
      `${nameOf(value)} is ${hostOf(value)}, a Jira site and not Atlassian's API. Remove it: ${value.example} is used unless it is set.`,
  },
];

/** Mistakes in what follows the host. A Cloud site's API is at its root, so any page of it will do. */
export const PATH_ROWS: readonly Suspicion[] = [
  {
    of: ["tempo api"],
    when: (value) => isOfTempo(hostOf(value)) && tempoBaseOf(urlOf(value.text)) !== urlOf(value.text).origin,
    sentence: (value) =>
      `${nameOf(value)} has a path that is not part of it (${urlOf(value.text).pathname}). Set it to ${urlOf(value.text).origin}.`,
  },
  {
    of: URLS,
    when: (value) => !isAnyPageOfSite(value) && isPage(urlOf(value.text)),
    sentence: (value) =>
      `${nameOf(value)} has a path that is not part of it (${urlOf(value.text).pathname}). Set it to ${baseOf(urlOf(value.text))}.`,
  },
  {
    of: URLS,
    when: (value) => !isAnyPageOfSite(value) && urlOf(value.text).search + urlOf(value.text).hash !== "",
    sentence: (value) =>
      `${nameOf(value)} contains a query or fragment. Set it to ${baseOf(urlOf(value.text))}.`,
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
