import { noRulesFile } from "../../config/user-folders.ts";
import type { MapOutput } from "../../generated/outputs.ts";
import { changeRules, readRules } from "../../state/rules-file.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { MappingRule } from "../../timesheet/draft/draft.ts";
import { isPattern, isRule, withoutRule, withRules } from "../../timesheet/draft/titles.ts";
import { NotFoundError } from "../../timesheet/errors.ts";
import { columns, counted } from "../lines.ts";
import { UsageError } from "../usage-error.ts";

export interface MapOptions {
  /** Undefined if TEMPO_CONFIG_FILE is off. */
  rulesFile: string | undefined;
  pattern: string | undefined;
  issueKey: string | undefined;
  list: boolean;
  remove: boolean;
  json: boolean;
  clock: Clock;
  print(line: string): void;
}

/**
 * Adds or removes a rule, or lists all of them.
 *
 * @throws UsageError for arguments that make no sense; NotFoundError if there is no such rule; SettingsError if the file cannot be used
 */
export async function mapTitles(options: MapOptions): Promise<void> {
  const { rulesFile, json, print, clock } = options;
  const change = changeOf(options);
  if (rulesFile === undefined) throw noRulesFile();
  const rules = change
    ? await changeRules(rulesFile, change.to, { clock, deadline: Number.POSITIVE_INFINITY })
    : readRules(rulesFile);
  if (json) {
    const report: MapOutput = { rulesFile, rules: [...rules] };
    print(JSON.stringify(report, null, 2));
  } else if (change) print(change.says);
  else {
    for (const line of columns(rules.map(({ pattern, issueKey }) => [issueKey, pattern]))) print(line);
    print(`${counted(rules.length, "rule")} in ${rulesFile}.`);
  }
}

interface Change {
  /** Returns the rules after it. */
  to(rules: readonly MappingRule[]): readonly MappingRule[];
  says: string;
}

/** The change that is asked for; undefined to list the rules. @throws UsageError */
function changeOf({ pattern, issueKey, list, remove }: MapOptions): Change | undefined {
  if (list && (pattern !== undefined || remove))
    throw new UsageError("--list takes no pattern and no --remove.", "map");
  if (pattern === undefined) {
    if (remove) throw new UsageError("--remove needs the pattern of a rule; map --list shows them.", "map");
    return undefined;
  }
  if (remove) {
    if (issueKey !== undefined) throw new UsageError("--remove takes a pattern and no key.", "map");
    return { to: (rules) => without(rules, pattern), says: `The rule for '${pattern}' is removed.` };
  }
  const rule = ruleOf(pattern, issueKey);
  return {
    to: (rules) => withRules(rules, [rule]),
    says: `Titles that match '${pattern}' belong to ${rule.issueKey} from now on.`,
  };
}

function without(rules: readonly MappingRule[], pattern: string): readonly MappingRule[] {
  const kept = withoutRule(rules, pattern);
  if (kept.length < rules.length) return kept;
  throw new NotFoundError(
    `There is no rule for '${pattern}'. tempofiller map --list shows the patterns; write it as it is there.`,
  );
}

function ruleOf(pattern: string, issueKey: string | undefined): MappingRule {
  if (issueKey === undefined) {
    throw new UsageError('map needs the key of an issue too, as in tempofiller map "Daily*" PROJ-4.', "map");
  }
  if (!isPattern(pattern)) throw new UsageError("A pattern has from 1 to 255 characters.", "map");
  const rule = { pattern, issueKey: issueKey.toUpperCase() };
  if (isRule(rule)) return rule;
  throw new UsageError(
    `'${issueKey}' is not the key of an issue, such as PROJ-4. The pattern comes first, in quotes, then the key.`,
    "map",
  );
}
