/** The reader of a text: an assistant, which calls tools, or a user of a shell, who types commands. */
export type Reader = "assistant" | "shell";

/** A text that is the same for every reader, or one for each. */
export type Words = string | Readonly<Record<Reader, string>>;

export function wordsFor(reader: Reader, text: Words): string {
  return typeof text === "string" ? text : text[reader];
}

/** A text for each reader, of a template whose parts may differ. */
export function words(texts: TemplateStringsArray, ...parts: readonly (Words | number)[]): Words {
  const textFor = (reader: Reader) =>
    texts.reduce((before, text, index) => {
      const part = parts[index - 1] ?? "";
      return before + (typeof part === "number" ? part : wordsFor(reader, part)) + text;
    });
  return { assistant: textFor("assistant"), shell: textFor("shell") };
}

// Assistants and users of a shell do other things, and do them again in other ways.

export const CALL: Words = { assistant: "call", shell: "command" };

export const EARLIER_CALL: Words = { assistant: "earlier call", shell: "earlier attempt" };

export const ONE_CALL_POSTS: Words = { assistant: "one call posts", shell: "one command logs" };

export const SEND_AGAIN: Words = {
  assistant: "Send the same call again",
  shell: "Run the same command again",
};
