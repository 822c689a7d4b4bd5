// Prints `N passed, N failed` from vitest's JSON report. A file that fails before its tests (an import that breaks, say)
// counts no failed test there, so it counts here as one.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const brokenFiles = report.testResults.filter(
  ({ status, assertionResults }) =>
    status === "failed" && !assertionResults.some((test) => test.status === "failed"),
);
const failed = report.numFailedTests + brokenFiles.length;
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed > 0 || report.numPassedTests === 0 ? 1 : 0;
