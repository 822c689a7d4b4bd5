import type { Json, JsonObject, ShapeFile } from "../generate/read-contracts.ts";
import { type Direction, KEYWORDS, sameValue } from "./keywords.ts";

/** Who a file of shapes is a promise to: the readers of replies, or the callers who send inputs. */
export type Side = "replies" | "inputs";

/** The part of a version that a change raises: `major` breaks its readers or callers, `minor` adds, `patch` is words alone. */
export type Level = "major" | "minor" | "patch";

/** One difference between two versions of a contract file. */
export interface Change {
  /** JSON pointer into the file. */
  path: string;
  what: string;
  level: Level;
}

/**
 * A reply that may hold more than before is one that its reader did not expect; an input that may hold less than before
 * is one that its caller still sends.
 */
const LEVELS: Record<Side, Record<Direction, Level>> = {
  replies: { widens: "major", narrows: "minor", differs: "major" },
  inputs: { widens: "minor", narrows: "major", differs: "major" },
};

const WORDS: Record<Direction, string> = {
  widens: "allows more",
  narrows: "allows less",
  differs: "is another promise, or one that cannot be compared",
};

/** Keywords of a shape that are compared by a rule of their own. */
const OWN_RULE = new Set(["description", "properties", "required", "items", "enum", "const"]);

/** Keywords of a file that restrict no value, or that are compared by a rule of their own. */
const FILE_WORDS = new Set(["$defs", "anyOf", "title", "description", "x-contract-version"]);

/**
 * Every difference between two versions of a contract file that a program can notice, and every changed description.
 *
 * Shapes are compared by their names, which generated types carry, so a renamed shape is one removed and one added. A
 * keyword that it does not know counts as breaking.
 */
export function compareShapes(before: ShapeFile, after: ShapeFile, side: Side): Change[] {
  const changes: Change[] = [];
  const note = (path: string, what: string, level: Level) => changes.push({ path, what, level });
  const noteDirection = (path: string, direction: Direction, from: Json | undefined, to: Json | undefined) =>
    note(path, `${shown(from)} became ${shown(to)}, which ${WORDS[direction]}`, LEVELS[side][direction]);

  function compareSchemas(old: JsonObject, now: JsonObject, path: string): void {
    for (const keyword of keysOf(old, now).filter((name) => !OWN_RULE.has(name))) {
      const [from, to] = [old[keyword], now[keyword]];
      if (sameValue(from, to)) continue;
      const direction = KEYWORDS[keyword]?.(from, to) ?? "differs";
      noteDirection(`${path}/${keyword}`, direction, from, to);
    }
    if (old.description !== now.description) note(`${path}/description`, "other words", "patch");
    compareValues(old, now, path);
    compareItems(old, now, path);
    compareProperties(old, now, path);
  }

  function compareValues(old: JsonObject, now: JsonObject, path: string): void {
    const [from, to] = [allowedValues(old), allowedValues(now)];
    const isLess = to !== undefined && !from?.every((value) => includes(to, value));
    const isMore = from !== undefined && !to?.every((value) => includes(from, value));
    if (!isLess && !isMore) return;
    const direction = isLess && isMore ? "differs" : isLess ? "narrows" : "widens";
    noteDirection(`${path}/${"enum" in old || "enum" in now ? "enum" : "const"}`, direction, from, to);
  }

  function compareItems(old: JsonObject, now: JsonObject, path: string): void {
    const [from, to] = [old.items, now.items];
    if (isObject(from) && isObject(to)) compareSchemas(from, to, `${path}/items`);
    else if (from !== to) noteDirection(`${path}/items`, to === undefined ? "widens" : "narrows", from, to);
  }

  function compareProperties(old: JsonObject, now: JsonObject, path: string): void {
    const [from, to] = [objectOf(old.properties), objectOf(now.properties)];
    const [wasRequired, isRequired] = [listOf(old.required), listOf(now.required)];
    for (const key of keysOf(from, to)) {
      const at = `${path}/properties/${key}`;
      const required = includes(isRequired, key);
      if (!(key in to)) note(at, "the key was removed", "major");
      else if (!(key in from)) {
        const what = `a new ${required ? "required" : "optional"} key`;
        note(at, what, side === "inputs" && required ? "major" : "minor");
      } else {
        if (required !== includes(wasRequired, key)) {
          const [direction, what]: [Direction, string] = required
            ? ["narrows", "the key became required"]
            : ["widens", "the key became optional"];
          note(at, what, LEVELS[side][direction]);
        }
        compareSchemas(objectOf(from[key]), objectOf(to[key]), at);
      }
    }
  }

  for (const name of keysOf(before.$defs, after.$defs)) {
    const [old, now] = [before.$defs[name], after.$defs[name]];
    const path = `#/$defs/${name}`;
    if (now === undefined) note(path, "the shape was removed", "major");
    else if (old === undefined) note(path, "a new shape", "minor");
    else compareSchemas(old, now, path);
  }
  const files = [before, after] as unknown as [JsonObject, JsonObject];
  for (const keyword of keysOf(...files).filter((name) => !FILE_WORDS.has(name))) {
    const [from, to] = [files[0][keyword], files[1][keyword]];
    if (!sameValue(from, to)) noteDirection(`#/${keyword}`, "differs", from, to);
  }
  if (!sameValue(before.anyOf, after.anyOf)) {
    note(
      "#/anyOf",
      after.anyOf ? "the root accepts the published shapes" : "the root accepts anything",
      after.anyOf ? "minor" : "major",
    );
  }
  return changes;
}

/** The values that `enum` and `const` leave, or `undefined` if neither limits them. */
function allowedValues(schema: JsonObject): Json[] | undefined {
  const lists = [
    ...("const" in schema ? [[schema.const as Json]] : []),
    ...(Array.isArray(schema.enum) ? [schema.enum] : []),
  ];
  return lists.length === 0
    ? undefined
    : lists.reduce((left, right) => left.filter((value) => includes(right, value)));
}

const includes = (list: Json[], value: Json) => list.some((item) => sameValue(item, value));
const keysOf = (left: object, right: object) => [...new Set([...Object.keys(left), ...Object.keys(right)])];
const listOf = (value: Json | undefined) => (Array.isArray(value) ? value : []);
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (value: Json | undefined) => (isObject(value) ? value : {});
const shown = (value: Json | undefined) => (value === undefined ? "nothing" : JSON.stringify(value));
