import type { OutputOptions } from "rolldown";

/** Finds modules by their ids: those that a module imports at its start, or with `import()`. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/**
 * Keeps in one file what the entry imports at its start, and what those import, whatever files loaded later share of it; in another, the
 * commands with what they import, since help and completion read them all. Left alone, the bundler would split off some of that as common
 * files, and a start would read them all.
 *
 * @param first what runs before the entry, and shares files of its own with it
 * @param list the module that imports each command
 */
export function startFiles(
  first: string,
  entry: string,
  list: string,
): NonNullable<OutputOptions["codeSplitting"]> {
  return {
    includeDependenciesRecursively: false,
    groups: [
      { ...group("cache-folder", (modules) => modules.getModuleInfo(first)?.importedIds ?? []), priority: 1 },
      group("start", () => [entry]),
      group("commands", (modules) => modules.getModuleInfo(list)?.dynamicallyImportedIds ?? []),
    ],
  };
}

function group(debugName: string, entries: (modules: Modules) => readonly string[]) {
  let imported: ReadonlySet<string> | undefined;
  return {
    debugName,
    name(id: string, modules: Modules): string | null {
      imported ??= importedFrom(entries(modules), modules);
      return imported.has(id) ? debugName : null;
    },
  };
}

function importedFrom(entries: readonly string[], modules: Modules): Set<string> {
  const found = new Set(entries);
  for (const module of found)
    for (const imported of modules.getModuleInfo(module)?.importedIds ?? []) found.add(imported);
  return found;
}
