/** E-mail addresses in lower case, each once, without those that are unknown. */
export function ownEmails(emails: readonly (string | undefined)[]): string[] {
  const given = emails.map((email) => email?.trim().toLowerCase() ?? "");
  return [...new Set(given.filter((email) => email !== ""))];
}
