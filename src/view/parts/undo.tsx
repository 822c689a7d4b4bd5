import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Env } from "../env.ts";
import { hoursInSeconds } from "../model/plan.ts";
import { onEscape, useFocus } from "../use-focus.ts";
import type { Undoing } from "../use-undo.ts";
import { worklogCount } from "../words.ts";
import { ActionButton } from "./action-button.tsx";
import { Button } from "./button.tsx";

interface Props {
  env: Env;
  undoing: Undoing;
  /** Whether anything is left to undo. */
  isLeft: boolean;
  /** Takes the focus once nothing is left, and the button is gone. */
  takeFocus(): void;
  /** Buttons beside it. */
  children?: ComponentChildren;
}

/** Undo, in a step of its own: it names what it will delete before it does. */
export function Undo({ env, undoing, isLeft, takeFocus, children }: Props) {
  const { isBusy, message, plan, gone } = undoing;
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  // The focus was in the question, which is gone.
  useEffect(() => {
    if (wasAsked.current && !plan) (opener.current ?? { focus: takeFocus }).focus();
    wasAsked.current = plan !== undefined;
  }, [plan]);
  return (
    <>
      {plan ? (
        <Question env={env} undoing={undoing} plan={plan}>
          {children}
        </Question>
      ) : (
        <p class="actions">
          {isLeft && (
            <Button ref={opener} aria-disabled={isBusy} onClick={() => isBusy || undoing.prepare()}>
              {isBusy ? "Reading what Tempo holds…" : "Undo…"}
            </Button>
          )}
          {children}
        </p>
      )}
      <p
        key="status"
        class={!isLeft && message === `${worklogCount(gone.size)} deleted.` ? "hidden" : "text"}
        role="status"
      >
        {message}
      </p>
    </>
  );
}

interface QuestionProps {
  env: Env;
  undoing: Undoing;
  plan: NonNullable<Undoing["plan"]>;
  children: ComponentChildren;
}

function Question({ env, undoing: { isBusy, confirm, cancel }, plan, children }: QuestionProps) {
  const heading = useFocus<HTMLHeadingElement>();
  const { deletable, changed } = plan;
  const number = deletable.length;
  return (
    <section aria-labelledby="undo-title" onKeyDown={onEscape(cancel)}>
      <h2 id="undo-title" ref={heading} tabIndex={-1}>
        Delete {worklogCount(number)} from Tempo?
      </h2>
      {changed.length > 0 && <p>{worklogCount(changed.length)} changed since and will stay.</p>}
      <p class="actions">
        <ActionButton kind="danger" isBusy={isBusy} act={confirm}>
          {isBusy
            ? `Deleting ${worklogCount(number)}…`
            : `Delete ${worklogCount(number)}, ${env.format.unit(hoursInSeconds(deletable))}`}
        </ActionButton>
        <Button aria-disabled={isBusy} onClick={cancel}>
          {number === 1 ? "Keep it" : "Keep them"}
        </Button>
        {children}
      </p>
    </section>
  );
}
