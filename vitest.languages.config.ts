import { defineConfig } from "vitest/config";

/** The contract in other languages and through the Inspector: `npm run test:languages`. */
export default defineConfig({
  test: {
    include: ["tests/languages/*.long.ts"],
    globalSetup: ["tests/helpers/build.ts", "tests/languages/install-package.ts"],
    testTimeout: 120_000,
    reporters: ["verbose"],
  },
});
