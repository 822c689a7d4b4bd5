import { operations } from "../../generated/operations.ts";
import * as validators from "../../generated/upstream-validators.js";
import type { Validator } from "../../generated/validator.ts";

/** An upstream API, by the name of its OpenAPI slice in `contracts/`. */
type Api = keyof typeof operations;

/** One line for each deviation. Reads the body. @param path as in the slice, with its parameters in braces */
export async function conformanceErrors(
  api: Api,
  method: string,
  path: string,
  response: Response,
): Promise<string[]> {
  const found = Object.entries(operations[api]).find(([, it]) => it.method === method && it.path === path);
  if (!found) return [`${method} ${path} is not in the slice`];
  const [id, { statuses }] = found;
  const { status } = response;
  if (!(statuses as readonly number[]).includes(status)) return [`${id} does not return ${status}`];
  const validate = (validators as Record<string, Validator>)[`${nameInCode(api)}_${id}_${status}`];
  return validate
    ? schemaErrors(`${id} ${status}`, validate, await response.json().catch(() => undefined))
    : [];
}

export function schemaErrors(what: string, validate: Validator, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`);
}

/** An API's name in the names of generated validators. */
export function nameInCode(api: Api): string {
  return api.replaceAll("-", "_");
}
