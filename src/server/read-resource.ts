import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { MIME_TYPE, type ResourceCall } from "../resources/resource.ts";
import { callScope, type Runner, redactJson } from "./context.ts";
import { toProtocolError } from "./protocol-error.ts";

/** Reads a resource, and turns any failure into an error of the protocol. */
export async function readResource(
  uri: string,
  read: (call: ResourceCall) => Promise<string>,
  runner: Runner,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  try {
    const text = await read({
      openTimesheet: runner.openTimesheet,
      scope: callScope(runner, signal),
      today: runner.today(),
    });
    // Where there is no secret in it, it stays byte for byte as it is.
    const shown = runner.redact(text) === text ? text : JSON.stringify(redactJson(text, runner));
    return { contents: [{ uri, mimeType: MIME_TYPE, text: shown }] };
  } catch (error) {
    throw toProtocolError(error, uri, runner);
  }
}
