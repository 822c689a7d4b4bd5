import { buildIfChanged } from "../../scripts/build/if-changed.ts";

/** Builds the command before the tests if that is needed, so that they run the current code. */
export default buildIfChanged;
