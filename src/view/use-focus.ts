import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

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
