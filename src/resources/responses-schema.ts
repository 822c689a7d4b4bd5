import type { Resource } from "./resource.ts";

/** Needs no timesheet, so it can be read before anything is configured. */
export const responsesSchema: Resource = {
  name: "responses-schema",
  uri: "tempo://contract/responses.schema.json",
  title: "Contract of the replies",
  description:
    "The JSON Schema of the tools' replies, byte for byte as the package ships it. Programs check replies with it.",
  async read() {
    const { responsesSchemaFile } = await import("../generated/responses-schema-file.ts");
    return responsesSchemaFile;
  },
};
