import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { digestOfSources, isBuilt, noteBuild } from "../../scripts/build/if-changed.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const FILES = ["src/cli/start.ts", "scripts/build/view.ts", "package-lock.json", "dist/main.cjs"];

test("the command is built again after any change of its sources, its packages or its files, and only then", () => {
  const root = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const path of FILES) write(path, "one");
  const build = () => noteBuild(root, digestOfSources(root));
  expect(isBuilt(root)).toBe(false);
  build();
  expect(isBuilt(root)).toBe(true);
  write("README.md", "two");
  expect(isBuilt(root)).toBe(true);
  const changes = [
    ...FILES.flatMap((path) => [() => write(path, "two"), () => rmSync(join(root, path))]),
    () => write("src/cli/added.ts", ""),
    // While a build runs.
    () => {
      const before = digestOfSources(root);
      write("src/cli/added.ts", "two");
      noteBuild(root, before);
    },
  ];
  expect(
    changes.map((change) => {
      build();
      change();
      return isBuilt(root);
    }),
  ).toEqual(changes.map(() => false));
});
