// Prints `N passed, N failed` from vitest's JSON reports, added up. A file that fails before its tests (an import that
// breaks, say) counts no failed test there, so it counts here as one, and so does a report that is missing or empty.
import { readFileSync } from "node:fs";

const counts = process.argv.slice(2).map((path) => {
  try {
    const report = JSON.parse(readFileSync(path, "utf8"));
    const brokenFiles = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((test) => test.status === "failed"),
    );
    const passed = report.numPassedTests;
    return { passed, failed: Math.max(report.numFailedTests + brokenFiles.length, passed === 0 ? 1 : 0) };
  } catch (error) {
    console.error(`No report of a run of tests: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
});
const total = (key) => counts.reduce((sum, count) => sum + count[key], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") > 0 || total("passed") === 0 ? 1 : 0;
