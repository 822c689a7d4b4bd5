import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Env } from "./env.ts";

/** The element takes the focus when it appears. It needs `tabIndex={-1}`. */
export function useFocus<Focused extends HTMLElement>(isWanted = true): RefObject<Focused | null> {
  const element = useRef<Focused | null>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, []);
  return element;
}

/** Remembers what had the focus when something was opened, to give it back when that is closed. */
export function useOpener(): { remember(): void; restore(): void } {
  const opener = useRef<Element | null>(null);
  return {
    remember() {
      opener.current = document.activeElement;
    },
    restore() {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
  };
}

/** A key handler that calls `close` on Escape. */
export function onEscape(close: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
}

/** A key handler that calls `act` on Enter. The key presses nothing that gets the focus by it. */
export function onEnter(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    act();
  };
}

export interface OneAtATime {
  isBusy: boolean;
  run(work: () => Promise<void>): void;
}

/** Runs one thing at a time: what is started meanwhile is ignored, so a press that is repeated does nothing. */
export function useOneAtATime(): OneAtATime {
  // The state is for drawing, which comes too late to stop a second press.
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    run(work) {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      work().finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
    },
  };
}

export interface Issue {
  issueKey: string;
  issueSummary: string;
}

/** The issues that are given, then those that the user recently logged time on. Each occurs once. */
export function useIssues({ tools }: Env, issues: readonly Issue[]): Issue[] {
  const [recent, setRecent] = useState<readonly Issue[]>([]);
  useEffect(() => {
    tools?.recentIssues().then(setRecent);
  }, []);
  const byKey = new Map([...recent, ...issues].map((issue) => [issue.issueKey, issue]));
  return [...new Set([...issues, ...recent].map(({ issueKey }) => issueKey))].flatMap(
    (key) => byKey.get(key) ?? [],
  );
}
