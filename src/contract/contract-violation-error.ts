/** A reply of ours that does not match the published contract: a bug of TempoFiller, not of the caller or of Tempo. */
export class ContractViolationError extends Error {
  override name = "ContractViolationError";

  /** One sentence per problem. */
  readonly details: string[];

  constructor(shape: string, details: string[]) {
    super(`${shape} does not match contracts/responses.schema.json`);
    this.details = details;
  }
}
