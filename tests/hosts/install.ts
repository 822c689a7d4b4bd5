import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { arch, execPath, platform, versions } from "node:process";
import { promisify } from "node:util";
import { npmScript, offlineEnvironment } from "../../scripts/lib/npm.ts";
import { ROOT } from "../helpers/root.ts";
import type { Host } from "./hosts.ts";

const CACHE = process.env.HOSTS_CACHE || join(ROOT, "node_modules/.cache/hosts");
const NEWER_NODE = "24.21.0";

/**
 * Installs a host's packages without their install scripts, unless they are there already, and answers its command.
 *
 * @throws Error that names the host, if npm does not have it or it has no program for this platform
 */
export async function commandOf(host: Host): Promise<string[]> {
  const packages = await install(host.title, host.id, host.packages);
  // It finds its packages beside itself.
  const own = join(import.meta.dirname, "clients", `${host.id}.mjs`);
  if (existsSync(own)) copyFileSync(own, join(dirname(packages), `${host.id}.mjs`));
  const program = join(packages, host.program ?? host.script ?? "");
  if (!existsSync(program)) throw new Error(`${host.title} is not in its package: ${program} is missing.`);
  return host.program === undefined ? [await nodeFor(host), program] : [program];
}

/** This Node, or one from npm if the host needs a newer one. */
async function nodeFor({ needsNewerNode }: Host): Promise<string> {
  if (!needsNewerNode || Number(versions.node.split(".")[0]) > 22) return execPath;
  const name = `node-${platform}-${arch}`;
  return join(await install("Node", name, [`${name}@${NEWER_NODE}`]), name, "bin/node");
}

/** Answers the folder of the installed packages, whose versions are part of its path. */
async function install(title: string, id: string, packages: readonly string[]): Promise<string> {
  const folder = join(CACHE, `${id}-${packages.map((name) => name.replace(/.*@/, "")).join("-")}`);
  const installed = join(folder, "node_modules");
  // npm writes this file at the end.
  if (existsSync(join(installed, ".package-lock.json"))) return installed;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  try {
    await promisify(execFile)(execPath, [npmScript("npm"), "install", ...options, ...packages], {
      cwd: folder,
      env: { ...offlineEnvironment(), npm_config_offline: "false" },
    });
  } catch (error) {
    throw new Error(`${title} cannot be installed: npm does not give ${packages.join(", ")}.`, {
      cause: error,
    });
  }
  return installed;
}
