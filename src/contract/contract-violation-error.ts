/** A bug of TempoFiller, not of the caller or of Tempo. */
export class ContractViolationError extends Error {
  readonly details: string[];

  constructor(shape: string, details: string[]) {
    super(`${shape} does not match contracts/responses.schema.json`);
    this.details = details;
  }
}
