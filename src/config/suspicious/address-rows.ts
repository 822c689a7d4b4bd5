import { REGIONS } from "../../tempo/deployment.ts";
import { isLoopback, jiraBaseOf, parseUrl, tempoBaseOf } from "../url.ts";
import { invisibleIn } from "./characters.ts";
import { looksLikeEmail, nameOf, type SetValue, type Suspicion, URLS } from "./value.ts";

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
    sentence: (value) =>
      `${nameOf(value)} has signs around the address. ${setTo(value, wrappedIn(value.text))}`,
  },
];

/** Mistakes in the form of an address. */
export const FORM_ROWS: readonly Suspicion[] = [
  {
    of: URLS,
    when: ({ text }) => looksLikeEmail(text.replace(/^mailto:/i, "")),
    sentence: (value) => `${nameOf(value)} is an e-mail address. Set it to a URL such as ${value.example}.`,
  },
  {
    of: URLS,
    when: ({ text }) => ENCODED.test(text),
    sentence: (value) => `${nameOf(value)} is percent-encoded. ${setTo(value, decoded(value.text))}`,
  },
  {
    of: URLS,
    when: ({ text }) => WRONG_SCHEME.test(text),
    sentence: (value) =>
      `${nameOf(value)} does not begin with https:// and its colon. ${setTo(value, value.text.replace(WRONG_SCHEME, "https://"))}`,
  },
  {
    of: URLS,
    when: ({ text }) => SCHEME_TWICE.test(text),
    sentence: (value) =>
      `${nameOf(value)} begins with https:// twice. ${setTo(value, value.text.replace(SCHEME_TWICE, ""))}`,
  },
  {
    of: URLS,
    when: ({ text }) => addressesIn(text).length > 1,
    sentence: (value) =>
      `${nameOf(value)} contains ${addressesIn(value.text).length} addresses. Set it to one of them, such as ${value.example}.`,
  },
  {
    of: URLS,
    when: ({ text }) => /[,;]$/.test(text),
    sentence: (value) => `${nameOf(value)} ends with a comma or semicolon. Remove it.`,
  },
  {
    of: URLS,
    // A URL parser drops them from a host name, where they do no harm.
    when: ({ text }) => invisibleIn(readable(text)) !== undefined,
    sentence: (value) => `${nameOf(value)} contains ${invisibleIn(readable(value.text))}. Remove it.`,
  },
];

/** Texts that are not one full URL. */
export const FULL_URL_ROWS: readonly Suspicion[] = [
  {
    of: URLS,
    when: ({ text }) => /\s/.test(text) && !parseUrl(text),
    sentence: (value) => `${nameOf(value)} contains a space. Remove it.`,
  },
  {
    of: URLS,
    when: ({ text }) => HOST_AND_PORT.test(text) || !parseUrl(text),
    sentence: (value) => `${nameOf(value)} is not a full URL. Set it to one such as ${fullUrl(value)}.`,
  },
  {
    of: URLS,
    when: ({ text }) => {
      const url = parseUrl(text);
      return url !== undefined && (url.username !== "" || url.password !== "");
    },
    sentence: (value) =>
      `${nameOf(value)} contains a user name or password. Remove them; tokens have their own settings.`,
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
    sentence: (value) =>
      `${nameOf(value)} must start with https://: tokens are not sent over unencrypted connections. ` +
      setTo(value, value.text.replace(/^http:/i, "https:")),
  },
  {
    of: URLS,
    when: ({ text, allowHttp }) => {
      const url = parseUrl(text);
      if (!url || url.protocol === "https:") return false;
      return url.protocol !== "http:" || !(isLoopback(url) || allowHttp);
    },
    sentence: (value) =>
      `${nameOf(value)} must start with https://: tokens are not sent over unencrypted connections. ` +
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
