import type { BaseContext } from "../../runtime/context.ts";
import type { ServerContext } from "../../server/context.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import type { Log } from "../../timesheet/log.ts";
import type { Source } from "../auth/attempts.ts";
import { logName } from "../keyed-hash.ts";
import { logCall } from "../observability/call-log.ts";
import { codeOf, type ServerMetrics } from "../observability/server-metrics.ts";
import { markFailed } from "../observability/trace.ts";
import { anonymousUser, type User } from "../user.ts";
import type { Users } from "../users.ts";
import type { Exchange } from "./exchange.ts";

export interface ContextOptions {
  users: Users;
  sources: (key: string) => Source;
  /** The context of requests without credentials, which may still list the tools. */
  anonymous: BaseContext;
  metrics: ServerMetrics;
  log: Log;
  /** The key of the hashes that are names in the log. */
  key: Buffer;
}

/** The context of one request: the user's, with a log that names the request, and calls that are counted. */
export function requestContext(
  { request, requestId, authenticated, sourceKey }: Exchange,
  traceId: string | undefined,
  options: ContextOptions,
): ServerContext {
  const { log, metrics } = options;
  const user = userOf(request.headers, options);
  const source = options.sources(sourceKey);
  // A key and a token may have the same name, and are two callers.
  const { kind, name } = authenticated.caller ?? {};
  const caller = kind && name !== undefined ? logName(options.key, kind, name) : undefined;
  const ids = () => ({ requestId, traceId, person: user.name, caller });
  return {
    ...user.context,
    log: (line) => log(user.context.redact(line), "info", ids()),
    openTimesheet: () => user.openTimesheet(source, authenticated.jiraUser),
    finished(call) {
      metrics.call(call);
      logCall(log, call, ids());
      if (call.isError) markFailed(codeOf(call));
      user.callFailed(call.error, source);
    },
  };
}

function userOf(headers: Exchange["request"]["headers"], { users, anonymous }: ContextOptions): User {
  try {
    return users.get(headers);
  } catch (error) {
    if (error instanceof SettingsError) return anonymousUser(anonymous, error);
    throw error;
  }
}
