import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Format } from "./format.ts";
import type { ServerTools } from "./server-tools.ts";

/** The host and the server. */
export interface Env {
  tools: ServerTools;
  /** Whether the host lets the view call them. */
  canRead: boolean;
  /** Whether the view may call one of these tools, and the server offers it. */
  can(...names: string[]): boolean;
  /** Today's date where the user is. */
  today: string;
  /** The time of day where the user is, such as 14:05. */
  timeOfDay(): string;
  format: Format;
  /** The pages of issues in Jira; undefined if Jira's address is not known, or the host opens no links. */
  openIssue: { addressOf(issueKey: string): string; open(issueKey: string): void } | undefined;
  /** Leaves a text with the assistant for its next turn, if the host takes one. */
  tellAssistant(text: string): void;
}

let shared: Env & OneAtATime;

/** Gives all parts of the page what they share. There is one page, so one host. */
export function share(env: Env & OneAtATime): void {
  shared = env;
}

/** Returns what the parts of the page share, with the queue that runs one write at a time in all of them. */
export function useEnv(): Env & OneAtATime {
  return shared;
}

/** The element takes the focus when it appears. It needs `tabIndex={-1}`. */
export function useFocus<Focused extends HTMLElement>(isWanted = true): RefObject<Focused | null> {
  const element = useRef<Focused | null>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, []);
  return element;
}

/** Keeps what is open. The element that had the focus before gets it again once that is closed. */
export function useOpened<What>(start?: What) {
  const [opened, setOpened] = useState(start);
  const opener = useRef<HTMLElement | null>(null);
  return {
    opened,
    open(what: What | undefined): void {
      opener.current = document.activeElement as HTMLElement | null;
      setOpened(what);
    },
    close(): void {
      setOpened(undefined);
      opener.current?.focus();
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

let ids = 0;

/** An id for an element, which no other has. */
export function useId(): string {
  return useState(() => {
    ids += 1;
    return `id-${ids}`;
  })[0];
}

/** The first field in error takes the focus, beside the control that has it. */
export function focusInvalid(): void {
  const around = document.activeElement?.closest("li, section") ?? document;
  around.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

/** Remembers that the user has tried: then it is said what a field lacks, and the field takes the focus. */
export function useTries() {
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0) focusInvalid();
  }, [failures]);
  return {
    hasFailed: failures > 0,
    fail: () => setFailures((number) => number + 1),
    forget: () => setFailures(0),
  };
}

type OneAtATime = ReturnType<typeof useOneAtATime>;

/** Runs one thing at a time: what is started meanwhile is ignored, so a press that is repeated does nothing. */
export function useOneAtATime() {
  // The state is for drawing, which comes too late to stop a second press.
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    run(work: () => Promise<void>): void {
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
