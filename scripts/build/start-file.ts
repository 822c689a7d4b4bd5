import type { OutputOptions } from "rolldown";

/**
 * Keeps what a module imports at its start, and what those import, in one file with it, whatever files loaded later share of it.
 * Left alone, the bundler would split off some of that as common files, and a start would read them all.
 */
export function inOneFile(name: string, entry: string): NonNullable<OutputOptions["codeSplitting"]> {
  let imported: ReadonlySet<string> | undefined;
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: name,
        name(id, context) {
          imported ??= importedFrom(entry, (module) => context.getModuleInfo(module)?.importedIds ?? []);
          return imported.has(id) ? name : null;
        },
      },
    ],
  };
}

function importedFrom(entry: string, importsOf: (module: string) => readonly string[]): Set<string> {
  const found = new Set([entry]);
  for (const module of found) for (const imported of importsOf(module)) found.add(imported);
  return found;
}
