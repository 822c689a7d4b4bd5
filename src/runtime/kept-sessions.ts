import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../config/settings.ts";
import { ASSISTANTS, type Assistant } from "../evidence/sessions/assistants.ts";

/** A coding assistant that keeps transcripts of its sessions on this machine. */
interface KeptSessions {
  /** Its name in the setting. */
  name: Assistant;
  title: string;
  /** The folder of its transcripts. */
  folder: string;
}

/** The coding assistants whose transcripts drafts could read. Looks at their folders alone. */
export async function keptSessions({
  assistantFolders,
}: Pick<Settings, "assistantFolders">): Promise<KeptSessions[]> {
  const known = (Object.keys(ASSISTANTS) as Assistant[]).map((name) => {
    const { title, folder } = ASSISTANTS[name];
    return { name, title, folder: join(assistantFolders[name], folder) };
  });
  const isThere = await Promise.all(
    known.map(({ folder }) =>
      stat(folder).then(
        (status) => status.isDirectory(),
        () => false,
      ),
    ),
  );
  return known.filter((_, index) => isThere[index]);
}
