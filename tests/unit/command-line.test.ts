import { expect, test } from "vitest";
import { entryCount, readCommandLine, sandboxKind, UsageError } from "../../src/cli/command-line.ts";

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
  [["--json"], "--json only works with journal, doctor"],
  [["undo", "--last", "3"], "--last only works with journal"],
  [["journal", "--last", "0"], "--last takes a number from 1 on, not '0'"],
  [["journal", "--last", "all"], "--last takes a number from 1 on, not 'all'"],
  [["undo", "--sandbox"], "--sandbox only works with the server, demo, call, doctor"],
  [["--fields", "summary"], "--fields only works with call"],
  [["demo", "--list"], "--list only works with call"],
  [["--sandbox=server"], "--sandbox takes cloud or datacenter, not 'server'"],
])("the command line %j is rejected", (line, message) => {
  expect(() => {
    const { options } = readCommandLine(line);
    sandboxKind(options);
    entryCount(options);
  }).toThrow(new UsageError(message));
});
