import type { ServerContext } from "./context.ts";

/** Values of an argument, by its name, that start with what is typed so far; none for an argument that has none to offer. */
export type Completer = (name: string, typed: string) => Promise<string[]>;

/** A completer whose workings are loaded when something is first to be completed. */
export function createCompleter(context: ServerContext): Completer {
  let loaded: Promise<Completer> | undefined;
  return async (name, typed) => {
    loaded ??= import("./on-demand.ts").then(({ openCompleter }) => openCompleter(context));
    return (await loaded)(name, typed);
  };
}
