import { butNot } from "../../config/but-not.ts";
import type { AccessKeyOutput } from "../../generated/outputs.ts";
import { createAccessKey, isKeyName } from "../../team/auth/access-key-lines.ts";
import { UsageError } from "../usage-error.ts";

interface AccessKeyOptions {
  name: string;
  json: boolean;
  print(line: string): void;
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
  const report: AccessKeyOutput = { name, key, line };
  print(json ? JSON.stringify(report) : `${key}\n${line}`);
}
