import { vi } from "vitest";

vi.mock("node:fs", async (original) => (await import("./disk.ts")).watchedFs(await original()));

const { fileState } = await import("./file-state.ts");
const { WITH_FILES } = await import("./kinds.ts");
const { testHistories } = await import("./run.ts");

testHistories("in files", "10000", {
  ...WITH_FILES,
  prepare: async () => fileState,
  command: "npm run test:thorough -- tests/history",
});
