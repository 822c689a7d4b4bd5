import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { NO_STATE } from "./scripts/lib/command-environment.ts";

/** The files of tests that are not part of `npm test`. */
const THOROUGH = "**/*.thorough.test.ts";

const BUILD = "tests/helpers/build.ts";
const FIGURES = "tests/helpers/figures-table.ts";

function quick(name: string) {
  return { name, include: [`tests/${name}/**/*.test.ts`], exclude: [THOROUGH], isolate: false };
}

/** Each has a script of its name, but for the two of `npm test`; a part of a path runs only the files that have it. */
const projects: NonNullable<TestProjectInlineConfiguration["test"]>[] = [
  // Functions and files, no build.
  quick("unit"),
  // Through an MCP client, in this process, no build.
  quick("protocol"),
  // What takes seconds or minutes and no build: thousands of random cases, limits that take long to reach, histories and drafts.
  // Isolated, since histories watch `node:fs` in place of what other files have loaded.
  {
    name: "thorough",
    include: [`tests/{unit,protocol}/${THOROUGH}`, "tests/{history,draft}/*.test.ts"],
  },
  // The built command, short runs under faults, what is published and generated, and evals without a model.
  {
    name: "built",
    include: ["tests/{built,faults,release,evals}/**/*.test.ts"],
    globalSetup: BUILD,
    isolate: false,
    // A run of an eval waits for processes and for lost responses most of its time.
    maxConcurrency: 12,
    // Drafts read the zone of the process.
    env: { TZ: "UTC" },
  },
  // The view in Chromium, in a host of MCP Apps.
  {
    name: "browser",
    include: ["tests/browser/**/*.test.ts"],
    globalSetup: [BUILD, "tests/browser/bundle-hosts.ts"],
    // Each worker keeps its modules and its browser from file to file.
    isolate: false,
    // A browser, a server and an embedded Tempo share the machine with two more workers.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
  },
  // With real parts that must be installed: PostgreSQL, HAProxy, an image, a keychain, other languages, hosts, the conformance suite.
  {
    name: "real",
    include: ["tests/{teams,conformance,keychain,hosts}/**/*.test.ts", "tests/languages/*.long.ts"],
    globalSetup: [BUILD, FIGURES, "tests/helpers/install-parts.ts", "tests/languages/install-package.ts"],
    testTimeout: 120_000,
    // The full size has limits of times.
    fileParallelism: process.env.TEAMS_SIZE !== "full",
  },
  // Times that are measured while nothing else runs.
  {
    name: "measured",
    include: ["tests/measured/*.test.ts"],
    globalSetup: [BUILD, FIGURES],
    fileParallelism: false,
  },
  // Runs of minutes to hours: faults, fuzzing, processes that are killed, Tempos that answer late.
  {
    name: "long",
    include: ["tests/slow/**/*.long.ts", "tests/late/*.test.ts"],
    globalSetup: BUILD,
    testTimeout: 3 * 3_600_000,
    // What is needed, rather than what Node takes where there is plenty: the hostile bodies are to do with 300 MB in all.
    execArgv: ["--max-old-space-size=200"],
  },
];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Many tests wait for a process that they started, or for a rate limit: meanwhile, two more workers use the cores.
    maxWorkers: availableParallelism() + 2,
    // For commands that a test starts through a shell, with the environment of this process.
    env: NO_STATE,
    projects: projects.map((test) => ({ extends: true, test })),
  },
});
