import type { OptionName } from "./command-table.ts";
import { FORMATS, GROUPINGS } from "./export/choices.ts";
import { HOSTS } from "./setup/hosts.ts";

/** What an option takes, where that is a list. Apart from the options, since no start needs it. */
export const OPTION_VALUES: { [Name in OptionName]?: readonly { name: string; title: string }[] } = {
  host: HOSTS,
  format: FORMATS,
  by: GROUPINGS,
};
