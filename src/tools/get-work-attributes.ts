import { NotFoundError } from "../timesheet/errors.ts";
import { defineTool } from "./tool.ts";

/** The most values of an attribute that a reply shows. */
const MAX_VALUES = 100;

export const getWorkAttributes = defineTool({
  name: "get_work_attributes",
  set: "find",
  title: "Get work attributes",
  description:
    "List Tempo's work attributes: fields of worklogs, such as account or activity. Use it if a post lacks one. It does not set them: `attributes` of other tools does.",
  input: "GetWorkAttributesInput",
  reply: "GetWorkAttributesResponse",
  effect: "read",

  async handle({ issueKey }, context) {
    const { timesheet } = context;
    const issue =
      issueKey === undefined ? undefined : (await timesheet.findIssues([issueKey], context)).get(issueKey);
    if (issueKey !== undefined && !issue) {
      throw new NotFoundError(
        `Issue ${issueKey} does not exist in Jira, or you have no access to it. Check the key, or omit issueKey.`,
      );
    }
    const attributes = await timesheet.workAttributes(context, issue);
    return {
      attributes: attributes.map(({ key, name, type, required, values }) => ({
        key,
        name,
        type,
        required,
        ...(values.length > 0 && {
          values: values.slice(0, MAX_VALUES).map(({ value, name: shown }) => ({ value, name: shown })),
        }),
        ...(values.length > MAX_VALUES && { moreValues: values.length - MAX_VALUES }),
      })),
    };
  },
});
