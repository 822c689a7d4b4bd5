export const FORMATS = [
  { name: "csv", title: "for a spreadsheet" },
  { name: "json", title: "for programs" },
  { name: "ics", title: "for a calendar" },
] as const;

export type Format = (typeof FORMATS)[number]["name"];

export const GROUPINGS = [
  { name: "issue", title: "totals of each issue" },
  { name: "project", title: "totals of each project" },
  { name: "account", title: "totals of each account" },
  { name: "day", title: "totals of each day" },
  { name: "week", title: "totals of each week" },
] as const;

export type Grouping = (typeof GROUPINGS)[number]["name"];
