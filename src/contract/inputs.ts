import * as validators from "../generated/input-validators.js";
import type { Inputs } from "../generated/inputs.ts";
import { inputSchemas, type Schema } from "../generated/schemas.ts";
import type { Violation } from "../generated/validator.ts";
import { dereference } from "./dereference.ts";

/**
 * Where arguments break their published schema; empty where they keep it. A property that the schema does not name
 * counts too (keyword `additionalProperties`): the schema stays open, but a misspelt argument must not be dropped.
 */
export function inputViolations(name: keyof Inputs, args: unknown): Violation[] {
  const validate = validators[name];
  // Programs that are not compiled may name what there is not.
  if (!validate)
    throw new TypeError(`There is no input ${name}; there are ${Object.keys(validators).join(", ")}.`);
  const violations = validate(args) ? [] : (validate.errors ?? []);
  return [...violations, ...unknownProperties(inputSchemas[name], args)];
}

function unknownProperties(root: Schema, args: unknown): Violation[] {
  const violations: Violation[] = [];

  function visit(schema: Schema, value: unknown, instancePath: string): void {
    const { items = {}, properties } = dereference(root, schema);
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(items, item, `${instancePath}/${index}`);
      });
    } else if (properties && typeof value === "object" && value !== null) {
      visitProperties(properties, value, instancePath);
    }
  }

  function visitProperties(properties: Record<string, Schema>, value: object, instancePath: string): void {
    for (const [name, item] of Object.entries(value)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property) visit(property, item, `${instancePath}/${name}`);
      else {
        const params = { additionalProperty: name, known: Object.keys(properties) };
        const message = "must NOT have additional properties";
        violations.push({ instancePath, keyword: "additionalProperties", params, message });
      }
    }
  }

  visit(root, args, "");
  return violations;
}
