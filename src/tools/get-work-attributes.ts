import { defineTool } from "./tool.ts";

export const getWorkAttributes = defineTool({
  name: "get_work_attributes",
  set: "find",
  title: "Get work attributes",
  description:
    "List the work attributes of this Tempo: fields such as an account or an activity that it adds to worklogs. " +
    "Use it if a post was refused because an attribute is missing. It cannot set one: the settings do.",
  input: "GetWorkAttributesInput",
  reply: "GetWorkAttributesResponse",
  effect: "read",

  async handle(_, context) {
    const attributes = await context.timesheet.workAttributes(context);
    return {
      attributes: attributes.map(({ key, name, type, required, values }) => ({
        key,
        name,
        type,
        required,
        ...(values.length > 0 && {
          values: values.map(({ value, name: shown }) => ({ value, name: shown })),
        }),
      })),
    };
  },
});
