import { textRuleError } from "../contract/input-rules.ts";
import { UsageError } from "./usage-error.ts";

/** @throws UsageError if no worklog can have this comment */
export function checkComment(comment = "", command: string): void {
  const rule = textRuleError("description", comment);
  if (rule !== undefined) throw new UsageError(`The comment ${rule}.`, command);
}
