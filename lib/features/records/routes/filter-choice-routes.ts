import { filterChoices } from "@/lib/model/answers/search-answers";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { findFilterChoices } from "@/lib/store/search/filter-choices";
import { readListQuery } from "@/lib/store/records/find-records";
import { routes } from "@/lib/http/request-handler";
import { pascalCase } from "@/lib/http/openapi/json-schema";
import { kindParameters } from "@/lib/http/openapi/list-parameters";
import { kindWords } from "@/lib/http/openapi/tags";
import { route } from "@/lib/http/route";

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
