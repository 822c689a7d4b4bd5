// Loaded into a server: makes its event loop stand still at SIGUSR2, with STAND_STILL=log once its log takes no more.
const { writeSync } = require("node:fs");

process.on("SIGUSR2", () => {
  for (;;) {
    try {
      if (process.env.STAND_STILL === "log") writeSync(2, "x".repeat(1024));
    } catch {
      // Full.
    }
  }
});
