import * as z from "zod";
import { MAX_ID } from "@/lib/limits";
import { ALIASES } from "@/lib/records/kinds/aliases";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { missing } from "@/lib/records/fields/field";
import { relationSidesOf } from "@/lib/records/kinds/relations";
import { validate } from "@/lib/records/values/validation";
import { invalid } from "@/lib/server/errors/errors";
import { pathId, routes } from "../../http";
import { editConflict, IF_MATCH, ifMatchOf, RECORD_GONE } from "../../one-record";
import { recordId } from "../../field-schemas";
import { done, exactObject, listOf, orNull, type Schema } from "../../json-schema";
import { schemaName } from "../../record-schemas";
import { kindWords } from "../../tags";
import { route } from "../../route";
import { listNameOf, mergeRecords, previewMerge } from "@/lib/server/merges/merge-records";

const requestOf = ({ fields }: AnyDefinition) =>
  z.strictObject({
    drop: z
      .int({ error: ({ input }) => (missing(input) ? "required" : "type") })
      .min(1)
      .max(MAX_ID),
    take: z
      .array(z.string().refine((name) => name !== ALIASES && Object.hasOwn(fields, name), { error: "unknown" }))
      .max(Object.keys(fields).length, { error: "max" })
      .default([]),
    dry_run: z.boolean().default(false),
  });

const bodySchema = ({ fields }: AnyDefinition): Schema =>
  exactObject(
    {
      drop: { ...recordId, description: "The record that goes into the other one" },
      take: {
        ...listOf({ type: "string", enum: Object.keys(fields).filter((name) => name !== ALIASES) }),
        description: "The fields whose values come from it",
      },
      dry_run: { type: "boolean", description: "Says what would come of it, and writes nothing." },
    },
    ["take", "dry_run"],
  );

/** How many links, by the lists that show them. */
function countsSchema(definition: AnyDefinition): Schema {
  const count = { type: "integer", minimum: 0 };
  return exactObject(Object.fromEntries(relationSidesOf(definition.name).map((sides) => [listNameOf(sides), count])));
}

/** `POST /api/<kind>/{id}/merge`: makes one record of two (contract §12). */
export function mergeRoutes(definition: AnyDefinition) {
  const { apiPath, key, name } = definition;
  const { one } = kindWords(name);
  const batch = {
    type: "string",
    format: "uuid",
    description: "What it can be undone by; null where nothing was written",
  };
  return routes({
    POST: route({
      path: `/${apiPath}/{${key}}/merge`,
      id: `merge${schemaName(definition)}`,
      tag: name,
      access: ["write", name],
      summary: `Merge another ${one} into a ${one}`,
      description:
        "This one takes the values that are asked for, what is in the other's lists, its links and its names; the other one is deleted, and its id leads here from then on. `moved` and `joined` say how many links came and how many both had.",
      parameters: [IF_MATCH],
      body: { anyObject: bodySchema(definition) },
      answers: {
        success: {
          description: "Merged",
          schema: done("merged", {
            moved: countsSchema(definition),
            joined: countsSchema(definition),
            batch: orNull(batch),
          }),
        },
        refusals: [RECORD_GONE, editConflict(definition)],
      },
      async handle(call) {
        const keep = pathId(call.params, key);
        const { values, errors } = validate(requestOf(definition), call.body);
        if (errors) throw invalid(errors);
        const { drop, take, dry_run: isPreview } = values;
        if (drop === keep) throw invalid({ drop: ["same"] });
        const merge = isPreview ? previewMerge : mergeRecords;
        const result = await merge(call.context, definition, { keep, drop, take, ifMatch: ifMatchOf(call) });
        return { success: true, message: "merged", ...result };
      },
    }),
  });
}
