import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/root.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test.each(["", "tests/languages/", "tests/teams/", "tests/conformance/"])(
  "%spackage.json lists the packages with a script that npm would run, and lets none run",
  (folder) => {
    const { packages } = JSON.parse(read(`${folder}package-lock.json`)) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const withScript = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    const { allowScripts = {} } = JSON.parse(read(`${folder}package.json`)) as {
      allowScripts?: Record<string, boolean>;
    };
    expect(allowScripts).toEqual(Object.fromEntries(withScript.map((name) => [name, false])));
  },
);

// npm reads the list from version 11.19 on; Node 20 and 22 come with an older one.
test("CI installs without scripts, whatever npm it has", () => {
  const workflows = readdirSync(join(ROOT, ".github/workflows")).map((name) => `.github/workflows/${name}`);
  const commands = [".ci/run", ...workflows]
    .map(read)
    .join("\n")
    .match(/^.*\bnpm ci\b.*$/gm);
  expect(commands?.length).toBe(4);
  expect(commands?.filter((line) => !line.includes("npm ci --ignore-scripts"))).toEqual([]);
  expect(read("tests/helpers/install-parts.ts")).toContain('"ci", "--ignore-scripts"');
});
