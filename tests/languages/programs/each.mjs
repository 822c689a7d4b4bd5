// Runs a program for each line of the input, a shape and a reply, in one process: starting one takes longer than all of them.
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const program = pathToFileURL(join(process.cwd(), process.argv[2]));
const lines = (await text(process.stdin)).trimEnd().split("\n");
const write = process.stdout.write.bind(process.stdout);
for (const [index, line] of lines.entries()) {
  const end = line.indexOf("\t");
  process.argv[2] = line.slice(0, end);
  Object.defineProperty(process, "stdin", {
    value: Readable.from([line.slice(end + 1)]),
    configurable: true,
  });
  let written = "";
  process.stdout.write = (part) => {
    written += part;
    return true;
  };
  try {
    await import(`${program}?${index}`);
    write(`reply\t${written}\n`);
  } catch (error) {
    write(`refused\t${String(error).replaceAll(/\s+/g, " ")}\n`);
  }
}
