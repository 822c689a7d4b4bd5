import { looksLikeEmail } from "./forms.ts";
import { nameOf, type Suspicion } from "./value.ts";

const WRAPPED = /^(?:[^<>@]*<|mailto:)(?<address>[^<>]+?)>?$/i;
const ACCOUNT_ID = /^\d{5,6}:[\da-f-]{36}$|^[\da-f]{24}$/i;

/** Mistakes in the e-mail address of an Atlassian account. */
export const EMAIL_ROWS: readonly Suspicion[] = [
  {
    of: ["e-mail"],
    when: ({ text }) => addressIn(text) !== undefined,
    sentence: (value) =>
      `${nameOf(value)} has a name or mailto: around the address. Set it to ${addressIn(value.text)}.`,
  },
  {
    of: ["e-mail"],
    when: ({ text }) => /^https?:\/\//i.test(text),
    sentence: (value) => `${nameOf(value)} is a URL. Set it to the e-mail address of your Atlassian account.`,
  },
  {
    of: ["e-mail"],
    when: ({ text }) => ACCOUNT_ID.test(text),
    sentence: (value) =>
      `${nameOf(value)} is the id of an Atlassian account. Set it to the account's e-mail address.`,
  },
  {
    of: ["e-mail"],
    when: ({ text }) => /^[^@]+@[^@]*[,;]/.test(text),
    sentence: (value) =>
      `${nameOf(value)} contains a comma or semicolon. Set it to one e-mail address, with dots.`,
  },
];

/** The last row, for what no other explains. */
export const NO_EMAIL_ROWS: readonly Suspicion[] = [
  {
    of: ["e-mail"],
    when: ({ text }) => !/^[^@]+@[^@]+$/.test(text),
    sentence: (value) =>
      `${nameOf(value)} is not an e-mail address: those have exactly one @, with text on both sides. Set it to the e-mail address of ` +
      "your Atlassian account.",
  },
];

function addressIn(text: string): string | undefined {
  const { address = "" } = WRAPPED.exec(text)?.groups ?? {};
  return looksLikeEmail(address) ? address : undefined;
}
