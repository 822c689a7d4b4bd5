/** When a worklog was created, in milliseconds; without a zone as if it were UTC. Empty if Tempo does not say it. */
export function createdAtOf(text: string | undefined): { createdAt?: number } {
  if (typeof text !== "string") return {};
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const createdAt = Date.parse(hasZone ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(createdAt) ? {} : { createdAt };
}
