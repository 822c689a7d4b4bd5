import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Env } from "../env.ts";
import { plannedSeconds } from "../model/plan.ts";
import type { Receipt } from "../model/receipt.ts";
import { onEscape, useFocus, useOpener } from "../use-focus.ts";
import type { OneAtATime } from "../use-one-at-a-time.ts";
import { useUndo } from "../use-undo.ts";
import { worklogCount } from "../words.ts";
import { ActionButton } from "./action-button.tsx";
import { Button } from "./button.tsx";
import { Rows } from "./rows.tsx";

interface Props {
  env: Env;
  work: OneAtATime;
  receipt: Receipt;
  changed: (() => void) | undefined;
  /** Buttons beside it. */
  children?: ComponentChildren;
}

/** Undo, in a step of its own: it names what it will delete before it does. */
export function Undo({ env, work, receipt, changed, children }: Props) {
  const undoing = useUndo(env, work, receipt, changed);
  const { isBusy, message, plan } = undoing;
  const opener = useOpener();
  // The focus was in the question, which is gone.
  useEffect(() => {
    if (!plan) opener.restore();
  }, [plan]);
  return (
    <>
      <p class="actions">
        <Button
          aria-disabled={isBusy || plan !== undefined}
          onClick={() => {
            opener.remember();
            if (!plan) undoing.prepare();
          }}
        >
          {isBusy && !plan ? "Reading what Tempo holds…" : "Undo…"}
        </Button>
        {children}
      </p>
      {plan && (
        <Confirmation
          env={env}
          plan={plan.deletable}
          changed={plan.changed.length}
          isBusy={isBusy}
          confirm={undoing.confirm}
          cancel={undoing.cancel}
        />
      )}
      <p class="text" role="status">
        {message}
      </p>
    </>
  );
}

interface ConfirmationProps {
  env: Env;
  plan: readonly { date: string; issueKey: string; hours: number; comment: string }[];
  changed: number;
  isBusy: boolean;
  confirm(): void;
  cancel(): void;
}

function Confirmation({ env, plan, changed, isBusy, confirm, cancel }: ConfirmationProps) {
  const heading = useFocus<HTMLHeadingElement>();
  return (
    <section class="panel" aria-labelledby="undo-title" onKeyDown={onEscape(cancel)}>
      <h2 id="undo-title" ref={heading} tabIndex={-1}>
        Delete {worklogCount(plan.length)} from Tempo?
      </h2>
      <Rows env={env} caption="Worklogs to be deleted" rows={plan} />
      {changed > 0 && <p>{worklogCount(changed)} changed since and will stay.</p>}
      <p class="actions">
        <ActionButton kind="danger" isBusy={isBusy} act={confirm}>
          {isBusy
            ? `Deleting ${worklogCount(plan.length)}…`
            : `Delete ${worklogCount(plan.length)}, ${env.format.unit(plannedSeconds(plan))}`}
        </ActionButton>
        <Button aria-disabled={isBusy} onClick={cancel}>
          {plan.length === 1 ? "Keep it" : "Keep them"}
        </Button>
      </p>
    </section>
  );
}
