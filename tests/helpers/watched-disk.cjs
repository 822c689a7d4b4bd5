// Puts a hook before each call of the file system on a folder, in a test or, loaded into a command, until it dies at a call.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const ON_PATHS = [
  "copyFileSync",
  "existsSync",
  "linkSync",
  "lstatSync",
  "mkdirSync",
  "openSync",
  "readFileSync",
  "readdirSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "statSync",
  "unlinkSync",
  "writeFileSync",
];
const ON_FILES = [
  "closeSync",
  "fdatasync",
  "fdatasyncSync",
  "fstatSync",
  "fsyncSync",
  "ftruncateSync",
  "futimesSync",
  "readSync",
  "writeSync",
];

/**
 * Calls `act` instead of each call on the folder and on what is open in it, with its name, its arguments and what carries it out.
 * Returns what ends that.
 */
function watchDisk(folder, act) {
  const open = new Set();
  const originals = new Map([...ON_PATHS, ...ON_FILES].map((name) => [name, fs[name]]));
  for (const [name, original] of originals) {
    const isOnPath = ON_PATHS.includes(name);
    fs[name] = (...args) => {
      const run = () => original(...args);
      if (!(isOnPath ? String(args[0]).startsWith(folder) : open.has(args[0]))) return run();
      const result = act(name, args, run);
      if (name === "openSync") open.add(result);
      if (name === "closeSync") open.delete(args[0]);
      return result;
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) fs[name] = original;
    syncBuiltinESMExports();
  };
}

module.exports = { watchDisk };

// The process dies at this call: before it, or in the middle of a write. What it has done is left as it is.
const { DEATH_AT_CALL, DEATH_IN_FOLDER } = process.env;
if (DEATH_AT_CALL && DEATH_IN_FOLDER) {
  let calls = 0;
  watchDisk(DEATH_IN_FOLDER, (name, args, run) => {
    calls += 1;
    if (calls !== Number(DEATH_AT_CALL)) return run();
    if (name === "writeSync") fs.writeSync(args[0], String(args[1]).slice(0, 20));
    process.kill(process.pid, "SIGKILL");
    for (;;);
  });
}
