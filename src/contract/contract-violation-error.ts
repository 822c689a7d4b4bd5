import type { Violation } from "../generated/validator.ts";
import { describeViolation } from "./describe-violation.ts";

/** A reply of ours that breaks the published contract: a bug of TempoFiller, not of the caller or of Tempo. */
export class ContractViolationError extends Error {
  /** One line per violation: where, and what the schema says. */
  readonly details: string[];

  constructor(shape: string, violations: Violation[]) {
    super(`${shape} breaks contracts/responses.schema.json`);
    this.name = "ContractViolation";
    this.details = violations.map((violation) => describeViolation(shape, violation));
  }
}
