#!/usr/bin/env node
import module from "node:module";
import { cacheFolder } from "../config/cache-folder.ts";

/** Node 22.8 and later has it. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/** Keeps what V8 compiles for the next start. Node's default folder is shared with other users of the machine, who could plant code there. */
async function keepCompiledCode(folder: string): Promise<void> {
  const { enableCompileCache } = module as CompileCache & typeof module;
  if (enableCompileCache) enableCompileCache(folder);
  else (await import("./code-cache.ts")).enableCodeCache(folder);
}

async function start({ env, platform }: NodeJS.Process): Promise<void> {
  const folder = cacheFolder({ env, platform });
  if (folder && !env.NODE_DISABLE_COMPILE_CACHE) await keepCompiledCode(folder);
  await import("./main.ts");
}

void start(process);
