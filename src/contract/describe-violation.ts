import type { Violation } from "../generated/validator.ts";

/** One line: the shape, where in it, and what the schema says. */
export function describeViolation(shape: string, { instancePath, message, params }: Violation): string {
  return `${shape}${instancePath} ${message} ${JSON.stringify(params)}`;
}
