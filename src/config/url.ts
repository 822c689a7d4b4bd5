import { isLoopback, toUrl } from "../text/url.ts";

/** Paths of Jira's pages and of its API, which follow its base URL. */
const PAGE = /\/(?:(?:browse|secure|wiki|rest|plugins|login\.jsp)(?![^/])|projects\/.).*/s;

/** A host name or address without its scheme, as browsers show it. */
const WITHOUT_SCHEME = /^([a-z\d-]+\.)+([a-z]{2,20}|\d{1,3})(:\d+)?([/?#].*)?$/i;

/** The URL of a setting, with or without its scheme; undefined if it is not one. */
export function parseUrl(text: string): URL | undefined {
  return toUrl(withScheme(text));
}

/** The URL of a text that is known to be one. */
export function urlOf(text: string): URL {
  return new URL(withScheme(text));
}

function withScheme(text: string): string {
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : text;
}

/** The URL without the path of a page, a query and a trailing slash. */
export function baseOf({ origin, pathname }: URL): string {
  return origin + withoutEndSlashes(pathname.replace(PAGE, ""));
}

export function withoutEndSlashes(text: string): string {
  return /^.*[^/]/s.exec(text)?.[0] ?? "";
}

export function isPage({ pathname }: URL): boolean {
  return PAGE.test(pathname);
}

/** The API's paths start with `/4`, so a pasted `/4` is dropped. */
export function tempoBaseOf(url: URL): string {
  return baseOf(url).replace(/\/4$/, "");
}

/** A Cloud site's API is at its root, so any page of it will do. Elsewhere the path may be Jira's own. */
export function jiraBaseOf(url: URL): string {
  return isJiraCloud(url) ? url.origin : baseOf(url);
}

/** The origin of a Jira Cloud site's URL, whatever page it is of; undefined for anything else. */
export function jiraCloudSite(text: string): string | undefined {
  const url = parseUrl(text);
  return url && isJiraCloud(url) ? `https://${url.hostname}` : undefined;
}

export function isJiraCloud({ hostname }: URL): boolean {
  return hostname.endsWith(".atlassian.net");
}

/** Whether nothing between two machines can read what is sent to a URL: TLS, or this machine alone. */
export function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

export { isLoopback };
