import type { components } from "../../generated/tempo-api.ts";
import { expectString, optionalString } from "../http/parse.ts";
import type { WorkAttribute } from "../work-attributes.ts";

/** @throws InvalidResponseError if it is not what Tempo promises */
export function toWorkAttribute(attribute: components["schemas"]["WorkAttribute"]): WorkAttribute {
  const { name, required, type, values = [], names = {} } = attribute;
  return {
    key: expectString(attribute.key, "a work attribute's key"),
    name: optionalString(name, "a work attribute's name"),
    type: optionalString(type, "a work attribute's type"),
    required: required === true,
    values: values.map((value) => ({
      value: expectString(value, "a work attribute's value"),
      name: optionalString(names[value], "a work attribute's value") || value,
    })),
  };
}
