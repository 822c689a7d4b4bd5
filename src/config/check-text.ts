import { SettingsError } from "../timesheet/errors.ts";

const QUOTED = /^(["'`]).*\1$|^[“”„].*[“”]$|^[‘’].*[‘’]$/s;
const VARIABLE = /^\$(env:)?\w+$|^\$\{[^}]*\}$|^%\w+%$/i;

/** Values of examples: of our documents, and customary ones. A site may be called your-health, so only some names count. */
const EXAMPLES = [
  /<.*>/,
  /…|\.{3}$/,
  /^your[-_ ][^.@]*$/i,
  /^(https?:\/\/)?your-(site|domain|company|instance|org)\./i,
  /^you@example\.com$|^your[-_.]?e?mail@/i,
];

/** Never shows the text. @throws SettingsError for quotes around it, and for a variable that nothing has replaced */
export function checkText(name: string, text: string): void {
  if (QUOTED.test(text)) {
    throw new SettingsError(
      `${name} is wrapped in quote marks, which are now part of the value. Remove them.`,
    );
  }
  if (VARIABLE.test(text)) {
    throw new SettingsError(
      `${name} is the name of a variable, such as $NAME or %NAME%, which was not filled in. Set it to the value itself.`,
    );
  }
}

/** For texts, URLs and tokens. @throws SettingsError also for the value of an example */
export function checkFilledIn(name: string, text: string): void {
  checkText(name, text);
  if (EXAMPLES.some((example) => example.test(text))) {
    throw new SettingsError(`${name} is still the value of an example. Set it to your own.`);
  }
}

/** The text for the end of a sentence; nothing if it is long enough for a token that was set in the wrong place. */
export function butNot(text: string): string {
  return text.length > 20 ? "" : `, not ${JSON.stringify(text)}`;
}
