import type { AnyDefinition } from "@/lib/records/kinds/define";
import { findFilterChoices } from "@/lib/server/records/filter-choices";
import { readListQuery } from "@/lib/server/records/find-records";
import { routes } from "../../http";
import { entryIdShape } from "@/lib/records/fields/field";
import { exactObject, listOf, pascalCase } from "../../json-schema";
import { kindParameters } from "../../list-parameters";
import { kindWords } from "../../tags";
import { route } from "../../route";

const option = exactObject(
  {
    id: { ...entryIdShape, description: "What the filter takes" },
    label: { type: "string" },
    inactive: { const: true, description: "No form offers it any more" },
  },
  ["inactive"],
);

/** `GET /api/<kind>/filter_choices`: what the filters on fields of a kind's list offer, and what they name already. */
export const filterChoiceRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}/filter_choices`,
      id: `list${pascalCase(definition.apiPath)}FilterChoices`,
      tag: definition.name,
      summary: `List what filters on ${kindWords(definition.name).many} offer`,
      description:
        "By field the entries that `in` takes, and those records that the given `any` name; records are too many to be " +
        "offered: the typeahead finds them. In the language of the request.",
      access: ["read", definition.name],
      parameters: kindParameters(definition).filter(({ name }) => name.startsWith("where[")),
      answers: {
        success: {
          description: "Entries and records by the names of the fields",
          schema: { type: "object", additionalProperties: listOf(option) },
        },
        refusals: ["validation_failed"],
      },
      async handle({ url, context }) {
        return findFilterChoices(context, definition, await readListQuery(context, definition, url.searchParams), true);
      },
    }),
  });
