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
