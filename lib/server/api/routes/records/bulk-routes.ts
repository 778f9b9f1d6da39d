import { BULK_MAX_RECORDS, BULK_QUERY_MAX_LENGTH } from "@/lib/limits";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { entryIdShape } from "@/lib/records/fields/field";
import { routes } from "../../http";
import { inLane } from "@/lib/server/limits/concurrency";
import { recordId } from "../../field-schemas";
import { exactObject, listOf, ref, type Schema } from "../../json-schema";
import { kindRef, schemaName } from "../../record-schemas";
import { kindWords } from "../../tags";
import { route } from "../../route";
import { changeMany } from "@/lib/server/bulk/bulk-changes";
import { manyValued, readBulkRequest } from "@/lib/server/bulk/bulk-request";

const text = { type: "string" };

/** Lists by their names: ids of entries, or of records that are linked. */
function listsSchema(definition: AnyDefinition, description: string): Schema {
  const lists = manyValued(definition).map(({ name, links }) => [name, listOf(links ? recordId : entryIdShape)]);
  return { type: "object", description, properties: Object.fromEntries(lists), additionalProperties: false };
}

const requestSchema = (definition: AnyDefinition): Schema => ({
  type: "object",
  properties: {
    ids: { ...listOf(recordId), maxItems: BULK_MAX_RECORDS },
    query: {
      ...text,
      maxLength: BULK_QUERY_MAX_LENGTH,
      description: "Instead of `ids`: the parameters of a list, of which all pages count.",
    },
    set: { ...kindRef(definition, "Change"), description: "Values that all get, by their fields." },
    add: listsSchema(definition, "Entries and links that all get besides those they have."),
    remove: listsSchema(definition, "Entries and links that all lose."),
    delete: { type: "boolean", description: "Deletes them; then nothing else." },
    dry_run: { type: "boolean", description: "Says what would come of it, and writes nothing." },
  },
  additionalProperties: false,
});

const count = { type: "integer", minimum: 0, maximum: BULK_MAX_RECORDS };

const resultSchema = exactObject({
  matched: count,
  changed: count,
  same: { ...count, description: "Those that were so already" },
  refused: {
    description: "Those that stay as they are: by `errors` of their form, or by the `message` of a refusal",
    ...listOf(
      exactObject({ id: recordId, label: text, message: text, errors: ref("FieldErrors") }, ["message", "errors"]),
    ),
  },
  batch: {
    type: ["string", "null"],
    format: "uuid",
    description: "What it can be undone by; null where nothing was changed",
  },
});

/** `POST /api/<kind>/bulk`: changes or deletes many records (contract §10). */
export const bulkRoutes = (definition: AnyDefinition) =>
  routes({
    POST: route({
      path: `/${definition.apiPath}/bulk`,
      id: `changeMany${schemaName(definition)}`,
      tag: definition.name,
      summary: `Change or delete many ${kindWords(definition.name).many}`,
      description: `At most ${BULK_MAX_RECORDS} at once, each by the rules of its form: what is refused of one does not keep the others. All of it is one batch of the history. What is wrong for all is told as \`set.<field>\`, \`add.<list>\` or \`remove.<list>\`.`,
      access: ["write", definition.name],
      body: { anyObject: requestSchema(definition) },
      answers: {
        success: { description: "How many were found, changed, so already, and refused", schema: resultSchema },
        refusals: ["too_many_requests", "data_not_found"],
      },
      handle: ({ context, session, body }) =>
        inLane("bulk", session.user.id, async () =>
          changeMany(context, definition, await readBulkRequest(context, definition, body)),
        ),
    }),
  });
