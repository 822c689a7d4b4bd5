import { expect, test } from "vitest";
import { readCommandLine, sandboxKind, UsageError } from "../../src/cli/command-line.ts";

test.each([
  [["demo", "now"], "Unexpected argument 'now'"],
  [["doctor", "now"], "Unexpected argument 'now'"],
  [["call", "get_schedule", "{}", "x"], "Unexpected argument 'x'"],
  [["call", "--list", "get_schedule"], "--list takes no tool; it lists all of them"],
  [["--datacenter"], "--datacenter only works with demo; otherwise use --sandbox=datacenter"],
  [["doctor", "--datacenter"], "--datacenter only works with demo; otherwise use --sandbox=datacenter"],
  [
    ["call", "get_schedule", "--datacenter"],
    "--datacenter only works with demo; otherwise use --sandbox=datacenter",
  ],
  [["--json"], "--json only works with doctor"],
  [["--fields", "summary"], "--fields only works with call"],
  [["demo", "--list"], "--list only works with call"],
  [["--sandbox=server"], "--sandbox takes cloud or datacenter, not 'server'"],
])("the command line %j is rejected", (line, message) => {
  expect(() => sandboxKind(readCommandLine(line).options)).toThrow(new UsageError(message));
});
