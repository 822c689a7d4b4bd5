import { SettingsError } from "../timesheet/errors.ts";

interface UrlSetting {
  name: string;
  text: string;
  allowHttp: boolean;
}

/** Returns no trailing slash. @throws SettingsError that names the setting, and never shows its value */
export function readBaseUrl(setting: UrlSetting): string {
  const { origin, pathname } = readUrl(setting);
  return origin + pathname.replace(/\/+$/, "");
}

/** The API's paths start with `/4`, so a pasted `/4` is dropped. */
export function readTempoUrl(setting: UrlSetting): string {
  return readBaseUrl(setting).replace(/\/4$/, "");
}

/** The API of a Jira Cloud site is at its root, whatever page's URL was pasted. */
export function readJiraUrl(setting: UrlSetting): string {
  const { hostname, origin } = readUrl(setting);
  return hostname.endsWith(".atlassian.net") ? origin : readBaseUrl(setting);
}

function readUrl({ name, text, allowHttp }: UrlSetting): URL {
  if (!URL.canParse(text)) {
    throw new SettingsError(`${name} is not a URL. Set it to one that starts with https://.`);
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new SettingsError(
      `${name} contains a user name or password. Remove them; tokens have their own settings.`,
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new SettingsError(`${name} contains a query or fragment. Set it to the plain URL.`);
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
