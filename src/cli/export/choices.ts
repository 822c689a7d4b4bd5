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

/** Excel's languages that completion offers; it can be any other language or country. */
export const SPREADSHEETS = [
  { name: "excel", title: "commas and decimal points, as in English" },
  { name: "excel-de", title: "semicolons and decimal commas, as in German" },
  { name: "excel-fr", title: "semicolons and decimal commas, as in French" },
  { name: "excel-nl", title: "semicolons and decimal commas, as in Dutch" },
  { name: "excel-at", title: "semicolons and decimal commas, as in Austria" },
  { name: "excel-ch", title: "semicolons and decimal points, as in Switzerland" },
] as const;
