import * as z from "zod";
import { merged } from "../merge-answers";
import { count } from "@/lib/model/answers/shapes";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { MAX_ID } from "@/lib/model/limits";
import { ALIASES } from "@/lib/model/kinds/aliases";
import { writableFields, type AnyDefinition } from "@/lib/model/kinds/define";
import { missing } from "@/lib/model/fields/field";
import { relationSidesOf } from "@/lib/model/kinds/relations";
import { validate } from "@/lib/model/values/validation";
import { invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { editConflict, IF_MATCH, ifMatchOf, NOT_FOUND_OR_MERGED } from "@/lib/http/one-record";
import { recordIdSchema } from "@/lib/http/openapi/field-schemas";
import { exactObject, listOf, type Schema } from "@/lib/http/openapi/json-schema";
import { schemaName } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { route } from "@/lib/http/route";
import { listNameOf, rolesNameOf, mergeRecords, previewMerge } from "../server/merge-records";
import { listUpTo } from "@/lib/model/values/list-up-to";

/** Returns the fields whose values a merge can take from the other record. */
const takenFields = (definition: AnyDefinition): string[] =>
  writableFields(definition).flatMap(([name]) => (name === ALIASES ? [] : name));

const requestOf = (definition: AnyDefinition) =>
  z.strictObject({
    drop: z
      .int({ error: ({ input }) => (missing(input) ? "required" : "type") })
      .min(1)
      .max(MAX_ID),
    take: z._default(
      listUpTo(
        z.string().refine((name) => takenFields(definition).includes(name), { error: "unknown" }),
        Object.keys(definition.fields).length,
      ),
      [],
    ),
    dry_run: z.boolean().default(false),
  });

const bodySchema = (definition: AnyDefinition): Schema =>
  exactObject(
    {
      drop: { ...recordIdSchema, description: "The record that is merged into the other one and deleted" },
      take: {
        ...listOf({ type: "string", enum: takenFields(definition) }),
        description: "The fields whose values are taken from `drop`",
      },
      dry_run: { type: "boolean", description: "Previews the result without writing." },
    },
    ["take", "dry_run"],
  );

/**
 * Builds the schema of numbers of links, keyed by link list, and of files, if there are any.
 * @param withRoles whether it also has the numbers of links that lose a role
 */
function countsSchema(definition: AnyDefinition, withRoles = false) {
  const sides = relationSidesOf(definition.name);
  const ofLists = sides.map((each) => [listNameOf(each), count] as const);
  const ofRoles = sides.flatMap((each) => {
    const { roles } = each.relation;
    return withRoles && roles ? [[rolesNameOf(each, roles.field), count.optional()] as const] : [];
  });
  const ofFiles = [FILE_KIND, count.optional()] as const;
  return z.object(Object.fromEntries<z.ZodType<number | undefined>>([...ofLists, ...ofRoles, ofFiles]));
}

/** Contract §12. */
export function mergeRoutes(definition: AnyDefinition) {
  const { apiPath, key, name } = definition;
  const { one } = kindWords(name);
  return routes({
    POST: route({
      path: `/${apiPath}/{${key}}/merge`,
      id: `merge${schemaName(definition)}`,
      tag: name,
      access: ["write", name],
      summary: `Merge another ${one} into a ${one}`,
      description:
        "The record in the path gets the requested values and all list entries, links and names of the other record, which is deleted; its id redirects here from then on. `moved` counts the links that were transferred, `joined` those that both records had and, by list and field, those that lose a unique role because another link has it. Both count files as `files`: those that were transferred, and those that were deleted because the record has their bytes.",
      parameters: [IF_MATCH],
      body: { anyObject: bodySchema(definition) },
      answers: {
        success: {
          description: "Merged",
          schema: merged.extend({ moved: countsSchema(definition), joined: countsSchema(definition, true) }),
        },
        refusals: [NOT_FOUND_OR_MERGED, editConflict(definition)],
      },
    }).handle(async (call) => {
      const keep = pathId(call.params, key);
      const { values, errors } = validate(requestOf(definition), call.body);
      if (errors) throw invalid(errors);
      const { drop, take, dry_run: isPreview } = values;
      if (drop === keep) throw invalid({ drop: ["same"] });
      const merge = isPreview ? previewMerge : mergeRecords;
      const result = await merge(call.context, definition, { keep, drop, take, ifMatch: ifMatchOf(call) });
      return { success: true, message: "merged", ...result };
    }),
  });
}
