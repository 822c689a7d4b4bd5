// Prints `N passed, N failed` from vitest's JSON reports, added up, and before it what failed. A file that fails before its
// tests (an import that breaks, say) counts no failed test there, so it counts here as one, and so does a report that is
// missing or empty.
import { readFileSync } from "node:fs";

const counts = process.argv.slice(2).map((path) => {
  try {
    const report = JSON.parse(readFileSync(path, "utf8"));
    const failures = report.testResults
      .filter(({ status }) => status === "failed")
      .flatMap((file) => {
        const tests = file.assertionResults.filter(({ status }) => status === "failed");
        return tests.length === 0
          ? [`${file.name}\n${file.message ?? ""}`]
          : tests.map(
              ({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join("\n").slice(0, 4000)}`,
            );
      });
    for (const failure of failures) console.log(`FAILED ${failure}`);
    const passed = report.numPassedTests;
    return { passed, failed: Math.max(failures.length, report.numFailedTests, passed === 0 ? 1 : 0) };
  } catch (error) {
    console.error(`No report of a run of tests: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
});
const total = (key) => counts.reduce((sum, count) => sum + count[key], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") > 0 || total("passed") === 0 ? 1 : 0;
