import { useState } from "preact/hooks";
import { onEnter } from "../use-focus.ts";
import { Button } from "./button.tsx";

/** The id of the list of issues to choose from. */
export const ISSUES = "issues";

interface Props {
  /** The evidence or worklog that the issue is for, for screen readers. */
  name: string;
  isBusy: boolean;
  assign(issueKey: string): void;
}

/** A field for the key of an issue, and the button that takes it. */
export function IssueField({ name, isBusy, assign }: Props) {
  const [issueKey, setIssueKey] = useState("");
  const key = issueKey.trim();
  function take(): void {
    if (key !== "" && !isBusy) assign(key);
  }
  return (
    <>
      <label>
        Issue<span class="hidden"> for {name}</span>{" "}
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
        Assign<span class="hidden"> {name}</span>
      </Button>
    </>
  );
}
