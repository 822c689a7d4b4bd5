import type { ComponentChildren } from "preact";

interface Props {
  kind: "primary" | "danger";
  /** While it is busy, it keeps its place and the focus, and a press does nothing. */
  isBusy: boolean;
  act(): void;
  children: ComponentChildren;
}

/** A button that changes something in Tempo. Not a form's: hosts may forbid forms, and Enter in a field must log nothing. */
export function ActionButton({ kind, isBusy, act, children }: Props) {
  return (
    <button
      type="button"
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
    </button>
  );
}
