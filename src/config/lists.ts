/** "A", "A and B", "A, B and C". */
export function listed(names: readonly string[], conjunction = "and"): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} ${conjunction} ${names.at(-1)}`;
}
