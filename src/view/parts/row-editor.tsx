import { useState } from "preact/hooks";
import type { Env } from "../env.ts";
import { type PlannedRow, readRow, type TypedRow } from "../model/plan.ts";
import { onEnter, onEscape, useFocus } from "../use-focus.ts";
import { whyRefused } from "../words.ts";
import { Button } from "./button.tsx";
import { ISSUES } from "./issue-field.tsx";

interface Props {
  env: Env;
  row: PlannedRow;
  /** The row, for screen readers. */
  name: string;
  /** The seconds that are missing on the date beside its other rows. */
  free: number;
  isFixed: boolean;
  apply(row: PlannedRow): void;
  leaveOut(): void;
  close(): void;
}

/** The fields of one row of a plan. */
export function RowEditor({ env: { format }, row, name, free, isFixed, apply, leaveOut, close }: Props) {
  const hours = format.hours(row.seconds);
  const [typed, setTyped] = useState<TypedRow>({ issueKey: row.issueKey, hours, description: row.comment });
  const [problem, setProblem] = useState("");
  const first = useFocus<HTMLInputElement>();

  const field = (name: keyof TypedRow) => ({
    value: typed[name],
    disabled: isFixed,
    autocomplete: "off" as const,
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: value }),
  });

  function take(): void {
    if (isFixed) return;
    const next = readRow(typed, free);
    if ("lacks" in next) setProblem(whyRefused(next, free, format));
    // Two decimals may stand for other seconds.
    else apply(typed.hours === hours ? { ...next, seconds: row.seconds } : next);
  }

  return (
    <section class="editor" aria-label={`Change ${name}`} onKeyDown={onEscape(close)}>
      <p class="fields">
        <label>
          <span>Issue</span>
          <input ref={first} list={ISSUES} {...field("issueKey")} onKeyDown={onEnter(take)} />
        </label>
        <label>
          <span>Hours</span>
          <input {...field("hours")} onKeyDown={onEnter(take)} />
        </label>
        <label>
          <span>Comment</span>
          <textarea rows={1} {...field("description")} />
        </label>
      </p>
      <p role="alert">{problem}</p>
      <p class="actions">
        <Button aria-disabled={isFixed} onClick={take}>
          Apply
        </Button>
        <Button aria-disabled={isFixed} onClick={() => isFixed || leaveOut()}>
          Leave out
        </Button>
      </p>
    </section>
  );
}
