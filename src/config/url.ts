import { SettingsError } from "../timesheet/errors.ts";
import { checkFilledIn } from "./check-text.ts";
import { listed } from "./lists.ts";
import { REGIONS } from "./regions.ts";

export interface UrlSetting {
  name: string;
  text: string;
  allowHttp: boolean;
  example: string;
}

/** Paths of Jira's pages and of its API, which follow its base URL. */
const PAGE = /\/(browse|secure|wiki|rest|plugins|login\.jsp)(\/.*)?$|\/projects\/.+$/;

/** What a browser shows: a host name or address without its scheme. */
const WITHOUT_SCHEME = /^([a-z\d-]+\.)+([a-z]{2,20}|\d{1,3})(:\d+)?([/?#].*)?$/i;

const SITE_NAME = /^[a-z\d][a-z\d-]{0,19}$/i;

/** Returns no trailing slash. @throws SettingsError that names the setting, and shows no user name, password or query */
export function readBaseUrl(setting: UrlSetting): string {
  const url = readUrl(setting);
  const base = url.origin + url.pathname.replace(PAGE, "").replace(/\/+$/, "");
  if (PAGE.test(url.pathname)) {
    throw new SettingsError(
      `${setting.name} has a path that is not part of it (${url.pathname}). Set it to ${base}.`,
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new SettingsError(`${setting.name} contains a query or fragment. Set it to ${base}.`);
  }
  return base;
}

/** The API's paths start with `/4`, so a pasted `/4` is dropped. */
export function readTempoUrl(setting: UrlSetting): string {
  const { hostname } = readUrl(setting);
  if (isJiraCloud(hostname) || /^(?!api\.)([\w-]+\.)*tempo\.io$/.test(hostname)) {
    throw new SettingsError(
      `${setting.name} is ${hostname}, which is not Tempo's API. Set it to the region of your data: ` +
        `${listed(REGIONS, "or")}.`,
    );
  }
  return readBaseUrl(setting).replace(/\/4$/, "");
}

/** A Cloud site's API is at its root, so any page of it will do. Elsewhere the path may be Jira's own. */
export function readJiraUrl(setting: UrlSetting): string {
  const { hostname, origin } = readUrl(setting);
  return isJiraCloud(hostname) ? origin : readBaseUrl(setting);
}

/** The origin of a Jira Cloud site's URL, whatever page it is of; undefined for anything else. */
export function jiraCloudSite(text: string): string | undefined {
  const url = parse(text);
  return url && isJiraCloud(url.hostname) ? `https://${url.hostname}` : undefined;
}

function isJiraCloud(hostname: string): boolean {
  return hostname.endsWith(".atlassian.net");
}

function parse(text: string): URL | undefined {
  const full = WITHOUT_SCHEME.test(text) ? `https://${text}` : text;
  return URL.canParse(full) ? new URL(full) : undefined;
}

function readUrl({ name, text, allowHttp, example }: UrlSetting): URL {
  checkFilledIn(name, text);
  const url = parse(text);
  if (!url) {
    const full = SITE_NAME.test(text) ? example.replace("your-site", text) : example;
    throw new SettingsError(`${name} is not a full URL. Set it to one such as ${full}.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new SettingsError(
      `${name} contains a user name or password. Remove them; tokens have their own settings.`,
    );
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && (isLoopback(url) || allowHttp))) return url;
  throw new SettingsError(
    `${name} must start with https://: tokens are not sent over unencrypted connections. ` +
      "For an internal server without TLS, set TEMPO_ALLOW_HTTP=1.",
  );
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
