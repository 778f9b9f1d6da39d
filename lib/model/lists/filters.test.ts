import { describe, expect, it } from "vitest";
import { parseKindQuery } from "./kind-query";
import { filterFieldsOf, offeredFilterFields } from "./filters";
import { listSearchParams } from "./list-query";
import { managedFields } from "../kinds/define";
import { allDefinitions, definitionOf } from "../kinds/registry";

const project = definitionOf("project");
const parse = (text: string, definition = project) => parseKindQuery(definition, new URLSearchParams(text));

describe("field filters of a list query", () => {
  it("field filters are parsed by the operators of each field type", () => {
    const text =
      "where[status][in]=1,2,1&where[einrichtungen][in]=-1,0&where[projektbeginn][from]=2024-01-01" +
      "&where[projektbeginn][to]=2024-12-31&where[projektende][empty]=true&where[kommentare][contains]= Müller %20" +
      "&where[foerderer][empty]=false&where[institutionen][any]=3&where[themenfelder][empty]=true&where[changed][to]=2024-02-29";
    expect(parse(text)).toMatchObject({
      errors: {},
      query: {
        where: [
          { field: "status", operator: "in", value: [1, 2] },
          { field: "einrichtungen", operator: "in", value: [-1, 0] },
          { field: "projektbeginn", operator: "from", value: "2024-01-01" },
          { field: "projektbeginn", operator: "to", value: "2024-12-31" },
          { field: "projektende", operator: "empty", value: true },
          { field: "kommentare", operator: "contains", value: "Müller" },
          { field: "foerderer", operator: "empty", value: false },
          { field: "institutionen", operator: "any", value: [3] },
          { field: "themenfelder", operator: "empty", value: true },
          { field: "changed", operator: "to", value: "2024-02-29" },
        ],
      },
    });
  });

  it("field filters accept ids in repeated parameters, and ignore empty parameters", () => {
    expect(parse("where[status][in]=1&where[status][in]=2,3").query.where).toEqual([
      { field: "status", operator: "in", value: [1, 2, 3] },
    ]);
    const emptyParameters = parse(
      "where[status][in]=&where[personen][any]=&where[kommentare][contains]=%20&where=x&wherever=1",
    );
    expect(emptyParameters).toMatchObject({ errors: {}, query: { where: [] } });
  });

  it.each([
    ["where[nix][in]=1", "unknown"],
    ["where[constructor][in]=1", "unknown"],
    ["where[status][from]=2024-01-01", "unknown"],
    ["where[status][toString]=1", "unknown"],
    ["where[projektbeginn][in]=1", "unknown"],
    ["where[created][empty]=true", "unknown"],
    ["where[einrichtungen][empty]=true", "unknown"],
    ["where[status]=1", "unknown"],
    ["where[=1", "unknown"],
    ["where[status][in][]=1", "unknown"],
    ["where[status][in]=x", "type"],
    ["where[status][in]=1,,2", "type"],
    ["where[status][in]=-2", "type"],
    ["where[status][in]=2147483648", "type"],
    ["where[personen][any]=-1", "type"],
    ["where[personen][any]=0", "type"],
    ["where[projektbeginn][from]=2024-02-30", "date"],
    ["where[projektbeginn][from]=01.01.2024", "date"],
    ["where[projektbeginn][to]=", "date"],
    ["where[projektende][empty]=", "type"],
    ["where[projektende][empty]=TRUE", "type"],
    [`where[kommentare][contains]=${"x".repeat(201)}`, "max"],
    ["where[kommentare][contains]=a%00", "type"],
  ])("parseFilters reports the error of %s under the parameter's full name", (text, code) => {
    const { errors, query } = parse(text);
    expect(errors).toEqual({ [text.split("=")[0] ?? ""]: [code] });
    expect(query.where).toEqual([]);
  });

  it("field filters refuse a repeated parameter that takes a single value", () => {
    for (const name of ["where[kommentare][contains]", "where[projektende][from]", "where[projektende][empty]"]) {
      expect(parse(`${name}=true&${name}=true`).errors, name).toEqual({ [name]: ["type"] });
    }
  });

  it("field filters survive a round trip through the URL", () => {
    const { query } = parse(
      "filter=a&topics=1&where[status][in]=2,1&where[kommentare][contains]=50%25+%26&where[changed][from]=2024-01-01",
    );
    expect(query.where).toHaveLength(3);
    expect(parse(listSearchParams(project, query).toString()).query).toEqual(query);
  });

  it("field filters accept words for values that are no ids, and return to the same words in the URL", () => {
    const text = "where[institutionen.zustand][in]=former,current&where[institutionen.hauptkontakt][in]=true";
    const { query } = parse(text);
    expect(query.where).toEqual([
      { field: "institutionen.zustand", operator: "in", value: [1, 0], tokens: ["current", "former", "future"] },
      { field: "institutionen.hauptkontakt", operator: "in", value: [1], tokens: ["false", "true"] },
    ]);
    expect(decodeURIComponent(String(listSearchParams(project, query)))).toBe(text);
  });

  it("a kind offers one filter for each field, fact and link list, and for the times of creation and last change", () => {
    for (const definition of allDefinitions) {
      const names = offeredFilterFields(definition).map(({ name }) => name);
      expect(new Set(names).size, definition.name).toBe(names.length);
      const lists = definition.tabs.map(({ list }) => list);
      const shown = definition.form.flatMap((group) => group.fields);
      const facts = (definition.derived?.facts ?? []).map(({ name }) => name);
      const derived = (definition.derivedLists ?? []).map(({ name }) => name);
      expect(new Set(names), definition.name).toEqual(
        new Set([...shown, ...facts, ...derived, ...lists, ...managedFields(definition), "created", "changed"]),
      );
      // A field named "created" or "changed" would conflict with the timestamps.
      expect(filterFieldsOf(definition).filter(({ name }) => name === "created" || name === "changed")).toHaveLength(2);
    }
  });
});
