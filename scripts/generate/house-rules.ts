import type { Json, JsonObject, ShapeFile } from "./read-contracts.ts";

/** Keywords that mean the same in draft-07 and 2020-12, so that validators of either age agree. */
const SHARED_KEYWORDS = new Set([
  ..."$ref title description type enum const".split(" "),
  ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern".split(" "),
  ..."items minItems maxItems uniqueItems".split(" "),
  ..."properties required additionalProperties".split(" "),
  ..."anyOf oneOf allOf not".split(" "),
]);

const SCALAR_TYPES = ["string", "number", "integer", "boolean"];

/**
 * Where a contract file of shapes breaks the rules of the house, one sentence each; empty where it keeps them.
 *
 * Every shape is an object at its root and described, and so is every property. References are local, with no
 * neighbour but a description (draft-07 ignores neighbours). Replies are closed, inputs stay open.
 */
export function houseRuleViolations(file: ShapeFile, shapes: "closed" | "open"): string[] {
  const violations: string[] = [];

  function checkSchema(schema: Json | undefined, at: string): void {
    if (!isObject(schema)) {
      violations.push(`${at} must be a schema object`);
      return;
    }
    for (const keyword of Object.keys(schema)) {
      if (!SHARED_KEYWORDS.has(keyword)) {
        violations.push(`${at} uses "${keyword}", which draft-07 and 2020-12 do not share`);
      }
    }
    if ("$ref" in schema) {
      checkReference(schema, at);
      return;
    }
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) {
        branches.forEach((branch, index) => {
          checkSchema(branch, `${at}/${keyword}/${index}`);
        });
      }
    }
    if ("not" in schema) checkSchema(schema.not, `${at}/not`);
    if (schema.type === "object") checkObject(schema, at);
    else if (schema.type === "array") checkSchema(schema.items, `${at}/items`);
    else if (!SCALAR_TYPES.includes(String(schema.type)) && !("anyOf" in schema || "oneOf" in schema)) {
      violations.push(`${at} must name one type: object, array, ${SCALAR_TYPES.join(", ")}`);
    }
  }

  function checkReference(schema: JsonObject, at: string): void {
    const target = String(schema.$ref);
    const name = /^#\/\$defs\/(\w+)$/.exec(target)?.[1];
    if (!name || !(name in file.$defs))
      violations.push(`${at} refers to ${target}, which is not in this file's $defs`);
    const neighbours = Object.keys(schema).filter(
      (keyword) => keyword !== "$ref" && keyword !== "description",
    );
    if (neighbours.length > 0)
      violations.push(`${at} has ${neighbours.join(", ")} beside $ref, which draft-07 ignores`);
  }

  function checkObject(schema: JsonObject, at: string): void {
    const properties = isObject(schema.properties) ? schema.properties : {};
    if (shapes === "closed" && schema.additionalProperties !== false) {
      violations.push(`${at} must be closed with "additionalProperties": false`);
    }
    if (shapes === "open" && "additionalProperties" in schema) {
      violations.push(`${at} must stay open: unknown arguments are refused in code, with words of our own`);
    }
    for (const [name, property] of Object.entries(properties)) {
      if (!isDescribed(property)) violations.push(`${at}/properties/${name} has no description`);
      checkSchema(property, `${at}/properties/${name}`);
    }
    for (const name of Array.isArray(schema.required) ? schema.required : []) {
      if (!(String(name) in properties))
        violations.push(`${at} requires "${name}", which is not among its properties`);
    }
  }

  for (const [name, shape] of Object.entries(file.$defs)) {
    const at = `${file.$id}#/$defs/${name}`;
    if (!isDescribed(shape)) violations.push(`${at} has no description`);
    if (
      shape.type !== "object" ||
      "anyOf" in shape ||
      "oneOf" in shape ||
      "allOf" in shape ||
      "$ref" in shape
    ) {
      violations.push(`${at} must be an object at its root, with no anyOf, oneOf, allOf or $ref there`);
    }
    checkSchema(shape, at);
  }
  return violations;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDescribed(value: Json | undefined): boolean {
  return isObject(value) && typeof value.description === "string" && value.description.trim() !== "";
}
