import type { ComponentProps } from "preact";

/** A button that is not a form's: hosts may forbid forms, and Enter in a field must do nothing. */
export function Button(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
}
