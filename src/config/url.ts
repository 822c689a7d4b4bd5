import { SettingsError } from "../timesheet/errors.ts";

/** An address from a setting, that a token may be sent to. */
export interface UrlSetting {
  name: string;
  text: string;
  /** Permits plain http to other machines: `TEMPO_ALLOW_HTTP=1`. */
  allowHttp: boolean;
}

/**
 * Reads an address: https, or http to this machine, or to any where it is permitted; no credentials, query or fragment.
 *
 * @returns the address without a trailing slash
 */
export function readBaseUrl(setting: UrlSetting): string {
  const { origin, pathname } = readUrl(setting);
  return origin + pathname.replace(/\/+$/, "");
}

/** Tempo Cloud's API. Its paths start with `/4`, so a pasted `/4` is dropped. */
export function readTempoUrl(setting: UrlSetting): string {
  return readBaseUrl(setting).replace(/\/4$/, "");
}

/** A Jira Cloud site, which answers at its root, whatever page's address was pasted. */
export function readJiraUrl(setting: UrlSetting): string {
  const { hostname, origin } = readUrl(setting);
  return hostname.endsWith(".atlassian.net") ? origin : readBaseUrl(setting);
}

function readUrl({ name, text, allowHttp }: UrlSetting): URL {
  if (!URL.canParse(text)) {
    throw new SettingsError(`${name} is not an address. Set it to one that starts with https://.`);
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new SettingsError(
      `${name} holds a user name or password. Remove them; tokens have variables of their own.`,
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new SettingsError(`${name} holds a query or fragment. Set it to the plain address.`);
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && (isLoopback(url) || allowHttp))) return url;
  throw new SettingsError(
    `${name} must start with https://: a token is not sent over an open connection. ` +
      "For an internal server without TLS, set TEMPO_ALLOW_HTTP=1.",
  );
}

/** Whether an address leads to this machine, and so over no network. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
