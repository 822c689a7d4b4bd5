import { attributesProblems } from "../../contract/input-rules.ts";
import type { WorkAttributeValues } from "../../generated/inputs.ts";
import type { UpdateWorklogResponse, Worklog } from "../../generated/responses.ts";
import { shownKey } from "../../timesheet/attributes.ts";
import { UsageError } from "../usage-error.ts";

/** The attributes of an entry, as options give them. */
export interface GivenAttributes {
  account?: string | undefined;
  /** Each is NAME=VALUE. */
  attribute?: readonly string[] | undefined;
}

/** The attributes that options give, as tools take them; undefined if there are none. @throws UsageError */
export function readAttributes(
  { account, attribute = [] }: GivenAttributes,
  command: string,
): WorkAttributeValues | undefined {
  const values = new Map<string, string>();
  const give = (name: string, value: string) => {
    const other = values.get(name) ?? value;
    if (other !== value) {
      const both = [other, value].map((it) => it || "none").join(" and ");
      throw new UsageError(`--attribute gives ${name} two values: ${both}. Give it one.`, command);
    }
    values.set(name, value);
  };
  if (account !== undefined) give("account", account.trim());
  for (const written of attribute) {
    const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(written) ?? [];
    if (name.trim() === "")
      throw new UsageError(
        `--attribute takes a name and a value, such as --attribute Role=Consultant, not '${written}'.`,
        command,
      );
    give(name.trim(), value);
  }
  if (values.size === 0) return undefined;
  const attributes = Object.fromEntries(values);
  const [problem] = attributesProblems({ attributes }, []);
  if (problem) throw new UsageError(`The attributes ${problem.rule}.`, command);
  return attributes;
}

/** The attributes of an entry as `--attribute` would give them, with names of values where they are known. */
export function attributesText({ attributes = [] }: Pick<Worklog, "attributes">): string {
  return attributes.map(({ key, value, name = value }) => `${shownKey(key)}=${name}`).join(", ");
}

/** Each attribute that a change has given another value, with the values that it has and had, and as users see them; an empty value stands for none. */
export function changedAttributes({ worklog, before }: Pick<UpdateWorklogResponse, "worklog" | "before">) {
  const [now = [], old = []] = [worklog.attributes, before.attributes];
  const none = { value: "", name: "none" };
  const find = (values: typeof now, key: string) => values.find((it) => it.key === key) ?? none;
  const shown = ({ value, name = value }: { value: string; name?: string }) => name;
  const keys = [...new Set([...now, ...old].map(({ key }) => key))];
  return keys.map((key) => {
    const [is, was] = [find(now, key), find(old, key)];
    return {
      key,
      name: shownKey(key),
      value: is.value,
      was: was.value,
      shown: shown(is),
      shownWas: shown(was),
    };
  });
}
