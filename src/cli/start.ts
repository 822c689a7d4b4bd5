#!/usr/bin/env node
import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { cacheFolder } from "../config/cache-folder.ts";
import { exposureOf } from "../state/others.ts";

/** Node 22.8 and later has it. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/** Keeps what V8 compiles for the next start. Node's default folder is shared with other users of the machine, who could plant code there. */
async function keepCompiledCode(folder: string): Promise<void> {
  const { enableCompileCache } = module as CompileCache & typeof module;
  if (!enableCompileCache) return (await import("./code-cache.ts")).enableCodeCache(folder);
  // Node makes its own folder in it with what the umask leaves.
  const umask = process.umask(0o077);
  enableCompileCache(folder);
  process.umask(umask);
}

/** Makes a folder if there is none. Whether neither it nor what is in it is a link or may be of another user. */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder);
    return [folder, ...names.map((name) => join(folder, name))].every(
      (path) => !lstatSync(path).isSymbolicLink() && !exposureOf(path),
    );
  } catch {
    return false;
  }
}

async function start({ env, platform }: NodeJS.Process): Promise<void> {
  const folder = cacheFolder({ env, platform });
  if (folder && !env.NODE_DISABLE_COMPILE_CACHE && isOwn(folder)) await keepCompiledCode(folder);
  await import("./main.ts");
}

void start(process);
