import type { Draft } from "../../src/timesheet/draft/draft.ts";
import { makeDraft } from "../../src/timesheet/draft/make-draft.ts";
import type { Case } from "./arbitrary-input.ts";
import { differences } from "./compare.ts";
import { type Model, modelOf } from "./model/model.ts";
import { ISSUES, PRIVATE } from "./world.ts";

/** Everything that is wrong with the draft of a case, and with those after the user's choices; empty if all is right. */
export function wrongWith({ input, logged }: Case, choices: readonly number[]): string[] {
  const draft = makeDraft(input, logged);
  const model = modelOf(input, logged);
  return [
    ...differences(draft, model, input),
    ...privateTexts(draft),
    ...otherOrder({ input, logged }, draft, choices),
    ...afterChoices({ input, logged }, draft, model, choices),
  ];
}

function privateTexts(draft: Draft): string[] {
  return JSON.stringify(draft).includes(PRIVATE) ? ["the draft has a private text in it"] : [];
}

/** The order in which sources give their evidence changes nothing. */
function otherOrder({ input, logged }: Case, draft: Draft, choices: readonly number[]): string[] {
  const evidence = [...input.evidence].reverse();
  evidence.push(...evidence.splice(0, (choices[0] ?? 0) % (evidence.length + 1)));
  const again = makeDraft({ ...input, evidence }, logged);
  return JSON.stringify(again) === JSON.stringify(draft) ? [] : ["another order makes another draft"];
}

/** The user gives an issue to some evidence that has none, and leaves out some other. */
function afterChoices(
  { input, logged }: Case,
  draft: Draft,
  model: Model,
  choices: readonly number[],
): string[] {
  const chosen = (index: number) => (choices[index % choices.length] ?? 0) % 3;
  // The page leaves open what an issue for evidence means that names others.
  const nameless = draft.unmapped.filter(({ ref }) => {
    const members = model.groups.find((group) => group.ref === ref)?.members ?? [];
    return members.every((index) => model.known[index] === undefined);
  });
  const refs = [...new Set(nameless.map(({ ref }) => ref))];
  const assign = refs
    .filter((_, index) => chosen(index) === 1)
    .map((ref, index) => ({ ref, issueKey: ISSUES[index % 3]?.key ?? "" }));
  const leaveOut = refs.filter((_, index) => chosen(index) === 2);
  if (assign.length + leaveOut.length === 0) return [];
  const after = { ...input, assign, leaveOut };
  return differences(makeDraft(after, logged), modelOf(after, logged), after).map(
    (text) => `with ${JSON.stringify({ assign, leaveOut })}: ${text}`,
  );
}
