import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/root.ts";
import expressions from "./plain-english.json" with { type: "json" };

/** Folders with text for readers. Released contracts never change, generated files follow their source, and requests are in the words of users. */
const FOLDERS = ["src", "skills", "docs", "contracts", "deploy", "tests", "scripts", "evals"];
const EXCLUDED =
  /^(src\/generated|tests\/requests|evals\/(generated|tasks|transcripts)|tests\/\w+\/node_modules)\/|retrieval\/queries\.json$|plain-english\.json$|package-lock\.json$/;
const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "server.json",
];

async function textFiles(): Promise<string[]> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map(
        (path) => `${folder}/${path.replaceAll("\\", "/")}`,
      ),
    ),
  );
  const files = found
    .flat()
    .filter((path) => /\.(tsx?|css|html|md|json|ya?ml|cfg|py|go|java|cpp|mts)$/.test(path));
  return [...files.filter((path) => !EXCLUDED.test(path)), ...DOCUMENTS];
}

/** The words of each name in a text: `\b` finds none inside `A_NAME` and `aName`. */
const wordsOfNames = (text: string) =>
  [...text.matchAll(/\w*(?:_|[a-z\d][A-Z])\w*/g)].map(([name]) =>
    name.replaceAll("_", " ").replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " "),
  );

const lines = (
  await Promise.all(
    (
      await textFiles()
    ).map(async (path) =>
      (
        await readFile(join(ROOT, path), "utf8")
      )
        .split("\n")
        .map((text, index) => ({ place: `${path}:${index + 1}`, text, names: wordsOfNames(text) })),
    ),
  )
).flat();

test.each(Object.entries(expressions))("no text uses %s: say %s", (expression) => {
  const pattern = new RegExp(expression, "i");
  expect(lines.length).toBeGreaterThan(5000);
  expect(
    lines
      .filter(({ text, names }) => [text, ...names].some((it) => pattern.test(it)))
      .map(({ place, text }) => `${place} ${text.trim()}`),
  ).toEqual([]);
});
