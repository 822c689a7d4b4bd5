/** A comment without what Tempo may change in it: line ends, and space around it. */
export function plainComment(comment: string): string {
  return comment.replaceAll(/\r\n?/g, "\n").trim();
}
