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
  else if (!isDisabled(process)) (await import("./code-cache.ts")).enableCodeCache(folder);
}

/** Node's own cache reads the variable itself. */
const isDisabled = ({ env }: NodeJS.Process) => Boolean(env.NODE_DISABLE_COMPILE_CACHE);

async function start(): Promise<void> {
  const folder = cacheFolder(process);
  if (folder) await keepCompiledCode(folder);
  await import("./main.ts");
}

void start();
