import * as z from "zod";
import { ALIKE_REASONS, alikeParameters } from "@/lib/records/kinds/alike";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { isStorable } from "@/lib/records/fields/text";
import { toPage, type FieldErrors } from "@/lib/records/lists/list-query";
import { key, once, pageReaders, readQuery } from "@/lib/records/lists/query-reader";
import { allDefinitions, definitionOfPath } from "@/lib/records/kinds/registry";
import { MAX_ID } from "@/lib/limits";
import { AppError, invalid } from "@/lib/server/errors/errors";
import { routes } from "../../http";
import { recordId } from "../../field-schemas";
import { done, exactObject, listOf, pascalCase } from "../../json-schema";
import { pageParameters, queryParameter } from "../../list-parameters";
import { pageOf } from "../../record-schemas";
import { kindWords, wordsOf } from "../../tags";
import { route } from "../../route";
import { dismissPair, findDuplicates, recallPair, type PairOfIds } from "@/lib/server/duplicates/find-duplicates";
import { findSimilar } from "@/lib/server/duplicates/find-similar";
import { alikeOf } from "@/lib/server/duplicates/read-names";

const text = { type: "string" };
const named = { id: recordId, label: text, detail: text };
const likeness = {
  score: { type: "number", minimum: 0, maximum: 1 },
  reasons: listOf({ enum: ALIKE_REASONS }),
};

/** The values that are asked about, and the record that they are of. @throws AppError validation_failed */
function asked(definition: AnyDefinition, parameters: URLSearchParams): { values: AnyRow; except?: number } {
  const fields = alikeParameters(alikeOf(definition));
  const errors: FieldErrors = {};
  for (const name of new Set(parameters.keys())) {
    if (name !== "except" && !fields.includes(name)) errors[name] = ["unknown"];
    else if (parameters.getAll(name).length > 1 || !isStorable(parameters.get(name) ?? "")) errors[name] = ["type"];
  }
  const given = parameters.get("except") ?? "";
  const except = given === "" ? undefined : key(given);
  if (except === null) errors.except = ["type"];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    values: Object.fromEntries(fields.map((name) => [name, parameters.get(name) ?? ""])),
    ...(except && { except }),
  };
}

/** `GET /api/<kind>/similar`: the records that some values may be (contract §12). */
export const similarRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}/similar`,
      id: `findSimilar${pascalCase(definition.apiPath)}`,
      tag: definition.name,
      summary: `Find ${kindWords(definition.name).many} that may be the same`,
      description:
        "By any of the fields that records are compared by, for instance while a record is being made: at most five, the surest first, and why.",
      access: ["read", definition.name],
      parameters: [
        ...alikeParameters(alikeOf(definition)).map((name) =>
          queryParameter(name, `${wordsOf(definition.name).fields[name] ?? name}, as it would be stored.`, text),
        ),
        queryParameter("except", "The record that is not meant, because the values are its own.", recordId),
      ],
      answers: {
        success: {
          description: "The records that are alike, the surest first",
          schema: { ...listOf(exactObject({ ...named, ...likeness })), maxItems: 5 },
        },
        refusals: ["validation_failed", "too_many_requests"],
      },
      async handle({ url, context }) {
        const { values, except } = asked(definition, url.searchParams);
        return findSimilar(context, definition, values, { except });
      },
    }),
  });

const compared = () => allDefinitions.filter(({ alike }) => alike);
const kindSchema = { type: "string", enum: compared().map(({ apiPath }) => apiPath) };
const comparedKind = (apiPath: string) => {
  const definition = definitionOfPath(apiPath);
  return definition?.alike ? definition : null;
};

/** How many records are still to be compared, which after an import of very many takes a while. */
const WAITING_HEADER = "X-Waiting-Count";

type DuplicatesQuery = { pageNo: number; pageSize: number; kind?: AnyDefinition };

/** `GET /api/duplicates`: pairs of records that may be one (contract §12). */
export const duplicates = routes({
  GET: route({
    path: "/duplicates",
    id: "listDuplicates",
    tag: "duplicates",
    summary: "List pairs of records that may be one",
    description: `The surest first, without pairs that were dismissed. \`${WAITING_HEADER}\` says how many records are still to be compared, where that takes a while.`,
    access: ["read", "duplicates"],
    parameters: [
      { ...queryParameter("kind", "The first word of a kind's paths. Required.", kindSchema) },
      ...pageParameters("Pairs"),
    ],
    answers: {
      success: {
        description: "One page of pairs",
        schema: pageOf(exactObject({ a: exactObject(named), b: exactObject(named), ...likeness })),
        headers: {
          [WAITING_HEADER]: {
            description: "Present while records are still to be compared: how many.",
            schema: { type: "string", pattern: "^\\d+$" },
          },
        },
      },
      refusals: ["validation_failed", "too_many_requests"],
    },
    async handle({ url, context, answerHeaders }) {
      const { query, errors } = readQuery<DuplicatesQuery>(
        { ...pageReaders, kind: once(comparedKind) },
        url.searchParams,
      );
      if (!url.searchParams.has("kind")) errors.kind = ["required"];
      if (Object.keys(errors).length > 0 || !query.kind) throw invalid(errors);
      const { rows, total, waiting } = await findDuplicates(context, query.kind, query);
      if (waiting > 0) answerHeaders.set(WAITING_HEADER, String(waiting));
      return toPage(rows, total, query, url);
    },
  }),
});

const id = z.int({ error: "type" }).min(1, { error: "type" }).max(MAX_ID, { error: "type" });
const pairSchema = z.strictObject({
  kind: z.string({ error: "type" }).refine((kind) => comparedKind(kind) !== null, { error: "exists" }),
  ids: z
    .array(id, { error: "type" })
    .length(2, { error: "type" })
    .refine(([a, b]) => a !== b, { error: "type" }),
});

/** The kind and the ids, the smaller one first: who says it of a and b says it of b and a. */
function pairOf({ kind, ids: [a = 0, b = 0] }: z.output<typeof pairSchema>): {
  definition: AnyDefinition;
  ids: PairOfIds;
} {
  const definition = comparedKind(kind);
  if (!definition) throw new AppError("data_not_found");
  return { definition, ids: [Math.min(a, b), Math.max(a, b)] };
}

/** `POST` and `DELETE /api/duplicates/dismiss`: says, and takes back, that two records are not one. */
export const dismissal = routes({
  POST: route({
    path: "/duplicates/dismiss",
    id: "dismissDuplicate",
    tag: "duplicates",
    summary: "Say that two records are not one",
    description: "They are listed no more, until that is taken back, or one of them goes.",
    access: ["write", "duplicates"],
    body: pairSchema,
    answers: {
      success: { description: "Said", schema: done("data_saved") },
      refusals: ["data_not_found", "already_exists"],
    },
    async handle({ context, body }) {
      const { definition, ids } = pairOf(body);
      await dismissPair(context, definition, ids);
      return { success: true, message: "data_saved" };
    },
  }),
  DELETE: route({
    path: "/duplicates/dismiss",
    id: "recallDismissal",
    tag: "duplicates",
    summary: "Take back that two records are not one",
    description: "What nobody has said is 404.",
    access: ["write", "duplicates"],
    body: pairSchema,
    answers: { success: { description: "Taken back", schema: done("data_deleted") }, refusals: ["data_not_found"] },
    async handle({ context, body }) {
      const { definition, ids } = pairOf(body);
      await recallPair(context, definition, ids);
      return { success: true, message: "data_deleted" };
    },
  }),
});
