#!/usr/bin/env node
import module from "node:module";
import { cacheFolder } from "../config/cache-folder.ts";

/** Node 22.8 and later has it. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

// Node's default folder is shared with other users of the machine, who could plant code there.
const folder = cacheFolder(process);
if (folder) (module as CompileCache & typeof module).enableCompileCache?.(folder);
void import("./main.ts");
