import * as z from "zod/mini";
import { aliasesUpdated, recordAliases } from "../record-answers";
import { generated } from "@/lib/model/answers/shapes";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { missing, type Field } from "@/lib/model/fields/field";
import { schemaOf } from "@/lib/model/values/schemas";
import { validate } from "@/lib/model/values/validation";
import { inTransaction } from "@/lib/store/database/transaction";
import { invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { editConflict, ETAG_HEADER, IF_MATCH, ifMatchOf, NOT_FOUND_OR_MERGED } from "@/lib/http/one-record";
import { responseField, requestField } from "@/lib/http/openapi/field-schemas";
import { exactObject } from "@/lib/http/openapi/json-schema";
import { schemaName } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { findAliases, notFoundOrMerged } from "@/lib/store/records/find-records";
import { editRecord } from "@/lib/store/records/edit-records";
import { route } from "@/lib/http/route";
import { etagOf } from "@/lib/base/web/etag";
import { expectDefined } from "@/lib/base/errors/invariant";

/** Schema of the request body: `aliases` is required, and no other field is allowed. */
const requestOf = (field: Field) =>
  z.strictObject({
    [ALIASES]: z.pipe(z.unknown().check(z.refine((value) => !missing(value), { error: "required" })), schemaOf(field)),
  });

/** Contract §12. */
export function aliasRoutes(definition: AnyDefinition) {
  const { apiPath, key, name } = definition;
  const field = definition.fields[ALIASES];
  if (!field) throw new Error(`${name} has no aliases`);
  const { one } = kindWords(name);
  const shared = { path: `/${apiPath}/{${key}}/aliases`, tag: name } as const;
  const answered = { [ALIASES]: generated<string[]>(responseField(definition, ALIASES, field)) };
  return routes({
    GET: route({
      ...shared,
      id: `read${schemaName(definition)}Aliases`,
      access: ["read", name],
      summary: `Read the aliases of a ${one}`,
      description: "Aliases are old spellings, abbreviations and names in other languages. Searches match them, too.",
      answers: {
        success: {
          description: "The record's aliases",
          schema: recordAliases.extend(answered),
          headers: ETAG_HEADER,
        },
        refusals: [NOT_FOUND_OR_MERGED],
      },
    }).handle(async ({ params, context, answerHeaders }) => {
      const id = pathId(params, key);
      const found = await findAliases(context, definition, id);
      if (!found) throw await notFoundOrMerged(context.connection, definition, id);
      answerHeaders.set("etag", etagOf(found.version));
      return { success: true, aliases: found.aliases };
    }),
    PUT: route({
      ...shared,
      id: `update${schemaName(definition)}Aliases`,
      access: ["write", name],
      summary: `Replace the aliases of a ${one}`,
      description: "Replaces the whole list. Names are trimmed, and names that differ only in case are stored once.",
      parameters: [IF_MATCH],
      body: { anyObject: exactObject({ [ALIASES]: requestField(definition, ALIASES, field) }) },
      answers: {
        success: { description: "Changed", schema: aliasesUpdated.extend(answered), headers: ETAG_HEADER },
        refusals: [NOT_FOUND_OR_MERGED, editConflict(definition)],
      },
    }).handle(async (call) => {
      const id = pathId(call.params, key);
      const { values: body, errors } = validate(requestOf(field), call.body);
      if (errors) throw invalid(errors);
      const saved = await inTransaction(call.context, async (context) => {
        await editRecord(context, definition, { id, set: body, ifMatch: ifMatchOf(call) });
        return expectDefined(await findAliases(context, definition, id), "the saved record");
      });
      call.answerHeaders.set("etag", etagOf(saved.version));
      return { success: true, message: "data_updated", aliases: saved.aliases };
    }),
  });
}
