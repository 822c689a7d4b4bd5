/** A reply with its `summary` ahead of its lists, and otherwise as it is. One without either stays as it is. */
export function summaryFirst<Reply extends object>(reply: Reply): Reply {
  const entries = Object.entries(reply);
  const firstList = entries.findIndex(([, value]) => Array.isArray(value));
  const summary = entries.filter(([key]) => key === "summary");
  const before = entries.slice(0, firstList).filter(([key]) => key !== "summary");
  const after = entries.slice(firstList).filter(([key]) => key !== "summary");
  return firstList < 0 ? reply : (Object.fromEntries([...before, ...summary, ...after]) as Reply);
}
