import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";

interface Props {
  kind: "primary" | "danger";
  /** While it is busy, it keeps its place and the focus, and a press does nothing. */
  isBusy: boolean;
  act(): void;
  children: ComponentChildren;
}

/** A button that changes something in Tempo. */
export function ActionButton({ kind, isBusy, act, children }: Props) {
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
