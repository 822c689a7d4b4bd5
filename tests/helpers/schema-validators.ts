import type { JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";

const sdk = new AjvJsonSchemaValidator();
const compiled = new Map<string, JsonSchemaValidator<unknown>>();

/**
 * The SDK's own check of replies, for all clients of a process. Each client compiles the schemas of all tools for itself otherwise,
 * which was a fifth of the processor time of all tests.
 */
export const schemaValidators: jsonSchemaValidator = {
  getValidator<Value>(schema: Parameters<typeof sdk.getValidator>[0]) {
    const text = JSON.stringify(schema);
    const validator = compiled.get(text) ?? sdk.getValidator(schema);
    compiled.set(text, validator);
    return validator as JsonSchemaValidator<Value>;
  },
};
