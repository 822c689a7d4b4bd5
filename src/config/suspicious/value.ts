/** The API tokens of Atlassian accounts begin so; those of Tempo and of Jira Data Center do not. */
export const ATLASSIAN = "ATATT";

/** Real tokens are longer. Shorter texts stand for one at a server that checks none. */
export const MIN_TOKEN_LENGTH = 20;

/** Letters and digits, long, without what separates the parts of a path, a URL or an e-mail address. */
const TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[\w+=~-]{20,}$/;

const MAX_EMAIL_LENGTH = 254;

const EMAIL = /^[^@\s:/<>,;"]+@[^@\s:/<>,;"][^@\s:/<>,;".]*\.[^@\s:/<>,;"]+$/;

export function looksLikeToken(text: string): boolean {
  return TOKEN.test(text);
}

/** An address whose domain has a dot: more than is needed to be accepted. */
export function looksLikeEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}

export function isOfAtlassian(text: string): boolean {
  return text.startsWith(ATLASSIAN);
}

/** The text that is encoded in base64; undefined unless that is printable ASCII. */
export function fromBase64(text: string): string | undefined {
  if (!/^[\w+/-]{8,}={0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, "base64").toString("latin1");
  return /^[\x20-\x7e]+$/.test(decoded.trim()) ? decoded.trim() : undefined;
}

/** "ada@example.com:token", as basic authentication has it. */
export function isEmailAndSecret(text: string): boolean {
  const [email = "", secret = ""] = text.split(/:(.*)/s);
  return looksLikeEmail(email) && secret !== "";
}

export function hasUser(url: URL | undefined): boolean {
  return url !== undefined && (url.username !== "" || url.password !== "");
}

/** The purpose of a value; `paths` are several, and a `missing file` is the path of one that does not exist. */
export type ValueKind =
  | "tempo token"
  | "jira token"
  | "personal token"
  | "e-mail"
  | "jira site"
  | "jira server"
  | "tempo api"
  | "atlassian api"
  | "json"
  | "path"
  | "paths"
  | "calendar"
  | "missing file"
  | "command"
  | "option";

export const TOKENS: readonly ValueKind[] = ["tempo token", "jira token", "personal token"];
export const JIRA_URLS: readonly ValueKind[] = ["jira site", "jira server"];
export const URLS: readonly ValueKind[] = [...JIRA_URLS, "tempo api", "atlassian api"];

/** Another value that a sentence may name. */
interface OtherValue {
  /** The user's name for it: that of a setting or of a header. */
  variable: string;
  text: string;
}

/** A value as it was set, without white space around it. */
export interface SetValue extends OtherValue {
  kind: ValueKind;
  /** The other settings of one user of Cloud. */
  others?: { email: OtherValue; jiraToken: OtherValue };
  /** The setting that can name a file instead; undefined for a header and for a token that is in a file. */
  fileVariable?: string;
  /** Whether the value is what a file contains. */
  isInFile?: boolean;
  /** Whether the value is what a command has printed. */
  isPrinted?: boolean;
  allowHttp?: boolean;
  /** A full URL for sentences. */
  example?: string;
}

/** A kind of mistake. What it says is wrong, and what to write instead, has no secret in it. */
export type Suspicion = {
  of: readonly ValueKind[];
  /** Pure. Fits no value that Tempo or Jira could accept. */
  when: RegExp | ((value: SetValue) => boolean);
} & (
  | /** The sentence after the name of the value. */ { says: string | ((value: SetValue) => string) }
  | { sentence(value: SetValue): string }
);

/** The sentence of the first row that fits a value. */
export function sentenceOf(rows: readonly Suspicion[], value: SetValue): string | undefined {
  if (value.text === "") return undefined;
  const row = rows.find(
    ({ of, when }) =>
      of.includes(value.kind) && (when instanceof RegExp ? when.test(value.text) : when(value)),
  );
  if (!row) return undefined;
  if ("sentence" in row) return row.sentence(value);
  return `${nameOf(value)} ${typeof row.says === "string" ? row.says : row.says(value)}`;
}

/** The beginning of a sentence about a value. */
function nameOf({ variable, kind, isInFile, isPrinted }: SetValue): string {
  if (kind === "calendar") return `An address in ${variable}`;
  if (isPrinted) return `The token that ${variable} prints`;
  return isInFile ? `The token in ${variable}` : variable;
}
