import * as validators from "../generated/reply-validators.js";
import type { Responses } from "../generated/responses.ts";
import type { Violation } from "../generated/validator.ts";
import { ContractViolationError } from "./contract-violation-error.ts";

/** Where a reply breaks its published schema; empty where it keeps it. */
export function replyViolations(name: keyof Responses, reply: unknown): Violation[] {
  const validate = validators[name];
  // Programs that are not compiled may name what there is not.
  if (!validate)
    throw new TypeError(`There is no reply ${name}; there are ${Object.keys(validators).join(", ")}.`);
  return validate(reply) ? [] : (validate.errors ?? []);
}

/**
 * Throws a `ContractViolation` where a reply breaks its published schema, and answers nothing, so that a checked reply
 * is the same as an unchecked one.
 *
 * @param reply what the caller will read: the reply after `JSON.parse(JSON.stringify(…))`
 */
export function checkReply(name: keyof Responses, reply: unknown): void {
  const violations = replyViolations(name, reply);
  if (violations.length > 0) throw new ContractViolationError(name, violations);
}
