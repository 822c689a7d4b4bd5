import type { Environment } from "../../../src/config/env.ts";
import { readSettings } from "../../../src/config/settings.ts";
import type { SettingsFile } from "../../../src/config/settings-file.ts";
import { resolveConnection, sandboxDeployment } from "../../../src/runtime/connection.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import { ERROR_KEY } from "../../../src/server/errors.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import { type ErrorCode, TimesheetError } from "../../../src/timesheet/errors.ts";
import type { Timesheet } from "../../../src/timesheet/port.ts";
import { tools } from "../../../src/tools/index.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import type { TestClient } from "../../helpers/clients.ts";
import { protocolError } from "../../helpers/protocol-error.ts";
import { runTool } from "../../helpers/run-tool.ts";
import { seed } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { openSession, replyOf, type Session, type SessionOptions } from "../../helpers/session.ts";
import { type VirtualClock, virtualClock } from "../../helpers/virtual-clock.ts";

/** A failure as it is reported: its whole text, and the code for programs, which an entry of a batch does not have. */
export interface Met {
  text: string;
  code?: ErrorCode;
}

/** An error of the catalogue. */
export interface Entry extends Met {
  /** A short description of the problem. */
  cause: string;
  /** Provokes it, as a user would. */
  meet(): Promise<Met>;
}

type ToEntry = (cause: string, meet: Entry["meet"], text: string) => Entry;

export const invalidInput: ToEntry = (cause, meet, text) => ({ cause, meet, code: "invalid_input", text });

export const invalidSettings: ToEntry = (cause, meet, text) => ({
  cause,
  meet,
  code: "invalid_settings",
  text,
});

/** The result of a call, through either SDK or without one. */
interface AnyResult {
  isError?: boolean | undefined;
  content: object[];
  _meta?: object | undefined;
}

type Prepare = (session: Session) => void;

/** Calls a tool that fails as a whole. */
export const calling =
  (name: string, args: Record<string, unknown>, options: SessionOptions = {}, prepare: Prepare = () => {}) =>
  async (): Promise<Met> => {
    const session = await openSession(options);
    prepare(session);
    return metIn(await session.call(name, args));
  };

/** Posts a batch whose last entry fails. */
export const posting =
  (worklogs: readonly object[], options: SessionOptions = {}, prepare: Prepare = () => {}) =>
  async (): Promise<Met> => {
    const session = await openSession(options);
    prepare(session);
    const { results } = replyOf(await session.call("bulk_post_worklogs", { worklogs }), "bulk_post_worklogs");
    return { text: results.at(-1)?.error ?? "" };
  };

/** Calls a tool with invalid settings. */
export const settingUp = (env: Environment, file?: SettingsFile) =>
  calling(
    "get_schedule",
    {},
    {
      openTimesheet: async () => {
        const { deployment } = await resolveConnection(readSettings(env, file), undefined, () => {});
        throw new Error(`The settings name a deployment: ${deployment.kind}`);
      },
    },
  );

/** Requests a prompt or a resource, which fails. */
export const asking =
  (ask: (client: TestClient) => Promise<unknown>, options: SessionOptions = {}) =>
  async (): Promise<Met> => {
    const { client } = await openSession(options);
    const { message, data } = await protocolError(ask(client));
    return { text: message, code: codeIn(data) };
  };

/** Runs what throws one of our errors: what the command prints before it calls a tool. */
export const failing = (run: () => unknown) => async (): Promise<Met> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof TimesheetError) return { text: error.message, code: error.code };
    throw error;
  }
  throw new Error("Nothing failed");
};

/**
 * Runs a tool and cancels the call at a request, before its response or after. A client that cancels reads no result, so the
 * tool is run as `tempofiller call` runs it, which prints one.
 */
export const cancelling =
  (name: string, args: object, at: RegExp, when: "before" | "after") => async (): Promise<Met> => {
    const clock = virtualClock();
    const cancellation = new AbortController();
    const timesheet = embeddedTempo(clock, (fetch) => async (request) => {
      if (!at.test(request.url)) return fetch(request);
      if (when === "before") cancellation.abort();
      const response = await fetch(request);
      cancellation.abort();
      return response;
    });
    const tool = tools.find((it) => it.name === name) as Tool;
    return metIn(await runTool(tool, args, testContext(timesheet, clock), { signal: cancellation.signal }));
  };

/** The timesheet of an embedded Tempo Cloud, for what no response from upstream provokes. */
export function embeddedTempo(
  clock: VirtualClock = virtualClock(),
  upstream: (fetch: Fetch) => Fetch = (fetch) => fetch,
): Timesheet {
  const sandbox = createSandbox(seed());
  return openTimesheet(sandboxDeployment("cloud", SANDBOX_CREDENTIALS), {
    fetch: upstream((request) => clock.work(() => sandbox.fetch(request))),
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
  });
}

/** The failure in the result of a call. */
export function metIn({ isError, content, _meta }: AnyResult): Met {
  const [block, ...others] = content as { text: string }[];
  if (!isError || !block || others.length > 0) throw new Error(`No error: ${JSON.stringify(content)}`);
  return { text: block.text, code: codeIn(_meta) };
}

function codeIn(holder: unknown): ErrorCode {
  return (holder as Record<string, { code: ErrorCode }>)[ERROR_KEY]?.code as ErrorCode;
}
