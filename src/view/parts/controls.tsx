import type { ComponentChildren, ComponentProps } from "preact";
import { useState } from "preact/hooks";
import type { Env } from "../env.ts";
import { onEnter } from "../hooks.ts";
import { isIssueKey } from "../model/days.ts";

/** A button that is not a form's: hosts may forbid forms, and Enter in a field must do nothing. */
export function Button(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
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
  /** While it is busy, it keeps its place and the focus, and a press does nothing. */
  isBusy: boolean;
  act(): void;
  children: ComponentChildren;
}

/** A button that changes something in Tempo. */
export function ActionButton({ kind, isBusy, act, children }: ActionButtonProps) {
  return (
    <Button
      class={kind}
      aria-disabled={isBusy}
      onKeyDown={(event) => {
        // A key that is held down presses once.
        if (event.repeat) event.preventDefault();
      }}
      onClick={({ detail }) => {
        // The second click of a double click confirms nothing that the first has brought up.
        if (!isBusy && detail < 2) act();
      }}
    >
      {children}
    </Button>
  );
}

/** A part of a bar, from 0 to 1, and the class of its colour and pattern. */
export interface BarPart {
  share: number;
  mark?: string;
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
  env: Env;
  issueKey: string;
  summary?: string | undefined;
  /** The class of its colour and pattern. */
  mark?: string;
}

/** The key of an issue and its summary. The key is a link where the host opens links to Jira. */
export function IssueName({ env: { openIssue }, issueKey, summary, mark }: IssueNameProps) {
  return (
    <>
      {mark && <span aria-hidden="true" class={`swatch ${mark}`} />}
      {openIssue && isIssueKey(issueKey) ? (
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

/** The id of the list of issues to choose from. */
export const ISSUES = "issues";

interface IssueFieldProps {
  /** The evidence or worklog that the issue is for, for screen readers. */
  name: string;
  isBusy: boolean;
  assign(issueKey: string): void;
}

/** A field for the key of an issue, and the button that takes it. */
export function IssueField({ name, isBusy, assign }: IssueFieldProps) {
  const [issueKey, setIssueKey] = useState("");
  const key = issueKey.trim();
  function take(): void {
    if (key !== "" && !isBusy) assign(key);
  }
  return (
    <>
      <label>
        Issue<Hidden> for {name}</Hidden>{" "}
        <input
          list={ISSUES}
          size={12}
          value={issueKey}
          autocomplete="off"
          onInput={({ currentTarget }) => setIssueKey(currentTarget.value)}
          onKeyDown={onEnter(take)}
        />
      </label>
      <Button aria-disabled={key === "" || isBusy} onClick={take}>
        Assign<Hidden> {name}</Hidden>
      </Button>
    </>
  );
}
