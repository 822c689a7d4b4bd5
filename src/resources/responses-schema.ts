import { responsesSchemaFile } from "../generated/responses-schema-file.ts";

/** The contract's file as it stands. It needs no timesheet, so it can be read before anything is set up. */
export async function read(): Promise<string> {
  return responsesSchemaFile;
}
