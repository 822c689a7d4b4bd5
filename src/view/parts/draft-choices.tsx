import type { Choices } from "../model/draft.ts";
import { Button } from "./button.tsx";

interface Props {
  choices: Choices;
  nameOf(ref: string): string;
  isBusy: boolean;
  /** Undefined if the view can change nothing. */
  undo: ((ref: string) => void) | undefined;
}

/** The choices of the user for evidence, each with its undo. */
export function DraftChoices({ choices: { assign = [], leaveOut = [] }, nameOf, isBusy, undo }: Props) {
  const rows = [
    ...assign.map(({ ref, issueKey }) => ({ ref, text: `${nameOf(ref)}: ${issueKey}` })),
    ...leaveOut.map((ref) => ({ ref, text: `${nameOf(ref)}: left out` })),
  ];
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Your choices</h2>
      <ul class="plain-list">
        {rows.map(({ ref, text }) => (
          <li key={ref} class="actions">
            <span class="text">{text}</span>
            {undo && (
              <Button aria-disabled={isBusy} onClick={() => undo(ref)}>
                Undo<span class="hidden"> {text}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
