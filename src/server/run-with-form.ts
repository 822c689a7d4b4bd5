import {
  acceptedContent,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext as RequestContext,
} from "@modelcontextprotocol/server";
import type { Responses } from "../generated/responses.ts";
import { FORM_SHARE, MIN_FORM_MS } from "../timesheet/timeline.ts";
import type { Tool } from "../tools/tool.ts";
import type { CallOptions, ServerContext } from "./context.ts";
import { elicitationMode, FIELD, formOf } from "./form.ts";
import { runTool } from "./run-tool.ts";

const NOT_CONFIRMED =
  "The user was asked in a form and did not confirm this plan, so nothing was changed. Call again with `confirm` only if they " +
  "agree to it.";

const CHANGED =
  "The user confirmed a plan in a form, but this is another one: something has changed since. So nothing was changed in Tempo. " +
  "Show them this plan, and call again with its `confirm`.";

/** A plan, and the digest that confirms it. */
type PlanReply = Responses[keyof Responses] & { confirm: string };

interface Client {
  mcpReq: RequestContext["mcpReq"];
  /** Declared when the connection began, in protocols before 2026-07-28. */
  capabilities: ClientCapabilities | undefined;
}

/**
 * Runs a tool. If the settings want forms, a plan is carried out as soon as the user has said yes in a form of the client, as if the
 * tool were called again with the plan's digest. After any other answer, without one in time, and for a client that shows no
 * forms, the plan is the result.
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
  const { title, question } = tool;
  if (confirmation === "digest" || !question || Object.hasOwn(args, "confirm"))
    return runTool(tool, args, server, options);

  if (mcpReq.inputResponses !== undefined) {
    const digest = mcpReq.requestState();
    const isConfirmed = acceptedContent(mcpReq.inputResponses, FIELD)?.[FIELD] === true;
    return isConfirmed && typeof digest === "string"
      ? confirm(digest)
      : withNote(await runTool(tool, args, server, options), NOT_CONFIRMED);
  }

  const result = await runTool(tool, args, server, options);
  const plan = planIn(result);
  const mode = elicitationMode(mcpReq, capabilities);
  if (!plan || !mode) return result;
  const form = formOf(title, question(plan));
  if (mode === "retry") {
    // The client could change the digest, and gains nothing: it might as well call with `confirm`.
    const inputRequests = { [FIELD]: { method: "elicitation/create" as const, params: form } };
    return { resultType: "input_required", inputRequests, requestState: plan.confirm };
  }
  const time = end - (1 - FORM_SHARE) * budget - clock.now();
  if (time < MIN_FORM_MS) return result;
  const isConfirmed = await isConfirmedWithin(time);
  return isConfirmed && !options.signal.aborted ? confirm(plan.confirm) : withNote(result, NOT_CONFIRMED);

  async function confirm(digest: string): Promise<CallToolResult> {
    const remaining = { ...server, settings: { ...settings, budget: end - clock.now() } };
    return withNote(await runTool(tool, { ...args, confirm: digest }, remaining, options), CHANGED);
  }

  async function isConfirmedWithin(milliseconds: number): Promise<boolean> {
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
      return answer?.action === "accept" && answer.content?.[FIELD] === true;
    } catch (error) {
      server.debug(`${tool.name}: the form failed: ${error instanceof Error ? error.message : error}`);
      return false;
    } finally {
      // Takes the form away from a user who has not answered, and ends the wait for one who has.
      closed.abort();
    }
  }
}

/** The plan that a result is; undefined if it is anything else. */
function planIn({ isError, content: [block] }: CallToolResult): PlanReply | undefined {
  if (isError || block?.type !== "text") return undefined;
  const reply: Partial<PlanReply> = JSON.parse(block.text);
  return isPlan(reply) ? reply : undefined;
}

function isPlan(reply: Partial<PlanReply>): reply is PlanReply {
  return typeof reply.confirm === "string";
}

/** A plan with a note for the model, beside its JSON; any other result as it is. */
function withNote(result: CallToolResult, text: string): CallToolResult {
  if (!planIn(result)) return result;
  return { ...result, content: [...result.content, { type: "text", text }] };
}
