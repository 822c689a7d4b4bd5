import type { DraftInput } from "../../../src/timesheet/draft/draft.ts";

/** The keys in a text, found letter by letter: capitals, a hyphen and a number that are no part of another word. */
export function keysIn(text: string): string[] {
  const keys: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (isPart(text.charAt(at - 1))) continue;
    let end = at;
    while (isCapital(text.charAt(end)) || (end > at && isDigit(text.charAt(end)))) end += 1;
    const hyphen = end;
    if (hyphen === at || text.charAt(hyphen) !== "-") continue;
    end += 1;
    while (isDigit(text.charAt(end))) end += 1;
    if (end > hyphen + 1 && !isPart(text.charAt(end))) keys.push(text.slice(at, end));
  }
  return keys;
}

const isCapital = (character: string) => character >= "A" && character <= "Z";
const isDigit = (character: string) => character >= "0" && character <= "9";
const isPart = (character: string) => isCapital(character.toUpperCase()) || isDigit(character);

const projectOf = (key: string) => key.split("-")[0];

/** Whether the user can see issues of the key's project. */
export const isOfUser = ({ issues, learnt }: DraftInput, key: string) =>
  [...issues.keys(), ...learnt.map(({ issue }) => issue.key)].some(
    (other) => projectOf(other) === projectOf(key),
  );

/** Words of the tests that are listed as none of a project. */
const LISTED = ["UTF", "JAVA"];

/** Whether a key is one of an issue: of a project of the user's, or of one that stands where keys do, or in two pieces of work. */
export function isOfIssue(input: DraftInput, key: string): boolean {
  if (isOfUser(input, key)) return true;
  if (LISTED.includes(projectOf(key) ?? "")) return false;
  const named = input.evidence.filter((it) =>
    it.texts.some((text) => keysIn(text).some((other) => projectOf(other) === projectOf(key))),
  );
  return (
    named.filter(({ kind }) => kind !== "meeting").length > 1 ||
    named.some(({ texts }) => texts.some((text) => isAtHead(text, key)))
  );
}

/** Whether a key of the project begins the text, or comes after a mark. */
function isAtHead(text: string, key: string): boolean {
  return keysIn(text).some((other) => {
    const before = text.slice(0, text.indexOf(other)).trimEnd();
    return projectOf(other) === projectOf(key) && (before === "" || "#([{:!\"'".includes(before.slice(-1)));
  });
}
