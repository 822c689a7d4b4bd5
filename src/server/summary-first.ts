export function summaryFirst<Reply extends object>(reply: Reply): Reply {
  const entries = Object.entries(reply);
  const firstList = entries.findIndex(([, value]) => Array.isArray(value));
  if (firstList < 0) return reply;
  const isSummary = ([key]: [string, unknown]) => key === "summary";
  const others = entries.filter((entry) => !isSummary(entry));
  const place = entries.slice(0, firstList).filter((entry) => !isSummary(entry)).length;
  return Object.fromEntries(others.toSpliced(place, 0, ...entries.filter(isSummary))) as Reply;
}
