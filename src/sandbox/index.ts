export { demoSeed } from "./demo-seed.ts";
export { createSandbox, SANDBOX_CREDENTIALS } from "./sandbox.ts";
