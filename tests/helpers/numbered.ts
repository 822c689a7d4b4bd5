const ID_PATTERN = /\b1290\d{3}\b/g;

/**
 * Worklogs numbered as they are named first, and sorted: their ids follow the order of requests, and Data Center takes one worklog of an
 * issue at a time.
 */
export function numbered<Value>(value: Value): Value {
  const ids: string[] = [];
  const text = JSON.stringify(value).replaceAll(ID_PATTERN, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `worklog ${ids.indexOf(id) + 1}`;
  });
  return JSON.parse(text, (_, it) =>
    Array.isArray(it) && it.every((item) => /"worklog \d+"/.test(JSON.stringify(item)))
      ? it.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : it,
  );
}
