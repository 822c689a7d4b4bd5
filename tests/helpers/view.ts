import { buildView } from "../../scripts/build/view.ts";
import { ROOT } from "./root.ts";

let built: Promise<string> | undefined;

/** The view's HTML as the package has it, built when a test first asks for it. */
export function builtView(): Promise<string> {
  built ??= buildView(ROOT).then(({ html }) => html);
  return built;
}
