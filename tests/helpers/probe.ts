import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ShapeFile } from "../../scripts/generate/read-contracts.ts";
import { KNOWN_KEYS } from "../../src/cli/probe/known-words.ts";
import type { ProbeOutput } from "../../src/generated/outputs.ts";
import { ROOT } from "./root.ts";

const file: ShapeFile = JSON.parse(readFileSync(join(ROOT, "contracts/outputs.schema.json"), "utf8"));
const ajv = new Ajv2020({ strict: true }).addVocabulary(["x-contract-version"]);
const validate = ajv.addSchema(file).compile({ $ref: `${file.$id}#/$defs/ProbeOutput` });

/** The words of a report that are in no closed list: none, unless its form is broken. */
export function foreignWords(report: ProbeOutput): unknown[] {
  if (!validate(report)) return validate.errors ?? [];
  const segments = report.requests.flatMap(({ fields = [] }) =>
    fields.flatMap(({ path }) => path.split(/\.|\[\]/)),
  );
  return segments.filter(
    (key) => key !== "" && key !== "body" && !KNOWN_KEYS.has(key) && !/^key\d+$/.test(key),
  );
}
