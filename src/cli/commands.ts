/**
 * What the commands beside serving need, loaded with any of them. It is one module, since each that is loaded by itself would
 * cut what a server's start loads into more files.
 */
export { call } from "./call.ts";
export { runDoctor } from "./doctor.ts";
export { EXIT_CODE_BY_CAUSE } from "./exit-codes.ts";
export { HELP } from "./help.ts";
export { serveSandbox } from "./sandbox-server.ts";
export { toolList } from "./tool-list.ts";
