import type { MonthlyResource, Resource } from "./resource.ts";

/** The resources in the order in which they are listed. */
export const resources: readonly Resource[] = [
  {
    name: "recent-issues",
    uri: "tempo://issues/recent",
    title: "Recent issues",
    description:
      "The issues that the user booked on in the last 30 days, with hours and number of entries, most hours first. " +
      "Use it to learn the issue keys in use.",
    load: async () => (await import("./readers.ts")).recentIssues,
  },
  {
    name: "responses-schema",
    uri: "tempo://contract/responses.schema.json",
    title: "Contract of the replies",
    description:
      "The JSON Schema of the tools' replies, byte for byte as the package ships it. Programs check replies with it.",
    load: async () => (await import("./readers.ts")).responsesSchema,
  },
];

/** The resources of a month, in the order in which they are listed. */
export const monthlyResources: readonly MonthlyResource[] = [
  {
    name: "schedule-summary",
    uriTemplate: "tempo://schedule/{month}/summary",
    title: "Schedule of a month in short",
    description:
      "Working days and required hours of a month (YYYY-MM), without its days: get_schedule's summary alone.",
    load: async () => (await import("./readers.ts")).scheduleSummary,
  },
  {
    name: "worklogs-summary",
    uriTemplate: "tempo://worklogs/{month}/summary",
    title: "Worklogs of a month in short",
    description:
      "Hours, entries and issues booked in a month (YYYY-MM), without the worklogs: get_worklogs' summary alone.",
    load: async () => (await import("./readers.ts")).worklogsSummary,
  },
];
