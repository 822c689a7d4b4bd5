import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { Schema } from "../generated/schemas.ts";

/**
 * Publishes a schema unchanged. The SDK is given nothing to validate: it would answer in words of its own and leave no
 * room for a code.
 */
export function asStandardSchema<Values = Record<string, unknown>>(
  schema: Schema,
): StandardSchemaWithJSON<Values> {
  return {
    "~standard": {
      version: 1,
      vendor: "tempofiller",
      validate: (value) => ({ value: value as Values }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  };
}
