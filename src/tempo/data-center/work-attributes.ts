import type { components } from "../../generated/tempo-data-center-api.ts";
import type { AttributeValue } from "../../timesheet/port.ts";
import { expectInteger, expectObject, expectString, optionalString } from "../http/parse.ts";
import type { WorkAttribute } from "../work-attributes.ts";

type Schemas = components["schemas"];

/** The attributes of a worklog to store. */
export function toAttributeValues(
  values: readonly AttributeValue[],
): Record<string, Schemas["WorkAttributeValue"]> {
  return Object.fromEntries(
    values.map(({ key, value, details }) => [key, { workAttributeId: 0, ...details, key, value }]),
  );
}

/** @throws InvalidResponseError if it is not what Tempo promises */
export function toWorkAttribute(attribute: Schemas["WorkAttribute"]): WorkAttribute {
  const { id, name, type, required, staticListValues } = expectObject(attribute, "a work attribute");
  return {
    id: expectInteger(id, "a work attribute's id"),
    key: expectString(attribute.key, "a work attribute's key"),
    name: optionalString(name, "a work attribute's name"),
    type: optionalString(type?.value, "a work attribute's type"),
    required: required === true,
    values: (staticListValues ?? [])
      .filter(({ removed }) => removed !== true)
      .map(({ value, name: shown }) => ({
        value: expectString(value, "a work attribute's value"),
        name: optionalString(shown, "a work attribute's value"),
      })),
  };
}
