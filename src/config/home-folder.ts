import { homedir } from "node:os";

/** A user that the system does not know, as in a container, has no home unless HOME names one: then it is the root folder. */
export function homeFolder(read: () => string = homedir): string {
  try {
    return read();
  } catch {
    return "/";
  }
}
