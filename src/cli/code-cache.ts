import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire, wrap } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** Bytes from which keeping the code of a file pays. Smaller files compile faster than a cache is read. */
const LARGE = 100_000;

/** Bytes of the digest at the start of a cache file. */
const DIGEST = 32;

/**
 * Keeps the compiled code of large files in a folder, as `module.enableCompileCache` of Node 22.8 does, for versions before: a start without it
 * takes a third longer. A cache is used only if its digest is that of the source, of the cache itself and of this Node, since V8 ends the
 * process at damaged code. What V8 refuses, such as code for other options of Node, is compiled and replaced.
 *
 * @param folder exists, and no other user writes there
 */
export function enableCodeCache(folder: string): void {
  const { extensions } = createRequire(import.meta.filename);
  extensions[".cjs"] = (module, file) => {
    if (statSync(file).size < LARGE) return extensions[".js"]?.(module, file);
    const run = compile(file, join(folder, `${basename(file)}.code`)).runInThisContext();
    run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  };
}

function compile(file: string, cache: string): Script {
  const source = readFileSync(file, "utf8");
  const cachedData = readCache(cache, source);
  const script = new Script(wrap(source), { filename: file, cachedData });
  if (!cachedData || script.cachedDataRejected) process.once("exit", () => writeCache(cache, source, script));
  return script;
}

function readCache(cache: string, source: string): Buffer | undefined {
  try {
    const bytes = readFileSync(cache);
    const code = bytes.subarray(DIGEST);
    return digest(source, code).equals(bytes.subarray(0, DIGEST)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Writes at the exit, when functions that ran are compiled too. The file appears whole, and a folder that takes none costs only time. */
function writeCache(cache: string, source: string, script: Script): void {
  const draft = `${cache}.${process.pid}`;
  try {
    const code = script.createCachedData();
    try {
      writeFileSync(draft, Buffer.concat([digest(source, code), code]), { mode: 0o600, flag: "wx" });
      renameSync(draft, cache);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch {
    // The next exit tries again.
  }
}

/** Includes the Node: V8 compares neither its architecture nor the patches that Node adds to a version of V8. */
const digest = (source: string, code: Buffer) =>
  createHash("sha256").update(`${process.version} ${process.arch}`).update(source).update(code).digest();
