import type { Exception } from "./check-patterns.ts";

/** Regular expressions that only meet short texts, or are made of what is checked elsewhere. */
export const EXCEPTIONS: readonly Exception[] = [
  ...["request", "upstream"].map((what) => ({
    file: `src/generated/${what}-validators.js`,
    code: "new RegExp(str)",
    bound: "the format library's check of the format `regex`, which no schema has",
  })),
  {
    file: "src/text/lengths.ts",
    code: String.raw`/(?<=\d)(?=(?:\d{3})+$)/g`,
    bound: "a number, which has at most 25 characters",
  },
  {
    file: "src/sandbox/routes.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    code: 'new RegExp(`^${path.replaceAll(/\\{(\\w+)\\}/g, "(?<$1>[^/]+)")}$`)',
    bound:
      "made of the paths of src/generated/operations.ts; its parameters have no slash, so each has one place in a text",
  },
];
