import { promises as fs } from "node:fs";
import { join, relative } from "node:path";

/** Types of file systems that another machine or a program serves, and those that are mounted once a program looks at them. */
const NETWORK = /^(?:nfs4?|cifs|smb3|smbfs|9p|afs|ceph|lustre|davfs|autofs|fuse\..+)$/;

/**
 * The places below a folder where Linux has mounted a drive of another machine, read without asking one: it may never answer. Other systems mount such drives elsewhere, macOS
 * below /Volumes and Windows as letters.
 */
export async function networkMounts(folder: string): Promise<Set<string>> {
  const [text, real] = await Promise.all([
    fs.readFile("/proc/self/mountinfo", "utf8").catch(() => ""),
    fs.realpath(folder).catch(() => folder),
  ]);
  return new Set(mountsIn(text).map((place) => join(folder, relative(real, place))));
}

/** @param mountinfo the text of /proc/self/mountinfo */
export function mountsIn(mountinfo: string): string[] {
  return mountinfo.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [type = ""] = after.split(" ");
    const place = before.split(" ")[4];
    return place !== undefined && NETWORK.test(type) ? [unescaped(place)] : [];
  });
}

/** The kernel writes spaces and backslashes as octal numbers. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
