/** Stands in for the server SDK's platform shims and the client SDK's validator: the same `process`, and no JSON Schema validator. */
export { default as process } from "node:process";

/** The SDK validates nothing for us, so it is given a validator that says so if it is ever asked. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The SDK's schema validation is not part of this bundle");
  }
}

export { DefaultJsonSchemaValidator as AjvJsonSchemaValidator };
