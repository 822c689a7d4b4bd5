import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { publishedNames, publishedSchema, referencedNames } from "./publish-shapes.ts";
import type { Contracts, Json, JsonObject, ShapeFile } from "./read-contracts.ts";

/** Keywords that mean the same in draft-07 and 2020-12, so that validators of either age agree. */
const SHARED_KEYWORDS = new Set([
  ..."$ref title description type enum const".split(" "),
  ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern".split(" "),
  ..."items minItems maxItems uniqueItems".split(" "),
  ..."properties required additionalProperties".split(" "),
]);

/** The keywords of a file besides its shapes. */
const FILE_KEYWORDS = new Set("$schema $id x-contract-version title description $defs".split(" "));

/** The words that a description has for a pattern. */
const FORMATS: Record<string, string> = {
  "^\\d{4}-\\d{2}-\\d{2}$": "YYYY-MM-DD",
  "^\\d{2}:\\d{2}$": "HH:mm",
  "^(\\d+h)? ?(\\d+m)?$": "1h 20m",
};

/** The least length is none of them: an argument that needs more than one character has a pattern. */
const BOUNDS =
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf maxLength minItems maxItems".split(" ");

const TYPES = ["object", "array", "string", "number", "integer", "boolean"];

/** Which rules a file follows: replies and outputs are closed objects, inputs stay open. */
type Kind = "replies" | "inputs" | "outputs";

/** Violations of the contract's rules, one sentence each: those of `lintShapes`, and that each input has a reply. */
export function lintContract({ inputs, responses, outputs }: Omit<Contracts, "apis">): string[] {
  return [
    ...lintShapes(responses, "replies"),
    ...lintShapes(inputs, "inputs"),
    ...lintShapes(outputs, "outputs"),
    ...unpaired(inputs, "Input", responses, "Response"),
    ...unpaired(responses, "Response", inputs, "Input"),
  ];
}

/**
 * Violations of the rules for a file of shapes, one sentence each.
 *
 * Every shape is an object at its root and described, and so is every property and every object inside. References are
 * local and never circular, with no neighbour but a description (draft-07 ignores neighbours). Replies and outputs are closed,
 * inputs stay open, and so does an object of an output that another schema governs. Nothing is null. Every shape is reached from a published one. The root of their files is a choice of all
 * published shapes, so that it rejects anything else. Both drafts compile the file and each published schema.
 */
export function lintShapes(file: ShapeFile, kind: Kind): string[] {
  const violations: string[] = [];
  const refuse = (at: string, rule: string) => violations.push(`${at} ${rule}`);

  function checkSchema(schema: Json | undefined, at: string): void {
    if (!isObject(schema)) {
      refuse(at, "must be a schema object");
      return;
    }
    for (const keyword of Object.keys(schema)) {
      if (!SHARED_KEYWORDS.has(keyword)) {
        refuse(at, `uses "${keyword}", which does not mean the same in draft-07 and 2020-12`);
      }
    }
    if ("$ref" in schema) {
      checkReference(schema, at);
      return;
    }
    if (!TYPES.includes(String(schema.type))) {
      refuse(at, `must name one type: ${TYPES.join(", ")}`);
      return;
    }
    const values = [
      ...("const" in schema ? [schema.const] : []),
      ...(Array.isArray(schema.enum) ? schema.enum : []),
    ];
    if (values.includes(null)) refuse(at, "allows null: an optional key is left out, never null");
    if (Array.isArray(schema.enum) && schema.enum.length === 0)
      refuse(at, "has an empty enum, which nothing satisfies");
    if (schema.type === "object") checkObject(schema, at);
    if (schema.type === "array") checkSchema(schema.items, `${at}/items`);
  }

  function checkReference(schema: JsonObject, at: string): void {
    const target = String(schema.$ref);
    const name = /^#\/\$defs\/(\w+)$/.exec(target)?.[1];
    if (!name || !Object.hasOwn(file.$defs, name))
      refuse(at, `refers to ${target}, which is not in this file's $defs`);
    const neighbours = Object.keys(schema).filter(
      (keyword) => keyword !== "$ref" && keyword !== "description",
    );
    if (neighbours.length > 0) refuse(at, `has ${neighbours.join(", ")} beside $ref, which draft-07 ignores`);
  }

  function checkObject(schema: JsonObject, at: string): void {
    if (!isDescribed(schema)) refuse(at, "has no description");
    // The one kind of object whose keys are the caller's.
    const isMap = kind === "inputs" && isObject(schema.additionalProperties);
    if (isMap) checkSchema(schema.additionalProperties, `${at}/additionalProperties`);
    // JSON that another schema governs.
    if (kind === "outputs" && schema.additionalProperties === true && !("properties" in schema)) return;
    if (!isObject(schema.properties)) refuse(at, "must name its properties");
    if (isMap && isObject(schema.properties) && Object.keys(schema.properties).length === 0)
      refuse(at, "must name a property, since a host refuses maps that name none");
    const properties = isObject(schema.properties) ? schema.properties : {};
    if (kind !== "inputs" && schema.additionalProperties !== false) {
      refuse(at, 'must be closed with "additionalProperties": false');
    }
    if (kind === "inputs" && "additionalProperties" in schema && !isMap) {
      refuse(
        at,
        "must stay open: the server rejects unknown arguments itself, with an error that names them",
      );
    }
    for (const [name, property] of Object.entries(properties)) {
      const isOwnObject = isObject(property) && property.type === "object";
      if (!isDescribed(property) && !isOwnObject) refuse(`${at}/properties/${name}`, "has no description");
      checkSchema(property, `${at}/properties/${name}`);
    }
    for (const name of Array.isArray(schema.required) ? schema.required : []) {
      if (!Object.hasOwn(properties, String(name)))
        refuse(at, `requires "${name}", which is not among its properties`);
    }
  }

  for (const keyword of Object.keys(file)) {
    if (!FILE_KEYWORDS.has(keyword) && keyword !== "anyOf")
      refuse(file.$id, `has "${keyword}" beside its shapes`);
  }
  const root =
    kind === "inputs" ? undefined : publishedNames(file).map((name) => ({ $ref: `#/$defs/${name}` }));
  if (JSON.stringify(file.anyOf) !== JSON.stringify(root)) {
    refuse(
      file.$id,
      root ? `must have "anyOf": ${JSON.stringify(root)} at its root` : 'must have no "anyOf" at its root',
    );
  }
  for (const [name, shape] of Object.entries(file.$defs)) {
    const at = `${file.$id}#/$defs/${name}`;
    if (shape.type !== "object") refuse(at, "must be an object at its root");
    if (referencedNames(file, name).has(name))
      refuse(at, "refers to itself, so it cannot be published inline");
    checkSchema(shape, at);
  }
  if (violations.length > 0) return violations;
  const wordless = kind === "inputs" ? publishedNames(file).flatMap((name) => missingWords(file, name)) : [];
  return [...unreachedShapes(file), ...compileErrors(file), ...wordless];
}

/** The formats and bounds of a published input that its descriptions leave out: a host that drops patterns and bounds leaves only these to a model. */
function missingWords(file: ShapeFile, name: string): string[] {
  /** @param above the description of the array or map that has no words for each of its values */
  function missingIn(schema: Json | undefined, at: string, above = ""): string[] {
    if (!isObject(schema)) return [];
    const { pattern, properties, items, additionalProperties, description = above } = schema;
    const words = [
      ...BOUNDS.filter((bound) => bound in schema).map((bound) => String(schema[bound])),
      ...(pattern === undefined ? [] : [FORMATS[String(pattern)] ?? `the format of ${pattern}`]),
    ].filter((word) => !saysWord(String(description), word));
    return [
      ...(words.length > 0 ? [`${at} does not say ${words.join(" and ")} in its description`] : []),
      ...Object.entries(isObject(properties) ? properties : {}).flatMap(([key, property]) =>
        missingIn(property, `${at}/properties/${key}`),
      ),
      ...missingIn(items, `${at}/items`, String(description)),
      ...missingIn(additionalProperties, `${at}/additionalProperties`, String(description)),
    ];
  }
  return missingIn(publishedSchema(file, name), `${file.$id}#/$defs/${name}`);
}

/** Whether a text has a word or number of its own: 12 does not say 1. */
function saysWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w.])${escaped}(?![\\w]|\\.\\d)`).test(text);
}

/** Published shapes of one file that have no counterpart of the same name in the other. An input with details has that of the one without. */
function unpaired(file: ShapeFile, suffix: string, other: ShapeFile, otherSuffix: string): string[] {
  return publishedNames(file)
    .map((name) => [name, name.replace(new RegExp(`(Details)?${suffix}$`), otherSuffix)] as const)
    .filter(([, counterpart]) => !Object.hasOwn(other.$defs, counterpart))
    .map(
      ([name, counterpart]) =>
        `${file.$id}#/$defs/${name} has no counterpart ${other.$id}#/$defs/${counterpart}`,
    );
}

/** Shapes that no published one refers to. */
function unreachedShapes(file: ShapeFile): string[] {
  const published = publishedNames(file);
  const reached = new Set(published.flatMap((name) => [name, ...referencedNames(file, name)]));
  return Object.keys(file.$defs)
    .filter((name) => !reached.has(name))
    .map((name) => `${file.$id}#/$defs/${name} is used by no published shape`);
}

/** The errors that ajv reports on the file and on its published schemas, in both drafts. */
function compileErrors(file: ShapeFile): string[] {
  const { $schema: _, ...anyDraft } = file;
  const drafts = [new Ajv({ strict: true }), new Ajv2020({ strict: true })];
  for (const ajv of drafts) ajv.addVocabulary(["x-contract-version"]);
  const schemas: [at: string, schema: object][] = [
    ...publishedNames(file).map((name): [string, object] => [
      `${file.$id}#/$defs/${name}`,
      publishedSchema(file, name),
    ]),
    [file.$id, anyDraft],
  ];
  return schemas.flatMap(([at, schema]) =>
    drafts.flatMap((ajv) => {
      try {
        ajv.compile(schema);
        return [];
      } catch (error) {
        return [`${at} does not compile: ${error instanceof Error ? error.message : error}`];
      }
    }),
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDescribed(value: Json | undefined): boolean {
  return isObject(value) && typeof value.description === "string" && value.description.trim() !== "";
}
