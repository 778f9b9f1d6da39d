import { bulkResult } from "../bulk-answers";
import { BULK_MAX_RECORDS, BULK_QUERY_MAX_LENGTH } from "@/lib/model/limits";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { entryIdShape } from "@/lib/model/fields/field";
import { routes } from "@/lib/http/request-handler";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { recordIdSchema } from "@/lib/http/openapi/field-schemas";
import { listOf, type Schema } from "@/lib/http/openapi/json-schema";
import { kindRef, linkValuesSchema, schemaName } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { route } from "@/lib/http/route";
import { changeMany } from "../server/bulk-changes";
import { linksWithValues, manyValued, readBulkRequest } from "../server/bulk-request";

/** Builds the schema of an object that maps list names to ids: of entries, or of linked records. */
function listsSchema(definition: AnyDefinition, description: string): Schema {
  const lists = manyValued(definition).map(({ name, links }) => [name, listOf(links ? recordIdSchema : entryIdShape)]);
  return { type: "object", description, properties: Object.fromEntries(lists), additionalProperties: false };
}

/** Builds the schema of an object that maps the names of link lists to values of their links. */
function linkValuesByList(definition: AnyDefinition): Schema {
  const lists = linksWithValues(definition).map(({ name, links }): [string, Schema] => {
    const values = linkValuesSchema(links.relation);
    const ids = {
      ...listOf(recordIdSchema),
      description: "The linked records; by default all whose links are current.",
    };
    return [name, { ...values, properties: { ids, ...(values.properties as Record<string, Schema>) } }];
  });
  return {
    type: "object",
    description: "Values to write to links of all records, by list, after links were added and removed.",
    properties: Object.fromEntries(lists),
    additionalProperties: false,
  };
}

const requestSchema = (definition: AnyDefinition): Schema => ({
  type: "object",
  properties: {
    ids: { ...listOf(recordIdSchema), maxItems: BULK_MAX_RECORDS },
    query: {
      type: "string",
      maxLength: BULK_QUERY_MAX_LENGTH,
      description:
        "Instead of `ids`: the query string of a list. All records of the list are changed, on all its pages.",
    },
    set: { ...kindRef(definition, "Change"), description: "Values to set on all records, by field." },
    add: listsSchema(definition, "Entries and links to add to all records, by list."),
    remove: listsSchema(definition, "Entries and links to remove from all records, by list."),
    set_links: linkValuesByList(definition),
    delete: { type: "boolean", description: "Deletes the records; cannot be combined with changes." },
    dry_run: { type: "boolean", description: "Previews the result without writing." },
  },
  additionalProperties: false,
});

/** Contract §10. */
export const bulkRoutes = (definition: AnyDefinition) =>
  routes({
    POST: route({
      path: `/${definition.apiPath}/bulk`,
      id: `changeMany${schemaName(definition)}`,
      tag: definition.name,
      summary: `Change or delete many ${kindWords(definition.name).many}`,
      description: `Changes at most ${BULK_MAX_RECORDS} records at once, each validated by the rules of its form; a refused record does not prevent the others from being changed. All changes form one batch of the history. Errors that concern all records are reported as \`set.<field>\`, \`add.<list>\`, \`remove.<list>\` or \`set_links.<list>.<field>\`.`,
      access: ["write", definition.name],
      body: { anyObject: requestSchema(definition) },
      answers: {
        success: {
          description:
            "The numbers of records that matched, that were changed and that already had the values, and the refused records",
          schema: bulkResult,
        },
        refusals: ["too_many_requests", "data_not_found"],
      },
    }).handle(({ context, session, body }) =>
      withConcurrencyLimit("bulk", session.user.id, async () =>
        changeMany(context, definition, await readBulkRequest(context, definition, body)),
      ),
    ),
  });
