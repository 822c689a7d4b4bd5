/**
 * What the commands beside serving need, loaded with any of them. It is one module, since each that is loaded by itself would
 * cut what a server's start loads into more files.
 */
export { call } from "./call/call.ts";
export { toolList } from "./call/tool-list.ts";
export { runDoctor } from "./doctor/doctor.ts";
export { EXIT_CODE_BY_ERROR } from "./exit-codes.ts";
export { HELP } from "./help.ts";
export { serveSandbox } from "./sandbox/serve-sandbox.ts";
