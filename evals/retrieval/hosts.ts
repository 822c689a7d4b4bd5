/** A tool as a search sees it; of our own, what `tools/list` publishes. */
export interface SearchedTool {
  server: string;
  name: string;
  title?: string;
  description: string;
  arguments: Record<string, string>;
  /** The arguments in these: of their rows and objects. */
  inner?: Record<string, string>;
}

/** A host that searches for tools: what of a tool it looks at, and which words of a text count. */
export interface Host {
  name: string;
  textOf(tool: SearchedTool): string;
  wordsOf(text: string): string[];
}

/** Names, descriptions, and the names and descriptions of arguments are what Anthropic's tool search with BM25 is documented to look at; how it splits words is not. */
const PLAIN: Host = {
  name: "plain",
  textOf: ({ server, name, description, arguments: given, inner }) =>
    [server, name, description, ...Object.entries({ ...inner, ...given }).flat()].join(" "),
  wordsOf: plainWords,
};

/** Codex looks at titles too, and of arguments at the names alone, not at those in them; it leaves out common words, and stems. */
const STEMMED: Host = {
  name: "stemmed",
  textOf: ({ server, name, title = "", description, arguments: given }) =>
    [server, name, title, description, ...Object.keys(given)].join(" "),
  wordsOf: (text) =>
    plainWords(text)
      .filter((word) => !COMMON_WORDS.has(word))
      .map(stem),
};

export const HOSTS: readonly Host[] = [PLAIN, STEMMED];

const COMMON_WORDS = new Set(
  (
    "a an and are as at be been but by can did do does for from had has have he her his how i if in into is it its me my no not of on or our " +
    "she so that the their them then there these they this those to was we were what when which who will with you your"
  ).split(" "),
);

/** Words in lower case; the parts of `post_worklog` and of `startDate` are words. */
function plainWords(text: string): string[] {
  const parts = text.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ").toLowerCase();
  return parts.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The stem of a word leaves out the endings of plurals, -ed and -ing, so that "logged" and "logging" are "log". */
function stem(word: string): string {
  const bare = word
    .replace(/(?<=..)ies$/, "y")
    .replace(/(?<=...)(ing|ed)$/, "")
    .replace(/(?<=..[^s])s$/, "");
  return bare.replace(/([^aeiouls])\1$/, "$1").replace(/(?<=...)e$/, "");
}
