import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../helpers/root.ts";

const FOLDERS = ["contract", "server", "state", "tempo", "text", "timesheet"];

/** Loads what calls load when they first need it: loading takes real time, during which virtual time would pass. */
export async function warmUp(): Promise<void> {
  for (const folder of FOLDERS) {
    const path = join(ROOT, "src", folder);
    const names = await readdir(path, { recursive: true });
    for (const name of names.filter((it) => it.endsWith(".ts")))
      await import(/* @vite-ignore */ join(path, name));
  }
}
