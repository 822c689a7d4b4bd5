import type { paths } from "../../generated/jira-api.ts";
import { type Words, words } from "../../text/words.ts";
import { TimesheetError, UnauthorizedError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { GATEWAY_PROBE_MS, MAX_GATEWAY_PROBE_RETRIES, MAX_GATEWAY_PROBES } from "../../timesheet/timeline.ts";
import { type CloudDeployment, NEEDED_SCOPES } from "../deployment.ts";
import { addressIn, profileIn, type TokenKind, type Worker } from "../diagnostic-timesheet.ts";
import { type ApiClient, type ApiClientOptions, createApiClient, type Fetch } from "../http/client.ts";
import { expectString, InvalidResponseError, optionalString, textsAmong } from "../http/parse.ts";
import type { ServiceHelp } from "../http/service.ts";
import { upstreamName } from "../http/upstream-message.ts";
import { memoizeAsync } from "../memoize.ts";

type JiraClient = ApiClient<paths>;

const PROBE = { maxRetries: MAX_GATEWAY_PROBE_RETRIES };

/**
 * Jira Cloud at the address that takes the token: the site, or Atlassian's API gateway for a token with scopes, which the site
 * refuses. The token does not show which kind it is, so the site is tried first. What works is kept.
 */
export class CloudJira {
  /** The owner of the token. Finding it settles which address takes the token. */
  readonly owner = memoizeAsync((scope) => this.#findOwner(scope));

  readonly #deployment: CloudDeployment;
  readonly #options: ApiClientOptions;
  readonly #site: JiraClient;
  #gateway: JiraClient | undefined;
  /** Whether the site has accepted the token, so that a later 401 of it means that the token has ended. */
  #isAcceptedBySite: boolean;
  #probes = 0;
  /** Why the gateway does not take the token either; set once it need not be tried again. */
  #noGateway: Words | undefined;

  constructor(deployment: CloudDeployment, options: ApiClientOptions) {
    const { jiraUrl, help } = deployment;
    this.#deployment = deployment;
    this.#options = options;
    this.#isAcceptedBySite = isGateway(jiraUrl);
    const fetch: Fetch = async (request) => {
      const response = await options.fetch(request);
      this.#isAcceptedBySite ||= namesOwner(response);
      return response;
    };
    this.#site = this.#connect(jiraUrl, help.jira, basicAuthorization(deployment), { fetch });
  }

  readonly read: JiraClient["read"] = async (scope, send, parse, target) => {
    if (!this.#gateway) {
      try {
        return await this.#site.read(scope, send, parse, target);
      } catch (error) {
        if (!isRefused(error) || this.#isAcceptedBySite) throw error;
        if (this.#noGateway !== undefined) throw this.#refused(error, this.#noGateway);
        await this.owner(scope);
        if (!this.#gateway) throw error;
      }
    }
    return this.#gateway.read(scope, send, parse, target);
  };

  /**
   * Whether reads go to the gateway from now on, and went to the site before. To be asked when the site does not find an issue,
   * since it may answer a token with scopes as if it had come without one. Sends nothing if the site has accepted the token.
   */
  async movesToGateway(scope: CallScope): Promise<boolean> {
    if (this.#gateway || this.#isAcceptedBySite) return false;
    await this.owner(scope);
    return this.#gateway !== undefined;
  }

  async #findOwner(scope: CallScope): Promise<Worker> {
    if (this.#gateway) return readOwner(this.#gateway, scope, "scoped");
    try {
      const kind = isGateway(this.#deployment.jiraUrl) ? undefined : "unscoped";
      const owner = await readOwner(this.#site, scope, kind);
      this.#isAcceptedBySite = true;
      return owner;
    } catch (error) {
      if (!isRefused(error) || this.#isAcceptedBySite) throw error;
      if (this.#noGateway !== undefined) throw this.#refused(error, this.#noGateway);
      return this.#tryGateway(error, scope);
    }
  }

  async #tryGateway(refusal: TimesheetError, { deadline, signal }: CallScope): Promise<Worker> {
    const { jiraUrl, atlassianUrl, help } = this.#deployment;
    const scope = { deadline: Math.min(deadline, this.#options.clock.now() + GATEWAY_PROBE_MS), signal };
    this.#probes += 1;
    const cloudId = await this.#readCloudId(scope).catch((error: unknown) => {
      const status = error instanceof TimesheetError && error.httpStatus ? ` (HTTP ${error.httpStatus})` : "";
      const why = `This one could not be tried there: ${jiraUrl}/_edge/tenant_info gave no cloud id${status}.`;
      throw this.#givenUp(refusal, error, why);
    });
    const connect = (options: Partial<ApiClientOptions>) =>
      this.#connect(
        `${atlassianUrl}/ex/jira/${cloudId}`,
        help.gateway,
        basicAuthorization(this.#deployment),
        options,
      );
    try {
      const owner = await readOwner(connect(PROBE), scope, "scoped");
      this.#gateway = connect({});
      return owner;
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        throw this.#givenUp(refusal, error, "This one was refused there too.");
      }
      // The token is accepted, but lacks a scope.
      if (isRefused(error)) this.#gateway = connect({});
      if (isRefused(error) || !(error instanceof TimesheetError)) throw error;
      throw this.#givenUp(refusal, error, words`This one did not work there: ${error.facts}`);
    }
  }

  /** The error for a token that neither address takes, or that could not be tried at the second. */
  #givenUp(refusal: TimesheetError, cause: unknown, why: Words): TimesheetError {
    const mayPass = cause instanceof TimesheetError && cause.retryable;
    if (!mayPass || this.#probes >= MAX_GATEWAY_PROBES) this.#noGateway = why;
    return this.#refused(refusal, why);
  }

  #readCloudId(scope: CallScope): Promise<string> {
    const { jiraUrl, help } = this.#deployment;
    return this.#connect(jiraUrl, help.jira, undefined, PROBE).read(
      scope,
      (client, signal) => client.GET("/_edge/tenant_info", { signal }),
      ({ cloudId }) => expectPathSegment(cloudId, /^[\dA-Za-z-]{1,64}$/, "the site's cloud id"),
    );
  }

  #connect(
    baseUrl: string,
    help: ServiceHelp,
    authorization: string | undefined,
    options: Partial<ApiClientOptions>,
  ): JiraClient {
    const service = { api: "jira", name: "Jira", baseUrl, isRateLimited: false, help } as const;
    return createApiClient(service, authorization, { ...this.#options, ...options });
  }

  #refused({ text, httpStatus }: TimesheetError, why: Words): UnauthorizedError {
    const { urlSetting } = this.#deployment.help.gateway;
    return new UnauthorizedError(
      words`${text} A token with scopes works only through ${urlSetting} and needs the scopes ${NEEDED_SCOPES}. ${why}`,
      httpStatus,
    );
  }
}

export function basicAuthorization({ jiraEmail, jiraToken }: CloudDeployment): string {
  return `Basic ${Buffer.from(`${jiraEmail}:${jiraToken}`).toString("base64")}`;
}

/** Whether the URL set for the site is Jira at the gateway, which some users set themselves. */
function isGateway(jiraUrl: string): boolean {
  return new URL(jiraUrl).pathname.startsWith("/ex/jira/");
}

/** Whether a response shows that its token was accepted: Jira Cloud puts the account id of a token's owner into a header. */
function namesOwner({ status, headers }: Response): boolean {
  return status !== 401 && /\d/.test(headers.get("x-aaccountid") ?? "");
}

/** Whether a 401 was the answer: the token is not accepted, or lacks a scope. */
function isRefused(error: unknown): error is TimesheetError {
  return error instanceof TimesheetError && error.httpStatus === 401;
}

function readOwner(jira: JiraClient, scope: CallScope, tokenKind?: TokenKind): Promise<Worker> {
  return jira.read(
    scope,
    (client, signal) => client.GET("/rest/api/3/myself", { signal }),
    ({ accountId, displayName, emailAddress, self, timeZone }) => ({
      id: expectPathSegment(accountId, /^[\w:.-]+$/, "your account id"),
      ...addressIn(self),
      ...profileIn(emailAddress, timeZone),
      otherNames: textsAmong([emailAddress]),
      ...(displayName && { name: upstreamName(optionalString(displayName, "your name")) }),
      ...(tokenKind && { tokenKind }),
    }),
  );
}

/** A text that goes into a path must not lead elsewhere. */
function expectPathSegment(value: unknown, allowed: RegExp, what: string): string {
  const text = expectString(value, what);
  if (allowed.test(text) && !/^\.+$/.test(text)) return text;
  throw new InvalidResponseError(`${what} is not valid`);
}
