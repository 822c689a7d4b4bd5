import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext as RequestContext,
} from "@modelcontextprotocol/server";
import type { FillDaysResponse, PostDraftResponse } from "../generated/responses.ts";
import { oneLine } from "../text/characters.ts";
import { CancelledError } from "../timesheet/errors.ts";
import { FORM_SHARE, MIN_FORM_MS } from "../timesheet/timeline.ts";
import type { Tool } from "../tools/tool.ts";
import type { CallOptions, ServerContext } from "./context.ts";
import { failureOf } from "./errors.ts";
import { type Performed, perform, toolResult } from "./perform.ts";
import { declaredWith } from "./sdk.ts";

/** The errors of a plan that was not carried out. None has the plan or its digest. */
const notCarriedOut = {
  no: () =>
    new CancelledError(
      "The user was shown this plan in a form and said no, so nothing was changed in Tempo. Do not call again unless the user " +
        "asks for it.",
    ),
  unanswered: () =>
    new CancelledError(
      "The user was shown this plan in a form and did not answer it, so nothing was changed in Tempo. Ask the user whether to " +
        "call again, which opens the form again. If no form appeared, this host cannot show it: the server's setting for " +
        "confirmations has to be `digest` then.",
    ),
  changed: () =>
    new CancelledError(
      "The user said yes to a plan in a form, but something has changed since and the plan is another one, so nothing was " +
        "changed in Tempo. Call again: the form then shows the new plan.",
    ),
  late: () =>
    new CancelledError(
      "Too little time was left to ask the user in a form, so nothing was changed in Tempo. Call again; if this happens again, " +
        "the server's time limit of a call has to be longer.",
    ),
};

/** An answer to a form, whether it is the user's or the host's own. */
interface Answer {
  action?: string;
  content?: Record<string, unknown> | undefined;
}

interface Client {
  mcpReq: RequestContext["mcpReq"];
  /** Declared when the connection began, in protocols before 2026-07-28. */
  capabilities: ClientCapabilities | undefined;
}

/**
 * Runs a tool. If the settings want forms and the client shows them, a plan is carried out only after the user has said yes to it in a
 * form: a digest that the caller sends counts for nothing then, since a model may send it without asking. After any other answer, or
 * none in time, the result is an error that says so. For a client that shows no forms, a digest confirms its plan.
 */
export async function runWithForm(
  tool: Tool,
  args: object,
  server: ServerContext,
  options: Omit<CallOptions, "name">,
  { mcpReq, capabilities }: Client,
): Promise<CallToolResult | InputRequiredResult> {
  const { clock, settings } = server;
  const { budget, confirmation } = settings;
  const end = clock.now() + budget;
  const { name, title, question } = tool;
  const mode = confirmation === "form" && question ? elicitationMode(mcpReq, capabilities) : undefined;
  if (!question || !mode) return shown(await perform(tool, args, server, options));

  if (mode === "retry" && mcpReq.inputResponses !== undefined) {
    const digest = mcpReq.requestState();
    return concluded(mcpReq.inputResponses[FIELD] as Answer | undefined, String(digest));
  }

  const planned = await perform(tool, args, server, { ...options, onlyPlans: true });
  const digest = digestOf(planned);
  if (digest === undefined) return shown(planned);
  const form = formOf(title, question(planned.reply as never, planned.args as never));
  if (mode === "retry") {
    // The client, which shows the form, could also answer it: nothing is gained by changing the digest.
    const inputRequests = { [FIELD]: { method: "elicitation/create" as const, params: form } };
    return { resultType: "input_required", inputRequests, requestState: digest };
  }
  const time = end - (1 - FORM_SHARE) * budget - clock.now();
  if (time < MIN_FORM_MS) return failed("late");
  return concluded(await answerWithin(time), digest);

  /** Carries the plan of a digest out if the answer is a yes. */
  async function concluded(answer: Answer | undefined, confirm: string): Promise<CallToolResult> {
    const isConfirmed = answer?.action === "accept" ? answer.content?.[FIELD] : undefined;
    if (answer?.action === "decline" || isConfirmed === false) return failed("no");
    if (isConfirmed !== true || options.signal.aborted) return failed("unanswered");
    const remaining = { ...server, settings: { ...settings, budget: end - clock.now() } };
    const carriedOut = await perform(tool, { ...args, confirm }, remaining, options);
    return digestOf(carriedOut) === undefined ? shown(carriedOut) : failed("changed");
  }

  function failed(why: keyof typeof notCarriedOut): CallToolResult {
    return shown({ failure: failureOf(notCarriedOut[why](), name) });
  }

  function shown(performed: Performed): CallToolResult {
    return toolResult(tool, performed, settings);
  }

  /** @returns undefined if no answer came in time, or the client failed to show the form */
  async function answerWithin(milliseconds: number): Promise<Answer | undefined> {
    const closed = new AbortController();
    const signal = AbortSignal.any([options.signal, closed.signal]);
    try {
      const answer = await Promise.race([
        mcpReq.send(
          { method: "elicitation/create", params: form },
          // The SDK's own timeout, which is not to come first.
          { signal, timeout: 2 * milliseconds },
        ),
        clock.sleep(milliseconds, signal),
      ]);
      return answer ?? undefined;
    } catch (error) {
      server.debug(`${name}: the form failed: ${error instanceof Error ? error.message : error}`);
      return undefined;
    } finally {
      // Takes the form away from a user who has not answered, and ends the wait for one who has.
      closed.abort();
    }
  }
}

/** The digest of the plan that a result is; undefined if it is anything else. */
function digestOf({ reply }: Performed): string | undefined {
  // The plan of `post_draft` is a draft in its reply, unless the reply has the worklogs of an earlier call.
  const { confirm, logged, draft } = (reply ?? {}) as Partial<FillDaysResponse & PostDraftResponse>;
  return confirm ?? (logged ? undefined : draft?.confirm);
}

/** The most that a host has to show; a plan can have 500 worklogs. */
const MAX_LINES = 60;

/** The form's only field. */
const FIELD = "confirmed";

/** A form with a yes or a no, as MCP's elicitation describes it. */
function formOf(title: string, question: readonly string[]) {
  // Texts of others must neither add lines to the question nor drive a terminal.
  const lines = question.map(oneLine);
  const more = lines.length - MAX_LINES;
  const shown = more > 0 ? [...lines.slice(0, MAX_LINES), `… and ${more} more`] : lines;
  return {
    mode: "form" as const,
    message: shown.join("\n"),
    requestedSchema: {
      type: "object" as const,
      properties: { [FIELD]: { type: "boolean" as const, title } },
      required: [FIELD],
    },
  };
}

/**
 * The moment at which the client of a call can show a form: during the call, before a retry that brings the answer along (2026-07-28),
 * or never. Elicitation without a mode means forms, as it did before there were modes.
 */
export function elicitationMode(
  request: RequestContext["mcpReq"],
  initialized: ClientCapabilities | undefined,
): "inline" | "retry" | undefined {
  const declared = declaredWith(request);
  const { elicitation } = declared ?? initialized ?? {};
  if (!elicitation || (elicitation.url && !elicitation.form)) return undefined;
  return declared ? "retry" : "inline";
}
