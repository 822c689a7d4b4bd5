import { beforeAll, describe, expect, test } from "vitest";
import { type Api, findRoute } from "../../src/sandbox/routes.ts";
import {
  type Described,
  type Description,
  deviations,
  officialDescription,
  requiredKeys,
  sliceDescriptions,
  without,
} from "../helpers/described.ts";
import { CALLED_SEED, CALLS, send } from "../helpers/every-operation.ts";

interface Answer {
  operation: string;
  schema: Described;
  body: unknown;
  /** The fields of issues that were asked for, sorted. */
  asked: string[];
}

let official: Description;
let slices: Map<string, Description>;
let answers: Answer[];

/** Tempo Cloud's own description, where there is one; the slice of the others, whose documents require no key or are wrong. */
function descriptionOf(api: Api): Description {
  return api === "tempo" ? official : (slices.get(api) ?? new Map());
}

beforeAll(async () => {
  official = await officialDescription();
  slices = await sliceDescriptions();
  answers = [];
  for (const [method, path, status, sent] of CALLS) {
    const route = findRoute(method, new URL(path, "https://sandbox.invalid"));
    if ("otherMethods" in route) throw new Error(`${path} is not in a slice`);
    const operation = `${method} ${route.path.replaceAll(/\{\w+\}/g, "{}")}`;
    const schema = descriptionOf(route.api).get(operation)?.answer;
    const { body } = await send(CALLED_SEED, method, path, sent);
    const { fields = String(route.parameters.fields).split(",") } = (sent ?? {}) as { fields?: string[] };
    const asked = fields.toSorted();
    if (status === 200) answers.push({ operation, schema: schema ?? { not: {} }, body, asked });
  }
});

describe("the slice of Tempo Cloud", () => {
  test("has the parameters, types and required keys of Tempo's own description", () => {
    const found = [...(slices.get("tempo") ?? [])].flatMap(([operation, parts]) => {
      const documented = official.get(operation);
      if (!documented) return [`${operation} is not documented`];
      return (["query", "body", "answer"] as const).flatMap((part) =>
        differences(`${operation} ${part}`, parts[part], documented[part]),
      );
    });
    // Seen in clients.
    expect(found).toEqual(["GET /4/account-links/project/{} answer.results[].account.id is not documented"]);
  });
});

test("updatedFrom, which combines with no other parameter, is in no slice", () => {
  expect(JSON.stringify([...slices].map(([api, parts]) => [api, ...parts]))).not.toContain("updatedFrom");
});

describe("the embedded Tempo", () => {
  test("answers with all that the descriptions require, and nothing else", () => {
    expect(answers.map(({ operation, schema, body }) => [operation, deviations(schema, body)])).toEqual(
      answers.map(({ operation }) => [operation, []]),
    );
  });

  test("answers no list empty whose elements have required keys", () => {
    const answered = new Set(
      answers.flatMap(({ operation, schema, body }) =>
        requiredKeys(schema, { it: body }).map(({ place }) => operation + place),
      ),
    );
    const required = answers.flatMap(({ operation, schema }) =>
      requiredKeys(schema).flatMap(({ place, isCertain }) => (isCertain ? [operation + place] : [])),
    );
    expect([...new Set(required)].filter((place) => !answered.has(place))).toEqual([]);
  });

  test("answers with every field of an issue that is asked for", () => {
    const issues = answers.flatMap(({ asked, body }) => {
      const found = body as { issues?: { fields: object }[]; fields?: object };
      const fields = found.fields ? [found.fields] : (found.issues ?? []).map((issue) => issue.fields);
      return fields.map((it) => ({ asked, answered: Object.keys(it).toSorted() }));
    });
    expect(issues.length).toBe(6);
    expect(issues).toEqual(issues.map(({ asked }) => ({ asked, answered: asked })));
  });

  test("would be noticed if it left out any of them", () => {
    const mutants = answers.flatMap((answer) =>
      requiredKeys(answer.schema, { it: answer.body }).map((key) => ({ ...answer, key })),
    );
    expect(mutants.length).toBeGreaterThan(300);
    const unnoticed = mutants.filter(
      ({ schema, body, key }) => deviations(schema, without(body, key)).length === 0,
    );
    expect(unnoticed.map(({ operation, key }) => operation + key.place)).toEqual([]);
  });
});

/** The places in which a slice says something else than a description. A slice may leave out what is optional. */
function differences(
  path: string,
  slice: Described | undefined,
  documented: Described | undefined,
): string[] {
  if (!slice) return (documented?.required ?? []).map((key) => `${path}.${key} is missing`);
  if (!documented) return [`${path} is not documented`];
  const { properties = {}, required = [], items, type } = slice;
  const wanted = documented.required ?? [];
  return [
    ...(documented.type !== undefined && type !== documented.type
      ? [`${path} is no ${documented.type}`]
      : []),
    ...required.filter((key) => !wanted.includes(key)).map((key) => `${path}.${key} is not required`),
    ...wanted.filter((key) => !required.includes(key)).map((key) => `${path}.${key} is required`),
    ...Object.entries(properties).flatMap(([key, property]) =>
      documented.properties ? differences(`${path}.${key}`, property, documented.properties[key]) : [],
    ),
    ...(items && documented.items ? differences(`${path}[]`, items, documented.items) : []),
  ];
}
