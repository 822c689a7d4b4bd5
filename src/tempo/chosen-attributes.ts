import { listed as listedNames } from "../text/lengths.ts";
import { type Words, words, wordsFor } from "../text/words.ts";
import { plainName } from "../timesheet/attributes.ts";
import { InvalidInputError, SettingsError } from "../timesheet/errors.ts";
import { groupBy } from "../timesheet/group-by.ts";
import type { WorkAttribute as DomainWorkAttribute, Issue } from "../timesheet/port.ts";
import { type Account, chooseAccount, type IssueAccounts, inOrderOfChoice } from "./accounts.ts";
import { ACCOUNT_OF_ISSUE, type WorkAttributeValues } from "./deployment.ts";
import { upstreamName } from "./http/upstream-message.ts";

export const MAX_LISTED = 12;

/** The type of the work attributes whose value is an account's key. */
const ACCOUNT_TYPE = "ACCOUNT";

export interface WorkAttribute extends DomainWorkAttribute {
  /** Undefined on Cloud. */
  id?: number;
}

export interface ChosenAttribute {
  attribute: WorkAttribute;
  value: string;
}

/** The place of given values: in the settings, or as an argument of a call, for worklogs of an issue. */
export interface ValueSource {
  name: Words;
  /** The issue whose open accounts the catalogue has as values; undefined for the settings. */
  issue?: Issue;
}

export function argumentFor(issue: Issue): ValueSource {
  return { name: { assistant: "`attributes`", shell: "--attribute" }, issue };
}

/**
 * The attributes that are meant, with their values. Those of a call may be named by their names too, and a value of a list or an account by its
 * name, in any case. `@issue` stays as it is; see `withAccount`. So does the empty value of a call, which stands for none.
 *
 * @throws SettingsError for an unknown attribute or value, one that may be several, and for `@issue` if the attribute is no account; of a
 * call, InvalidInputError
 */
export function chooseAttributes(
  catalogue: readonly WorkAttribute[],
  given: Readonly<WorkAttributeValues>,
  source: ValueSource,
): ChosenAttribute[] {
  return Object.entries(given).map(([name, value]) => {
    const attribute = meantAttribute(catalogue, name, source);
    const { key, type } = attribute;
    if (value.trim() === "" && source.issue) return { attribute, value: "" };
    if (value !== ACCOUNT_OF_ISSUE) return { attribute, value: meantValue(attribute, value, source) };
    if (isAccount(attribute)) return { attribute, value };
    throw new (refusalOf(source))(
      words`${subjectOf(source)} sets ${key} to ${value}, which only an attribute of type ${ACCOUNT_TYPE} can have; ${key} is of type ${upstreamName(type) || "none"}. Set it to a value.`,
    );
  });
}

export function meantAttribute(
  catalogue: readonly WorkAttribute[],
  name: string,
  source: ValueSource,
): WorkAttribute {
  const Refusal = refusalOf(source);
  const known = listed(catalogue.map(describeAttribute)) || "none";
  if (name.trim() === "")
    throw new Refusal(
      words`${subjectOf(source)} gives a value to an attribute without a name. This Tempo has: ${known}. Name one of them, or remove the value.`,
    );
  const byKey = catalogue.filter(({ key }) => key === name);
  const candidates = source.issue ? meant(catalogue, name, ({ key }) => key) : byKey;
  // Users say "account", however the site names that attribute.
  const isAnyAccount = source.issue !== undefined && plainName(name) === "account";
  const found = candidates.length === 0 && isAnyAccount ? catalogue.filter(isAccount) : candidates;
  const [attribute, ...others] = found;
  if (!attribute) {
    const named = { assistant: name, shell: isAnyAccount ? "an attribute" : name };
    throw new Refusal(
      words`${subjectOf(source, isAnyAccount)} names ${named}, which this Tempo does not have. It has: ${known}. Correct or remove it.`,
    );
  }
  if (others.length === 0) return attribute;
  throw new Refusal(
    words`${subjectOf(source, isAnyAccount)} names ${name}, which may be ${listed(found.map(describeAttribute))}. Use the key of one.`,
  );
}

function meantValue(attribute: WorkAttribute, given: string, source: ValueSource): string {
  const { key, values } = attribute;
  const Refusal = refusalOf(source);
  const found = meant(values, given, ({ value }) => value);
  const [chosen, ...others] = found;
  if (chosen && others.length > 0) {
    throw new Refusal(
      words`${subjectOf(source, isAccount(attribute))} sets ${key} to ${given}, which may be ${listed(found.map(describeValue))}. Use the value of one.`,
    );
  }
  if (chosen) return chosen.value;
  if (source.issue && isAccount(attribute)) throw notOpen(attribute, given, source.issue, source);
  if (values.length === 0) return given;
  throw new Refusal(
    words`${subjectOf(source)} sets ${key} to ${given}, which is not an allowed value (${shownValues(attribute)}). Set it to one of them.`,
  );
}

/** Those that a text means: the one of that id, else those of that name, else those of that id or name in another case. */
function meant<Item extends { name: string }>(
  items: readonly Item[],
  text: string,
  idOf: (item: Item) => string,
): Item[] {
  const alike = (byPlainText(items, idOf).get(plainName(text)) ?? []).map(({ item }) => item);
  const kinds: ((item: Item) => boolean)[] = [
    (item) => idOf(item) === text,
    ({ name }) => name === text,
    () => true,
  ];
  return kinds.map((isIt) => alike.filter(isIt)).find((found) => found.length > 0) ?? [];
}

type Alike<Item> = Map<string, { text: string; item: Item }[]>;

/** Each list is read once, since each of 500 rows may give twenty attributes, of thousands of values each. */
const alikeIn = new WeakMap<readonly unknown[], Alike<unknown>>();

/** The items by their ids and names, as `plainName` makes them. */
function byPlainText<Item extends { name: string }>(
  items: readonly Item[],
  idOf: (item: Item) => string,
): Alike<Item> {
  const known = alikeIn.get(items) as Alike<Item> | undefined;
  if (known) return known;
  const textsOf = (item: Item) => [...new Set([plainName(idOf(item)), plainName(item.name)])];
  const texts = items.flatMap((item) => textsOf(item).map((text) => ({ text, item })));
  const byText = groupBy(texts, ({ text }) => text);
  alikeIn.set(items, byText);
  return byText;
}

/** One attribute may be given by its key and by its name. @throws InvalidInputError if the values differ */
export function eachOnce(chosen: readonly ChosenAttribute[], source: ValueSource): ChosenAttribute[] {
  const byKey = new Map<string, ChosenAttribute>();
  for (const choice of chosen) {
    const { key, name } = choice.attribute;
    const other = byKey.get(key);
    if (other && other.value !== choice.value)
      throw new InvalidInputError(
        words`${subjectOf(source)} gives ${upstreamName(key)} (${upstreamName(name)}) two values: ${other.value || "none"} and ${choice.value || "none"}. Give it one.`,
      );
    byKey.set(key, choice);
  }
  return [...byKey.values()];
}

function notOpen(
  attribute: WorkAttribute,
  given: string,
  issue: Issue,
  source: ValueSource,
): InvalidInputError {
  const { key, values } = attribute;
  if (values.length === 0) {
    return new InvalidInputError(
      words`${subjectOf(source, true)} sets ${key} to ${given}, and no account is open to ${issue.key}. Link one to its project in Tempo, or leave ${{ assistant: key, shell: "it" }} out.`,
    );
  }
  return new InvalidInputError(
    words`${subjectOf(source, true)} sets ${key} to ${given}, which is not open to ${issue.key}. Open to it: ${shownValues(attribute)}. Set it to one of them.`,
  );
}

function refusalOf({ issue }: ValueSource) {
  return issue ? InvalidInputError : SettingsError;
}

/** @param isOfAccount whether it is the account that was given, which has an option of its own in a shell */
function subjectOf(source: ValueSource, isOfAccount = false): Words {
  const name = isOfAccount ? nameForAccount(source) : source.name;
  return source.issue ? words`Not sent: ${name}` : name;
}

function nameForAccount({ name, issue }: ValueSource): Words {
  return issue ? { assistant: wordsFor("assistant", name), shell: "--account" } : name;
}

export function isOfIssue({ value }: ChosenAttribute): boolean {
  return value === ACCOUNT_OF_ISSUE;
}

/**
 * Replaces `@issue` by the account that worklogs of the issue get.
 *
 * @throws SettingsError if there is none, or a choice; of a call, InvalidInputError
 */
export function withAccount(
  chosen: readonly ChosenAttribute[],
  accounts: IssueAccounts,
  { key }: Issue,
  source: ValueSource,
): ChosenAttribute[] {
  const Refusal = refusalOf(source);
  const name = nameForAccount(source);
  return chosen.map((choice) => {
    if (!isOfIssue(choice)) return choice;
    const account = chooseAccount(accounts);
    if (account) return { ...choice, value: account.key };
    const open = inOrderOfChoice(accounts);
    if (open.length === 0) {
      throw new Refusal(
        words`Not sent: ${name} sets ${choice.attribute.key} to the account of the issue, and no account is open to ${key}. Link one to its project in Tempo, or set the value of ${choice.attribute.key} in ${name} to the key of an account.`,
      );
    }
    throw new Refusal(
      words`Not sent: ${name} sets ${choice.attribute.key} to the account of the issue, and several are open to ${key}: ${listed(open.map(describeAccount))}. Make one the default of its project in Tempo, or set the value of ${choice.attribute.key} in ${name} to the key of one.`,
    );
  });
}

/** The attributes as they are for an issue: the values of one of type ACCOUNT are the accounts open to it. */
export function withAccountValues(
  catalogue: readonly WorkAttribute[],
  accounts: IssueAccounts,
): WorkAttribute[] {
  const values = valuesOf.get(accounts) ?? toValues(accounts);
  valuesOf.set(accounts, values);
  return catalogue.map((attribute) => (isAccount(attribute) ? { ...attribute, values } : attribute));
}

/** One list for all rows that have the same accounts; see `alikeIn`. */
const valuesOf = new WeakMap<IssueAccounts, WorkAttribute["values"]>();

function toValues(accounts: IssueAccounts): WorkAttribute["values"] {
  return inOrderOfChoice(accounts).map(({ key, name }) => ({ value: key, name: name || key }));
}

export function isAccount({ type }: WorkAttribute): boolean {
  return type === ACCOUNT_TYPE;
}

function describeAccount({ key, name }: Account): string {
  return describeValue({ value: key, name });
}

function describeAttribute({ key, name }: WorkAttribute): string {
  return describeValue({ value: key, name });
}

function describeValue({ value, name }: WorkAttribute["values"][number]): string {
  return name === "" || name === value ? value : `${value} (${name})`;
}

export function shownValues({ values }: WorkAttribute): string {
  return listed(values.map(describeValue));
}

function listed(names: string[]): string {
  return listedNames(names.map(upstreamName), MAX_LISTED);
}
