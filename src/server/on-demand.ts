/**
 * What answers requests, loaded with the first of them. It is one module, since each that is loaded by itself would cut
 * what the start loads into more files.
 */
export { openCompleter } from "./complete.ts";
export { getPrompt } from "./get-prompt.ts";
export { readResource } from "./read-resource.ts";
export { runTool } from "./run-tool.ts";
