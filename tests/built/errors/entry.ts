import type { Environment } from "../../../src/config/env.ts";
import { readSettings } from "../../../src/config/settings.ts";
import type { BulkPostWorklogsResponse } from "../../../src/generated/responses.ts";
import { resolveConnection } from "../../../src/runtime/connection.ts";
import { sandboxDeployment } from "../../../src/runtime/sandbox-deployment.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import { ERROR_KEY } from "../../../src/server/describe-error.ts";
import { runTool } from "../../../src/server/run-tool.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import { type ErrorCode, TimesheetError } from "../../../src/timesheet/errors.ts";
import type { Timesheet } from "../../../src/timesheet/port.ts";
import { tools } from "../../../src/tools/index.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import type { TestClient } from "../../helpers/clients.ts";
import { protocolError } from "../../helpers/protocol-error.ts";
import { seed } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { type VirtualClock, virtualClock } from "../../helpers/virtual-clock.ts";

/** What a person reads of a failure: all of its text, and the code for programs, which a batch's row does not carry. */
export interface Met {
  text: string;
  code?: ErrorCode;
}

/** An error of the catalogue. */
export interface Entry extends Met {
  /** What went wrong, in a few words. */
  cause: string;
  /** Brings it about, as a person does. */
  meet(): Promise<Met>;
}

/** What a call answers, through either SDK or without one. */
interface AnyResult {
  isError?: boolean | undefined;
  content: object[];
  _meta?: object | undefined;
}

/** Calls a tool that fails as a whole. */
export const calling = (name: string, args: Record<string, unknown>, options?: SessionOptions) => async () =>
  metIn(await (await openSession(options)).call(name, args));

/** Posts a batch whose last row fails. */
export const posting = (worklogs: readonly object[], options?: SessionOptions) => async (): Promise<Met> => {
  const { content } = await (await openSession(options)).call("bulk_post_worklogs", { worklogs });
  const { results } = JSON.parse(content[0]?.text ?? "") as BulkPostWorklogsResponse;
  return { text: results.at(-1)?.error ?? "" };
};

/** Calls a tool with settings that cannot be used. */
export const settingUp = (env: Environment) =>
  calling(
    "get_schedule",
    {},
    {
      openTimesheet: async () => {
        const { deployment } = await resolveConnection(readSettings(env), undefined, () => {});
        throw new Error(`The settings name a deployment: ${deployment.kind}`);
      },
    },
  );

/** Asks for a prompt or a resource that is refused. */
export const asking = (ask: (client: TestClient) => Promise<unknown>) => async (): Promise<Met> => {
  const { client } = await openSession();
  const { message, data } = await protocolError(ask(client));
  return { text: message, code: codeIn(data) };
};

/** Does what throws an error of ours: what the command prints before it calls a tool. */
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
 * Runs a tool and withdraws the call at a request, before it is answered or after. A client that cancels reads no answer, so
 * it is run as `tempofiller call` runs it, which prints one.
 */
export const withdrawing =
  (name: string, args: object, at: RegExp, when: "unanswered" | "answered") => async (): Promise<Met> => {
    const clock = virtualClock();
    const withdrawal = new AbortController();
    const timesheet = embeddedTempo(clock, (fetch) => async (request) => {
      if (!at.test(request.url)) return fetch(request);
      if (when === "unanswered") withdrawal.abort();
      const response = await fetch(request);
      withdrawal.abort();
      return response;
    });
    const tool = tools.find((it) => it.name === name) as Tool;
    return metIn(await runTool(tool, args, testContext(timesheet, clock), { signal: withdrawal.signal }));
  };

/** The timesheet of an embedded Tempo Cloud, for what no answer from upstream brings about. */
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

/** The failure that a call of a tool answers. */
export function metIn({ isError, content, _meta }: AnyResult): Met {
  const [block, ...others] = content as { text: string }[];
  if (!isError || !block || others.length > 0) throw new Error(`No error: ${JSON.stringify(content)}`);
  return { text: block.text, code: codeIn(_meta) };
}

function codeIn(holder: unknown): ErrorCode {
  return (holder as Record<string, { code: ErrorCode }>)[ERROR_KEY]?.code as ErrorCode;
}
