import * as validators from "../generated/reply-validators.js";
import type { Responses } from "../generated/responses.ts";
import { ContractViolation } from "./contract-violation.ts";

/**
 * Throws a `ContractViolation` where a reply breaks its published schema, and answers nothing, so that a checked reply
 * is the same as an unchecked one.
 *
 * @param reply what the caller will read: the reply after `JSON.parse(JSON.stringify(…))`
 */
export function checkReply(name: keyof Responses, reply: unknown): void {
  const validate = validators[name];
  if (!validate(reply)) throw new ContractViolation(name, validate.errors ?? []);
}
