/**
 * A document with the text between its generated marks replaced.
 *
 * @param name of the marks, as in `<!-- generated:tools, by npm run generate -->`
 * @param command the npm script that writes it
 */
export function replaceGenerated(document: string, name: string, command: string, content: string): string {
  const startMark = `<!-- generated:${name}, by npm run ${command} -->`;
  const endMark = `<!-- /generated:${name} -->`;
  const start = document.indexOf(startMark);
  const end = document.indexOf(endMark);
  if (start < 0 || end < start)
    throw new Error(`the document must hold the marks ${startMark} and ${endMark}`);
  return `${document.slice(0, start)}${startMark}\n${content}\n${document.slice(end)}`;
}
