import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { Schema } from "../generated/schemas.ts";

/** The SDK validates nothing by it: its own error would have neither our text nor a code. */
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
