import { butNot } from "../../config/but-not.ts";
import { createAccessKey, isKeyName } from "../../team/auth/access-key-lines.ts";
import { UsageError } from "../usage-error.ts";

interface AccessKeyOptions {
  name: string;
  json: boolean;
  print(line: string): void;
}

/** The output of `tempofiller access-key --json`. Its keys are stable. */
export interface AccessKeyReport {
  name: string;
  key: string;
  /** The line to add to the access keys file. */
  line: string;
}

/** Prints a new key, which is kept nowhere, and its line for the access keys file. @throws UsageError */
export function printAccessKey({ name, json, print }: AccessKeyOptions): void {
  if (!isKeyName(name)) {
    throw new UsageError(
      `The name of an access key has 1 to 64 letters, digits and the signs . _ - @${butNot(name)}.`,
      "access-key",
    );
  }
  const { key, line } = createAccessKey(name);
  const report: AccessKeyReport = { name, key, line };
  print(json ? JSON.stringify(report) : `${key}\n${line}`);
}
