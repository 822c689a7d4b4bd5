import { constants, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Opens a pipe without a writer, which would block before its kind is known. Windows has no such flag, and no files that would need it. */
export const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

const WRITE_OF_OTHERS = 0o022;

/** Only the owner of a file may replace it in a folder with this mode. */
const STICKY = 0o1000;

/**
 * Says how a user other than this one and root may have written what is at a path, or put it there, and the command that ends that. It says
 * nothing on Windows, where profiles are their users' own.
 *
 * @param owner "any" if who names the path trusts its owner and folder: containers have secrets of other users
 * @throws an error of the file system
 */
export function exposureOf(
  path: string,
  owner?: "any",
): { why: string; command: string; target: string } | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  const isForeign = ({ uid }: { uid: number }) => owner !== "any" && uid !== 0 && uid !== user;
  const [file, folder] = [statSync(path), dirname(path)];
  const above = statSync(folder);
  if (isForeign(file) || isForeign(lstatSync(path)))
    return { why: "it belongs to another user", command: `chown ${user}`, target: path };
  if (file.mode & WRITE_OF_OTHERS)
    return { why: "other users can write to it", command: "chmod go-w", target: path };
  if (isForeign(above))
    return { why: "its folder belongs to another user", command: `chown ${user}`, target: folder };
  if (owner !== "any" && above.mode & WRITE_OF_OTHERS && !(above.mode & STICKY))
    return { why: "other users can write to its folder", command: "chmod go-w", target: folder };
  return undefined;
}
