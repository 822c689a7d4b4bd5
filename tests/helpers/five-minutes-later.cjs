// Loaded by NODE_OPTIONS: the process starts five minutes later than it does, by the wall clock and by the machine's uptime.
const os = require("node:os");

const { now } = Date;
const { uptime } = os;
Date.now = () => now() + 300_000;
os.uptime = () => uptime() + 300;
