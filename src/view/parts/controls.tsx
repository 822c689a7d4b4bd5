import type { ComponentChildren, ComponentProps, Ref } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onEscape, useEnv, useFocus, useId } from "../hooks.ts";
import { isIssueKey } from "../model/days.ts";

interface ButtonProps extends Omit<ComponentProps<"button">, "onClick"> {
  /** While it is off, it keeps its place and the focus, and a press does nothing. */
  isOff?: boolean | undefined;
  onClick(): void;
}

/** A button that is not a form's: hosts may forbid forms, and Enter in a field must do nothing. */
export function Button({ isOff, onClick, ...others }: ButtonProps) {
  return <button type="button" aria-disabled={isOff} onClick={() => isOff || onClick()} {...others} />;
}

interface ToggleProps extends Omit<ButtonProps, "onClick"> {
  isOpen: boolean;
  set(isOpen: boolean): void;
}

/** A button that shows more, or less again. */
export function Toggle({ isOpen, set, ...others }: ToggleProps) {
  return <Button aria-expanded={isOpen} onClick={() => set(!isOpen)} {...others} />;
}

interface PanelProps {
  id: string;
  class?: string;
  title: ComponentChildren;
  takesFocus?: boolean;
  close(): void;
  children: ComponentChildren;
}

/** A part that Escape closes. Its heading takes the focus. */
export function Panel({ id, class: name = "panel", title, takesFocus, close, children }: PanelProps) {
  const heading = useFocus<HTMLHeadingElement>(takesFocus);
  return (
    <section id={id} class={name} aria-labelledby={`${id}-title`} onKeyDown={onEscape(close)}>
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A sign before a text that says the same; nothing if it is empty. */
export function Sign({ children }: { children: string }) {
  return children === "" ? null : (
    <span class="sign" aria-hidden="true">
      {children}
      {"\u00a0"}
    </span>
  );
}

/** A line of buttons. */
export function Actions({ children }: { children: ComponentChildren }) {
  return <p class="actions">{children}</p>;
}

/** A text for screen readers. */
export function Hidden({ children }: { children: ComponentChildren }) {
  return <span class="hidden">{children}</span>;
}

interface HeadProps {
  columns: readonly ComponentChildren[];
  isHidden?: boolean;
}

/** The head of a table. Hours end at the right. */
export function Head({ columns, isHidden }: HeadProps) {
  return (
    <thead class={isHidden ? "hidden" : ""}>
      <tr>
        {columns.map((column, index) => (
          <th key={index} scope="col" class={column === "Hours" ? "number" : ""}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ActionButtonProps {
  kind: "primary" | "danger";
  isOff: boolean;
  act(): void;
  children: ComponentChildren;
}

/** A button that changes something in Tempo. */
export function ActionButton({ kind, isOff, act, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      class={kind}
      aria-disabled={isOff}
      onKeyDown={(event) => {
        // A key that is held down presses once.
        if (event.repeat) event.preventDefault();
      }}
      onClick={({ detail }) => {
        // The second click of a double click confirms nothing that the first has brought up.
        if (!isOff && detail < 2) act();
      }}
    >
      {children}
    </button>
  );
}

/** A part of a bar, from 0 to 1, and the class of its colour and pattern. */
export interface BarPart {
  share: number;
  mark?: string | undefined;
}

/** Shares of a whole, beside text that says the same. */
export function Bar({ parts }: { parts: readonly BarPart[] }) {
  return (
    <span aria-hidden="true" class="bar">
      {parts.map(({ share, mark }, index) => (
        <span key={index} class={mark} style={{ width: `${Math.round(share * 1000) / 10}%` }} />
      ))}
    </span>
  );
}

interface IssueNameProps {
  issueKey: string;
  summary?: string | undefined;
  /** The class of its colour and pattern. */
  mark?: string;
  isLink?: boolean | undefined;
}

/** The key of an issue and its summary. The key is a link where the host opens links to Jira. */
export function IssueName({ issueKey, summary, mark, isLink = true }: IssueNameProps) {
  const { openIssue } = useEnv();
  return (
    <>
      {mark && <span aria-hidden="true" class={`swatch ${mark}`} />}
      {isLink && openIssue && isIssueKey(issueKey) ? (
        <a
          class="key"
          href={openIssue.addressOf(issueKey)}
          onClick={(event) => {
            event.preventDefault();
            openIssue.open(issueKey);
          }}
        >
          {issueKey}
        </a>
      ) : (
        <span class="key">{issueKey}</span>
      )}{" "}
      <span class="summary">{summary}</span>
    </>
  );
}

/** Why something cannot be done; it is spoken when it appears. */
export function Alert({ id, children }: { id?: string; children: string }) {
  return (
    <span id={id} class="lacking text" role="alert">
      {children && <Sign>!</Sign>}
      {children}
    </span>
  );
}

interface FieldProps {
  label: ComponentChildren;
  value: string;
  change(value: string): void;
  /** Why the value cannot be taken; empty if it can. */
  problem?: string;
  /** Whether it takes several lines. */
  isLong?: boolean;
  list?: string;
  size?: number;
  placeholder?: string;
  onKeyDown?(event: KeyboardEvent): void;
  ref?: Ref<HTMLInputElement>;
}

/** A text field below its label, and what is wrong with it. */
export function Field({ label, value, change, problem = "", isLong, ...field }: FieldProps) {
  const { isBusy } = useEnv();
  const id = useId();
  const common = {
    id: `${id}-input`,
    value,
    autocomplete: "off",
    disabled: isBusy,
    ...(problem && { "aria-invalid": true, "aria-describedby": id }),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={`${id}-input`}>
        <span>{label}</span>
        {isLong ? <textarea rows={1} {...common} /> : <input type="text" {...common} {...field} />}
      </label>
      <Alert id={id}>{problem}</Alert>
    </div>
  );
}

interface CheckProps {
  label: string;
  /** The id of the text that says why the choice cannot be taken; undefined if it can. */
  problemId?: string | undefined;
  isChecked: boolean;
  /** Whether it is neither. */
  isMixed?: boolean;
  isDisabled?: boolean;
  change(isChecked: boolean): void;
}

/** A checkbox beside its label. */
export function Check({
  label,
  problemId,
  isChecked,
  isMixed = false,
  isDisabled = false,
  change,
}: CheckProps) {
  const { isBusy } = useEnv();
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        indeterminate={isMixed}
        disabled={isBusy || isDisabled}
        aria-invalid={problemId && !isDisabled ? true : undefined}
        aria-describedby={problemId}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** The id of the list of issues to choose from. */
export const ISSUES = "issues";

interface Issue {
  issueKey: string;
  issueSummary: string;
}

/** The issues to choose from in fields: those that are given, then those that the user recently logged time on. */
export function IssueList({ issues }: { issues: readonly Issue[] }) {
  const { tools, canRead } = useEnv();
  const [recent, setRecent] = useState<readonly Issue[]>([]);
  useEffect(() => {
    if (canRead) tools.recentIssues().then(setRecent);
  }, []);
  const summaries = new Map(
    [...issues, ...recent, ...issues].map(({ issueKey, issueSummary }) => [issueKey, issueSummary]),
  );
  return (
    <datalist id={ISSUES}>
      {[...summaries].map(([issueKey, issueSummary]) => (
        <option key={issueKey} value={issueKey}>
          {issueSummary}
        </option>
      ))}
    </datalist>
  );
}
