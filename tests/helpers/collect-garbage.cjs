// Loaded by NODE_OPTIONS: the process collects its garbage ten times a second, so that what nothing refers to is soon gone.
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

setFlagsFromString("--expose-gc");
setInterval(runInNewContext("gc"), 100).unref();
