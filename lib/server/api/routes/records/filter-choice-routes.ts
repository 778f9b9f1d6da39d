import { filterChoices } from "@/lib/answers/search-answers";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { findFilterChoices } from "@/lib/server/records/filter-choices";
import { readListQuery } from "@/lib/server/records/find-records";
import { routes } from "../../request-handler";
import { pascalCase } from "../../json-schema";
import { kindParameters } from "../../list-parameters";
import { kindWords } from "../../tags";
import { route } from "../../route";

export const filterChoiceRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}/filter_choices`,
      id: `list${pascalCase(definition.apiPath)}FilterChoices`,
      tag: definition.name,
      summary: `List the filter options for ${kindWords(definition.name).many}`,
      description:
        "Returns, by field, the entries that `in` accepts, and the records that the given `any` filters name. Other records " +
        "are not listed, because there may be too many; the typeahead finds them. Labels are in the language of the request.",
      access: ["read", definition.name],
      parameters: kindParameters(definition).filter(({ name }) => name.startsWith("where[")),
      answers: {
        success: { description: "Entries and records by field name", schema: filterChoices },
        refusals: ["validation_failed"],
      },
    }).handle(async ({ url, context }) => {
      return findFilterChoices(context, definition, await readListQuery(context, definition, url.searchParams), true);
    }),
  });
