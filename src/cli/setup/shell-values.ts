import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { type Environment, envString } from "../../config/env.ts";
import { lowerCase, NAMES, type VariableName } from "../../config/variable-names.ts";
import type { Sources, Values } from "./draft.ts";

/** Proxies, of which NO_PROXY has an effect only with another. */
const PROXIES = [NAMES.HTTPS_PROXY, NAMES.HTTP_PROXY, NAMES.NO_PROXY];

/** Other settings without which a check could fail that passes in this shell. */
const OTHERS = [NAMES.TEMPO_ALLOW_HTTP, NAMES.TEMPO_WORK_ATTRIBUTES, NAMES.TEMPO_TIMEOUT_MS];

/**
 * The settings of this shell that the checks need, besides those of a deployment: a host that a desktop starts sees nothing that a shell
 * exports, so they are written too.
 */
export function shellValues({ env, file }: Sources): Values {
  const existing = file?.values ?? {};
  const proxies = PROXIES.map((name) => ({ name, lower: lowerCase(name) }))
    .map(({ name, lower }) => [lower in existing ? lower : name, either(env, lower, name)] as const)
    .filter(([, value]) => value !== "");
  const hasProxy = proxies.some(([name]) => name.toUpperCase() !== NAMES.NO_PROXY);
  const found = [
    ...(hasProxy ? proxies : []),
    ...OTHERS.map((name) => [name, envString(env, name)] as const),
    [NAMES.NODE_EXTRA_CA_CERTS, certificatesIn(env)] as const,
  ];
  return Object.fromEntries(
    found.filter(([name, value]) => value !== "" && value !== envString(existing, name)),
  );
}

function either(env: Environment, ...names: VariableName[]): string {
  return names.map((name) => envString(env, name)).find((value) => value !== "") ?? "";
}

/** Empty if the file cannot be read: Node has gone on without it. */
function certificatesIn(env: Environment): string {
  const path = envString(env, "NODE_EXTRA_CA_CERTS");
  if (path === "") return "";
  try {
    accessSync(path, constants.R_OK);
    return resolve(path);
  } catch {
    return "";
  }
}
