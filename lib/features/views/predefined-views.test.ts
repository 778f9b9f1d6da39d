import { expect, it } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { chosenColumns } from "@/lib/model/lists/columns";
import { offeredFilterFields } from "@/lib/model/lists/filters";
import { isListParameter, parseAddressQuery, parseKindQuery } from "@/lib/model/lists/kind-query";
import { addressSearchParams } from "@/lib/model/lists/list-query";
import { withDays } from "@/lib/model/lists/relative-days";
import { frequentFilterFields, predefinedViews } from "./predefined-views";

const views = allDefinitions.flatMap((definition) =>
  predefinedViews(definition.name).map((view) => ({ ...view, definition, id: `${definition.name}.${view.name}` })),
);

it.each(views)("the predefined view $id has a name and can be parsed by its list", (view) => {
  const { name, query, columns, definition } = view;
  expect(chosenColumns(definition, columns)).toEqual(columns);
  const parameters = withDays(new URLSearchParams(query), "2026-11-22");
  expect(parseKindQuery(definition, parameters).errors).toEqual({});
  // The list's own links write the same query, so that the sidebar goes on marking the view.
  const address = parseAddressQuery(definition, new URLSearchParams(query), "2026-11-22");
  expect([...addressSearchParams(definition, address)].sort()).toEqual([...new URLSearchParams(query)].sort());
  for (const key of parameters.keys()) expect(isListParameter(definition, key), key).toBe(true);
  for (const words of [de, en]) expect(words.records[definition.name]).toHaveProperty(`views.${name}`);
});

it("the frequent fields of a filter are those of the columns and of predefined views", () => {
  expect(frequentFilterFields(definitionOf("project"))).toEqual(
    expect.arrayContaining(["projekt_titel", "status", "themenfelder", "projektende", "institutionen"]),
  );
  for (const definition of allDefinitions) {
    const known = offeredFilterFields(definition).map(({ name }) => name);
    expect(known.filter((name) => frequentFilterFields(definition).includes(name)).length).toBeGreaterThan(0);
  }
});
