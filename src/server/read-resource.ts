import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { MIME_TYPE, type ResourceCall } from "../resources/resource.ts";
import { toProtocolError } from "./protocol-error.ts";
import { type Runner, scopeFromNow, withoutSecrets } from "./runner.ts";

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
      scope: scopeFromNow(runner, signal),
      today: runner.today(),
    });
    // Where there is no secret in it, it stays byte for byte as it is.
    const shown = runner.redact(text) === text ? text : JSON.stringify(withoutSecrets(text, runner));
    return { contents: [{ uri, mimeType: MIME_TYPE, text: shown }] };
  } catch (error) {
    throw toProtocolError(error, uri, runner);
  }
}
