import { randomBytes } from "node:crypto";
import { textRuleError } from "../../contract/input-rules.ts";
import { periodOf } from "../dates/period.ts";
import { UsageError } from "../usage-error.ts";
import type { WriteTest } from "./write-test.ts";

interface WriteOptions {
  "write-test": string | undefined;
  on: string | undefined;
  "yes-write": boolean;
}

/** The write test that the options ask for, if they do. @throws UsageError */
export function writeTestOf(
  { "write-test": issueKey, on: date, "yes-write": confirmed }: WriteOptions,
  today: string,
): (WriteTest & { confirmed: boolean }) | undefined {
  if (issueKey === undefined) {
    if (date !== undefined || confirmed)
      throw new UsageError("--on and --yes-write need --write-test ISSUE.", "probe");
    return undefined;
  }
  const keyError = textRuleError("issueKey", issueKey);
  if (keyError !== undefined) throw new UsageError(`--write-test ${keyError}, not '${issueKey}'.`, "probe");
  if (date === undefined)
    throw new UsageError("--write-test needs --on too, such as --on yesterday.", "probe");
  const { kind, startDate } = periodOf(date, today, "probe");
  if (kind !== "date") throw new UsageError(`--on takes one date, not '${date}'.`, "probe");
  return { issueKey, date: startDate, nonce: randomBytes(4).toString("hex"), confirmed };
}
