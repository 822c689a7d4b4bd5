import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { NO_STATE } from "./scripts/lib/command-environment.ts";

/** The files of tests that are not part of `npm test`. */
const THOROUGH = "**/*.thorough.test.ts";

function quick(name: string) {
  return { name, include: [`tests/${name}/**/*.test.ts`], exclude: [THOROUGH] };
}

/**
 * - `unit`: functions and files, no build.
 * - `protocol`: through an MCP client, in this process, no build; `npm test` runs these two.
 * - `thorough`: those of the two that take seconds each: thousands of random cases, and limits that take long to reach; `npm run test:thorough`.
 * - `built`: the built command.
 * - `faults`: short runs under faults of upstream, network and disk; `npm run test:built` runs these two.
 * - `release`: what is published and generated: the package, the bundles, the contract's versions, the sizes of replies;
 *   `npm run test:release`.
 * - `slow`: the long fault run and the long fuzz run; `npm run test:faults`.
 * - `history`: all writing tools on one journal under faults; `npm run test:history`.
 * - `draft`: drafts of 2,000 weeks against a model of the rules and the weeks' truth; `npm run test:draft`.
 * - `evals`: the tasks of evals/ with scripts as models, the stored transcripts, and the list of tools; `npm run test:evals`.
 * - `processes`: the built command, killed and in pairs, on a Tempo with faults; `npm run test:processes`.
 * - `late`: the built command on Tempos that take up to 200 s for a POST, or store what a gateway has answered with 504; `npm run test:late`.
 * - `browser`: the view in Chromium, in a host of MCP Apps; `npm run test:browser`.
 * - `keychain`: the built command on a real keychain: on Linux a keyring of its own, elsewhere this machine's; `npm run test:keychain`.
 * - `teams`: the server over HTTP with real parts: PostgreSQL, HAProxy, an image; `npm run test:teams`.
 * - `measured`: times that are measured while nothing else runs; `npm run test:measured`.
 * - `conformance`: the official conformance suite against the built command over HTTP; `npm run test:conformance`.
 * - `languages`: the contract in other languages and through the MCP Inspector; `npm run test:languages`.
 */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Many tests wait for a process that they started, or for a rate limit: meanwhile, two more workers use the cores.
    maxWorkers: availableParallelism() + 2,
    // For commands that a test starts through a shell, with the environment of this process.
    env: NO_STATE,
    projects: [
      { extends: true, test: { ...quick("unit"), isolate: false } },
      { extends: true, test: { ...quick("protocol"), isolate: false } },
      {
        extends: true,
        test: { name: "thorough", include: [`tests/{unit,protocol}/${THOROUGH}`], isolate: false },
      },
      { extends: true, test: { name: "faults", include: ["tests/faults/**/*.test.ts"], isolate: false } },
      {
        extends: true,
        test: {
          name: "built",
          include: ["tests/built/**/*.test.ts"],
          globalSetup: "tests/helpers/build.ts",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "release",
          include: ["tests/release/*.test.ts"],
          globalSetup: "tests/helpers/build.ts",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: ["tests/slow/*.long.ts"],
          testTimeout: 900_000,
          // What is needed, rather than what Node takes where there is plenty: the hostile bodies are to do with 300 MB in all.
          execArgv: ["--max-old-space-size=200"],
        },
      },
      {
        extends: true,
        test: { name: "history", include: ["tests/history/*.test.ts"] },
      },
      {
        extends: true,
        test: { name: "draft", include: ["tests/draft/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "evals",
          include: ["tests/evals/*.test.ts"],
          globalSetup: "tests/helpers/build.ts",
          // A run waits for processes and for lost responses most of its time.
          maxConcurrency: 6,
          // Drafts read the zone of the process.
          env: { TZ: "UTC" },
        },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: ["tests/slow/processes/*.long.ts"],
          globalSetup: "tests/helpers/build.ts",
          testTimeout: 3 * 3_600_000,
        },
      },
      {
        extends: true,
        test: {
          name: "late",
          include: ["tests/late/*.test.ts"],
          globalSetup: "tests/helpers/build.ts",
          testTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: ["tests/helpers/build.ts", "tests/browser/bundle-hosts.ts"],
          // Each worker keeps its modules and its browser from file to file.
          isolate: false,
          // A browser, a server and an embedded Tempo share the machine with two more workers.
          maxWorkers: availableParallelism() + 1,
          testTimeout: 90_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: "keychain",
          include: ["tests/keychain/*.test.ts"],
          globalSetup: "tests/helpers/build.ts",
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "teams",
          include: ["tests/teams/**/*.test.ts"],
          globalSetup: ["tests/helpers/build.ts", "tests/helpers/figures-table.ts"],
          // The full size has limits of times.
          fileParallelism: process.env.TEAMS_SIZE !== "full",
        },
      },
      {
        extends: true,
        test: {
          name: "measured",
          include: ["tests/measured/*.test.ts"],
          globalSetup: ["tests/helpers/build.ts", "tests/helpers/figures-table.ts"],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "conformance",
          include: ["tests/conformance/*.test.ts"],
          globalSetup: ["tests/helpers/build.ts", "tests/helpers/figures-table.ts"],
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: "languages",
          include: ["tests/languages/*.long.ts"],
          globalSetup: [
            "tests/helpers/build.ts",
            "tests/helpers/figures-table.ts",
            "tests/languages/install-package.ts",
          ],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
