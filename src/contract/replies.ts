import * as validators from "../generated/reply-validators.js";
import type { Responses } from "../generated/responses.ts";
import { ContractViolationError, describeProblem, onePerPlace, toProblem } from "./problems.ts";

export function replyProblems(name: keyof Responses, reply: unknown): string[] {
  const validate = validators[name];
  const violations = validate(reply) ? [] : (validate.errors ?? []);
  const keyRules = { missing: "is missing", unknown: `is not part of ${name}` };
  return onePerPlace(violations.map((violation) => toProblem(violation, reply, keyRules))).map((problem) =>
    describeProblem(problem, "the reply"),
  );
}

/** @param reply what the caller will read: the reply after `JSON.parse(JSON.stringify(…))` */
export function checkReply(name: keyof Responses, reply: unknown): void {
  const problems = replyProblems(name, reply);
  if (problems.length > 0) throw new ContractViolationError(name, problems);
}
