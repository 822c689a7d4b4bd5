import { defineConfig } from "vitest/config";

/** The long run: `npm run test:faults`. */
export default defineConfig({
  test: {
    include: ["tests/faults/*.long.ts"],
    testTimeout: 900_000,
  },
});
