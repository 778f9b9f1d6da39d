import * as z from "zod";
import { dismissalWithdrawn, duplicatePairs, pairDismissed, similarRecords } from "../duplicate-answers";
import { duplicateParameters } from "@/lib/model/kinds/duplicate-fields";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { isStorable } from "@/lib/model/fields/text";
import { toPage } from "@/lib/model/lists/list-query";
import type { FieldErrors } from "@/lib/model/fields/field";
import { key, readSingle, pageReaders, readQuery } from "@/lib/model/lists/query-reader";
import { allDefinitions, definitionOfPath } from "@/lib/model/kinds/registry";
import { MAX_ID } from "@/lib/model/limits";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { routes } from "@/lib/http/request-handler";
import { recordIdSchema } from "@/lib/http/openapi/field-schemas";
import { pascalCase } from "@/lib/http/openapi/json-schema";
import { pageParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { kindWords, kindLabels } from "@/lib/http/openapi/tags";
import { route } from "@/lib/http/route";
import { dismissPair, findDuplicates, recallPair, type PairOfIds } from "../server/find-duplicates";
import { findSimilar } from "../server/find-similar";
import { duplicateFieldsOf } from "../server/normalize-names";
import { listUpTo } from "@/lib/model/values/list-up-to";

const text = { type: "string" };
/**
 * Parses the values to compare with all records, and the id of a record to leave out.
 * @throws AppError validation_failed
 */
function parseValues(definition: AnyDefinition, parameters: URLSearchParams): { values: AnyRow; except?: number } {
  const fields = duplicateParameters(duplicateFieldsOf(definition));
  const errors: FieldErrors = {};
  for (const name of new Set(parameters.keys())) {
    if (name !== "except" && !fields.includes(name)) errors[name] = ["unknown"];
    else if (parameters.getAll(name).length > 1 || !isStorable(parameters.get(name) ?? "")) errors[name] = ["type"];
  }
  const exceptText = parameters.get("except") ?? "";
  const except = exceptText === "" ? undefined : key(exceptText);
  if (except === null) errors.except = ["type"];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    values: Object.fromEntries(fields.map((name) => [name, parameters.get(name) ?? ""])),
    ...(except && { except }),
  };
}

/** Contract §12. */
export const similarRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}/similar`,
      id: `findSimilar${pascalCase(definition.apiPath)}`,
      tag: definition.name,
      summary: `Find ${kindWords(definition.name).many} that may be duplicates`,
      description:
        "Compares the given field values with all records, for instance while a new record is being entered. Returns at most five matches, highest score first, with the reasons.",
      access: ["read", definition.name],
      parameters: [
        ...duplicateParameters(duplicateFieldsOf(definition)).map((name) =>
          queryParameter(name, `${kindLabels(definition.name).fields[name] ?? name}, as it would be stored.`, text),
        ),
        queryParameter("except", "Id of a record to leave out, because the values belong to it.", recordIdSchema),
      ],
      answers: {
        success: {
          description: "The likely duplicates, highest score first",
          schema: similarRecords,
        },
        refusals: ["validation_failed", "too_many_requests"],
      },
    }).handle(async ({ url, context }) => {
      const { values, except } = parseValues(definition, url.searchParams);
      return findSimilar(context, definition, values, { except });
    }),
  });

const compared = () => allDefinitions.filter(({ duplicateFields }) => duplicateFields);
const kindSchema = { type: "string", enum: compared().map(({ apiPath }) => apiPath) };
const comparedKind = (apiPath: string) => {
  const definition = definitionOfPath(apiPath);
  return definition?.duplicateFields ? definition : null;
};

/**
 * Header with the number of records still to be compared, which takes a while after a large import.
 */
const WAITING_HEADER = "X-Waiting-Count";

type DuplicatesQuery = { pageNo: number; pageSize: number; kind?: AnyDefinition };

/** Contract §12. */
export const duplicates = routes({
  GET: route({
    path: "/duplicates",
    id: "listDuplicates",
    tag: "duplicates",
    summary: "List pairs of records that may be duplicates",
    description: `Highest score first, without dismissed pairs. The header \`${WAITING_HEADER}\` gives the number of records that are still to be compared, if any.`,
    access: ["read", "duplicates"],
    parameters: [
      { ...queryParameter("kind", "The first segment of the kind's API paths. Required.", kindSchema) },
      ...pageParameters("Pairs"),
    ],
    answers: {
      success: {
        description: "One page of pairs",
        schema: duplicatePairs,
        headers: {
          [WAITING_HEADER]: {
            description: "The number of records that are still to be compared; absent when there are none.",
            schema: { type: "string", pattern: "^\\d+$" },
          },
        },
      },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ url, context, answerHeaders }) => {
    const { query, errors } = readQuery<DuplicatesQuery>(
      { ...pageReaders, kind: readSingle(comparedKind) },
      url.searchParams,
    );
    if (!url.searchParams.has("kind")) errors.kind = ["required"];
    if (Object.keys(errors).length > 0 || !query.kind) throw invalid(errors);
    const { rows, total, waiting } = await findDuplicates(context, query.kind, query);
    if (waiting > 0) answerHeaders.set(WAITING_HEADER, String(waiting));
    return toPage(rows, total, query, url);
  }),
});

const id = z.int({ error: "type" }).min(1, { error: "type" }).max(MAX_ID, { error: "type" });
const pairSchema = z.strictObject({
  kind: z.string({ error: "type" }).refine((kind) => comparedKind(kind) !== null, { error: "exists" }),
  ids: listUpTo(id, 2, { tooMany: "type" })
    .check(z.refine(([a, b]) => b !== undefined && a !== b, { error: "type" }))
    .register(z.globalRegistry, { minItems: 2 }),
});

/** Returns the kind and the ids, the smaller one first, because pairs are unordered. */
function pairOf({ kind, ids: [a = 0, b = 0] }: z.output<typeof pairSchema>): {
  definition: AnyDefinition;
  ids: PairOfIds;
} {
  const definition = comparedKind(kind);
  if (!definition) throw new AppError("data_not_found");
  return { definition, ids: [Math.min(a, b), Math.max(a, b)] };
}

export const dismissal = routes({
  POST: route({
    path: "/duplicates/dismiss",
    id: "dismissDuplicate",
    tag: "duplicates",
    summary: "Dismiss a pair of likely duplicates",
    description: "The pair is no longer listed, until the dismissal is withdrawn or one of the records is deleted.",
    access: ["write", "duplicates"],
    body: pairSchema,
    answers: {
      success: { description: "Dismissed", schema: pairDismissed },
      refusals: ["data_not_found", "already_exists"],
    },
  }).handle(async ({ context, body }) => {
    const { definition, ids } = pairOf(body);
    await dismissPair(context, definition, ids);
    return { success: true, message: "data_saved" };
  }),
  DELETE: route({
    path: "/duplicates/dismiss",
    id: "recallDismissal",
    tag: "duplicates",
    summary: "Withdraw the dismissal of a pair",
    description: "Returns 404 for a pair that is not dismissed.",
    access: ["write", "duplicates"],
    body: pairSchema,
    answers: { success: { description: "Withdrawn", schema: dismissalWithdrawn }, refusals: ["data_not_found"] },
  }).handle(async ({ context, body }) => {
    const { definition, ids } = pairOf(body);
    await recallPair(context, definition, ids);
    return { success: true, message: "data_deleted" };
  }),
});
