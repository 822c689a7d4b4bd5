import {
  ATLASSIAN,
  fromBase64,
  isEmailAndSecret,
  isOfAtlassian,
  looksLikeEmail,
  looksLikeToken,
  MIN_TOKEN_LENGTH,
  type Suspicion,
  TOKENS,
} from "./value.ts";

const MASK = /[•●∙⋅·]|\*{2}|…|\.{3}|^[[<({](secret|redacted|hidden|masked|removed)[\])>}]$/i;
const PATH = /^(~?\/|\.{1,2}\/|[A-Za-z]:[\\/]|file:)/;
const SCHEME = /^(?:Authorization:\s*)?(Bearer|Basic)\s+/i;

const OF_ATLASSIAN = `begins with ${ATLASSIAN}, as API tokens of Atlassian accounts do`;

/** The text of a token without the word of its header. */
const withoutScheme = (text: string) => text.replace(SCHEME, "");

/** Mistakes in tokens. A sentence never quotes one. */
export const TOKEN_ROWS: readonly Suspicion[] = [
  {
    of: TOKENS,
    when: MASK,
    says:
      "is masked: signs such as *, • or … stand for its hidden characters. Set it to the whole token; if you have " +
      "not kept it, create a new one.",
  },
  { of: TOKENS, when: /^[{[]/, says: "is JSON. Set it to the token alone." },
  {
    of: TOKENS,
    when: ({ text, isInFile }) => isInFile === true && lineCount(text) > 1,
    sentence: ({ variable, text }) =>
      `The file that ${variable} points to has ${lineCount(text)} lines of text. Leave only the token in it.`,
  },
  {
    of: TOKENS,
    when: ({ text }) => isEmailAndSecret(fromBase64(withoutScheme(text)) ?? ""),
    says: "is an e-mail address and a token in base64, as headers of basic authentication have it. Set it to the token alone.",
  },
  {
    of: TOKENS,
    when: ({ text }) => isEmailAndSecret(text),
    says: "begins with an e-mail address. Set it to what follows the colon.",
  },
  {
    of: TOKENS,
    when: ({ text }) => isOfAtlassian(fromBase64(text) ?? ""),
    says: "is a token in base64, as Kubernetes shows the values of secrets. Set it to the decoded token.",
  },
  {
    of: ["jira token", "e-mail"],
    when: ({ others }) =>
      looksLikeEmail(others?.jiraToken.text ?? "") && isOfAtlassian(others?.email.text ?? ""),
    sentence: ({ others }) =>
      `${others?.email.variable} and ${others?.jiraToken.variable} look swapped: ${others?.jiraToken.variable} is an e-mail address. ` +
      "Exchange the two.",
  },
  {
    of: TOKENS,
    when: ({ text }) => looksLikeEmail(text),
    says: "is an e-mail address. Set it to the token.",
  },
  { of: TOKENS, when: /^https?:\/\//i, says: "is a URL. Set it to the token." },
  {
    of: TOKENS,
    when: PATH,
    says: (value) =>
      "is the path of a file. " +
      (value.fileVariable ? `Set ${value.fileVariable} to it instead.` : "Set it to the token itself."),
  },
  {
    of: TOKENS,
    when: SCHEME,
    says: (value) => `begins with ${SCHEME.exec(value.text)?.[1]}. Leave that word out: set the token alone.`,
  },
  { of: TOKENS, when: /[,;]$/, says: "ends with a comma or semicolon, which no token does. Remove it." },
  {
    of: ["personal token"],
    when: /^[\w.-]+:\S+$/,
    says:
      "contains a colon, as a user name with a password does. Set it to a personal access token (Jira, Profile, " +
      "Personal Access Tokens).",
  },
  {
    of: ["personal token"],
    when: ({ text }) => isOfAtlassian(text),
    says:
      `${OF_ATLASSIAN}, and those work on Jira Cloud only. Set it to a personal access token (Jira, Profile, ` +
      "Personal Access Tokens).",
  },
  {
    of: ["tempo token"],
    when: ({ text, others }) => isOfAtlassian(text) && !["", ATLASSIAN].includes(startOf(others?.jiraToken)),
    sentence: ({ variable, others }) =>
      `${variable} and ${others?.jiraToken.variable} look swapped: ${variable} ${OF_ATLASSIAN}. Exchange the two.`,
  },
  {
    of: ["tempo token"],
    when: ({ text }) => isOfAtlassian(text),
    says: `${OF_ATLASSIAN}. Set it to a token of Tempo (Tempo, Settings, API integration).`,
  },
  {
    of: ["tempo token"],
    when: ({ text, others }) => text.length >= MIN_TOKEN_LENGTH && text === others?.jiraToken.text,
    sentence: ({ variable, others }) =>
      `${variable} and ${others?.jiraToken.variable} are the same token, but Tempo and Atlassian accept only their own. Create the one ` +
      "that you lack, in Tempo, Settings, API integration, or among the API tokens of your Atlassian account.",
  },
];

/** A token that is set as the path of its file, only if there is no such file, which could have any name; or as its command. */
export const MISPLACED_TOKEN_ROWS: readonly Suspicion[] = [
  {
    of: ["missing file"],
    when: ({ text }) => looksLikeToken(text),
    says: ({ variable }) =>
      `looks like a token, and there is no file of that name. Set ${variable.replace(/_FILE$/, "")} to the token instead, ` +
      `or ${variable} to the path of a file.`,
  },
  {
    of: ["command"],
    when: ({ text }) => looksLikeToken(text),
    says: ({ variable }) =>
      `looks like a token. Set ${variable.replace(/_COMMAND$/, "")} to it instead, or ${variable} to a command that prints it.`,
  },
];

function lineCount(text: string): number {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== "").length;
}

function startOf(token: { text: string } | undefined): string {
  return token?.text.slice(0, ATLASSIAN.length) ?? "";
}

const WRAPPED = /^(?:[^<>@]*<|mailto:)(?<address>[^<>]+?)>?$/i;
const ACCOUNT_ID = /^\d{5,6}:[\da-f-]{36}$|^[\da-f]{24}$/i;

/** Mistakes in the e-mail address of an Atlassian account. */
export const EMAIL_ROWS: readonly Suspicion[] = [
  {
    of: ["e-mail"],
    when: ({ text }) => addressIn(text) !== undefined,
    says: (value) => `has a name or mailto: around the address. Set it to ${addressIn(value.text)}.`,
  },
  {
    of: ["e-mail"],
    when: /^https?:\/\//i,
    says: "is a URL. Set it to the e-mail address of your Atlassian account.",
  },
  {
    of: ["e-mail"],
    when: ACCOUNT_ID,
    says: "is the id of an Atlassian account. Set it to the account's e-mail address.",
  },
  {
    of: ["e-mail"],
    when: /^[^@]+@[^@]*[,;]/,
    says: "contains a comma or semicolon. Set it to one e-mail address, with dots.",
  },
];

/** The last row, for what no other explains. */
export const NO_EMAIL_ROWS: readonly Suspicion[] = [
  {
    of: ["e-mail"],
    when: ({ text }) => !/^[^@]+@[^@]+$/.test(text),
    says:
      "is not an e-mail address: those have exactly one @, with text on both sides. Set it to the e-mail address of " +
      "your Atlassian account.",
  },
];

function addressIn(text: string): string | undefined {
  const { address = "" } = WRAPPED.exec(text)?.groups ?? {};
  return looksLikeEmail(address) ? address : undefined;
}
