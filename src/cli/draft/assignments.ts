import { textRuleError } from "../../contract/input-rules.ts";
import { UsageError } from "../usage-error.ts";

/** The issues of `--assign c4=DEMO-4`. @throws UsageError */
export function readAssignments(given: readonly string[]): { ref: string; issueKey: string }[] {
  return given.map((text) => {
    const [ref = "", issueKey = "", ...more] = text.split("=");
    if (textRuleError("ref", ref) || textRuleError("issueKey", issueKey) || more.length > 0)
      throw new UsageError(
        `--assign takes a ref of the draft and an issue, such as c4=DEMO-4, not '${text}'.`,
        "draft",
      );
    return { ref, issueKey };
  });
}

/** The refs of `--leave-out g2`. @throws UsageError */
export function readRefs(given: readonly string[]): string[] {
  const wrong = given.find((ref) => textRuleError("ref", ref) !== undefined);
  if (wrong === undefined) return [...given];
  throw new UsageError(`--leave-out takes a ref of the draft, such as g2, not '${wrong}'.`, "draft");
}
