import * as z from "zod";
import { oneRecord, recordCreated, recordDeleted, recordUpdated, type RecordPage } from "../record-answers";
import { count, generated, namedSchema } from "@/lib/model/answers/shapes";
import { responseValues, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import { isCalendarDate } from "@/lib/model/fields/day";
import { toPage } from "@/lib/model/lists/list-query";
import type { Transaction } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { pascalCase } from "@/lib/http/openapi/json-schema";
import { kindParameters } from "@/lib/http/openapi/list-parameters";
import { entrySchemaName, kindRef, schemaName } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { findRecordAt } from "@/lib/features/history/server/past";
import {
  countRecords,
  findRecord,
  findReferenceLists,
  listRecords,
  readListQuery,
  notFoundOrMerged,
} from "@/lib/store/records/find-records";
import { editRecord } from "@/lib/store/records/edit-records";
import { inRetriedTransaction } from "@/lib/store/records/retried-transaction";
import { createRecord } from "../server/create-record";
import { minimalAnswer, prefersMinimal } from "@/lib/http/prefer";
import { route, type Call } from "@/lib/http/route";
import { editConflict, ETAG_HEADER, IF_MATCH, ifMatchOf, NOT_FOUND_OR_MERGED } from "@/lib/http/one-record";
import { etagOf } from "@/lib/base/web/etag";

/**
 * Returns the OpenAPI parts of a minimal response, for kinds whose responses contain a reference
 * list (spec §7).
 */
const minimal = ({ answerList }: AnyDefinition): Partial<ReturnType<typeof minimalAnswer>> =>
  answerList ? minimalAnswer(answerList) : {};

/**
 * Returns the schemas of what `data` in the response to a change contains: the number of records of
 * the kind and, unless the client opts out (`Prefer: return=minimal`), the whole list (spec §7).
 */
const countSchemas = ({ answerList, countName }: AnyDefinition): Record<string, z.ZodType> => ({
  [countName]: count,
  ...(answerList && { [answerList]: z.array(generated<AnyRow>(namedSchema(entrySchemaName(answerList)))).optional() }),
});

/** Reads the record count and the reference list that responses to changes contain (spec §7). */
async function countAndList(
  definition: AnyDefinition,
  call: Pick<Call, "request" | "answerHeaders"> & { context: Context },
): Promise<AnyRow> {
  const { answerList, countName } = definition;
  const listed = answerList !== undefined && prefersMinimal(call) ? undefined : answerList;
  const [counts, lists] = await Promise.all([
    countRecords(call.context, [definition]),
    listed && findReferenceLists(call.context, [listed]),
  ]);
  return { [countName]: counts[countName], ...lists };
}

/**
 * Makes a change and reads the data for its response in one transaction. If the database is too
 * busy for the read, the change is rolled back, so that a client that retries does not make it
 * twice.
 */
const changeAndCount = <Changed>(
  definition: AnyDefinition,
  call: Pick<Call, "request" | "answerHeaders" | "context">,
  change: (context: Context<Transaction>) => Promise<Changed>,
): Promise<{ changed: Changed; counts: AnyRow }> =>
  inRetriedTransaction(call.context, async (context) => {
    const changed = await change(context);
    return { changed, counts: await countAndList(definition, { ...call, context }) };
  });

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/**
 * The range of years with four digits. A UTC offset can move a time out of this range, which the
 * database cannot parse.
 */
const [FIRST_MOMENT, LAST_MOMENT] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/**
 * Parses the parameter `at`. Returns null if it is missing, which means now.
 * @throws AppError validation_failed when it is not exactly one ISO time
 */
function momentOf({ searchParams }: URL): Date | null {
  const [text, ...more] = searchParams.getAll("at");
  if (text === undefined) return null;
  // An unencoded plus sign arrives as a space.
  const time = text.replace(" ", "+").toUpperCase();
  // JavaScript misreads more than nine fractional digits, and parses 30 February as 2 March.
  const moment = Date.parse(time.replace(/(\.\d{3})\d+/, "$1"));
  const isTime = ISO_TIME.test(time) && isCalendarDate(time.slice(0, 10)) && !Number.isNaN(moment);
  if (!isTime || more.length > 0) throw invalid({ at: ["type"] });
  return new Date(Math.min(Math.max(moment, FIRST_MOMENT), LAST_MOMENT));
}

export function listRoutes(definition: AnyDefinition) {
  const { many } = kindWords(definition.name);
  return routes({
    GET: route({
      path: `/${definition.apiPath}`,
      id: `list${pascalCase(definition.apiPath)}`,
      tag: definition.name,
      summary: `List ${many}`,
      description: "A page past the end is empty. A parameter given twice is refused; an unknown parameter is ignored.",
      access: ["read", definition.name],
      parameters: kindParameters(definition),
      answers: {
        success: { description: "One page of the list", schema: generated<RecordPage>(kindRef(definition, "Page")) },
        refusals: ["validation_failed", "too_many_requests"],
      },
    }).handle(async ({ url, context }) => {
      const query = await readListQuery(context, definition, url.searchParams);
      const { rows, total } = await listRecords(context, definition, query);
      return toPage(rows, total, query, url);
    }),
  });
}

export function createRoutes(definition: AnyDefinition) {
  const { parameters, headers } = minimal(definition);
  return routes({
    POST: route({
      path: `/${definition.apiPath}/new`,
      id: `create${schemaName(definition)}`,
      tag: definition.name,
      summary: `Create a ${kindWords(definition.name).one}`,
      description:
        "Omitted fields get their default, if they have one; all validation errors are reported at once. The record and the links in `add` form one batch of the history.",
      access: ["write", definition.name],
      parameters,
      body: { anyObject: kindRef(definition, "Create") },
      answers: {
        success: {
          status: 201,
          description: "Created; `lastId` is its key",
          schema: recordCreated.extend({ data: recordCreated.shape.data.extend(countSchemas(definition)) }),
          headers: { ...headers, ...ETAG_HEADER },
        },
      },
    }).handle(async (call) => {
      const { changed, counts } = await changeAndCount(definition, call, (context) =>
        createRecord(context, definition, call.body),
      );
      call.answerHeaders.set("etag", etagOf(changed.version));
      return { success: true, message: "data_saved", data: { ...counts, lastId: changed.id } };
    }),
  });
}

/** Parts shared by `GET`, `PUT` and `DELETE` of one record. */
const ofOneRecord = (definition: AnyDefinition) => ({
  path: `/${definition.apiPath}/{${definition.key}}`,
  tag: definition.name,
});

function readRoute(definition: AnyDefinition) {
  return route({
    ...ofOneRecord(definition),
    id: `read${schemaName(definition)}`,
    access: ["read", definition.name],
    summary: `Read a ${kindWords(definition.name).one}`,
    description: "Includes the record's link lists. PUT accepts the returned `data` unchanged.",
    parameters: [
      {
        name: "at",
        in: "query",
        description: "Returns the record as it was at this time, without a version. The limits for searches apply.",
        schema: { type: "string", format: "date-time" },
      },
    ],
    answers: {
      success: {
        description: "The record with its link lists",
        schema: oneRecord.extend({ data: generated<AnyRow>(kindRef(definition)) }),
        headers: ETAG_HEADER,
      },
      refusals: [NOT_FOUND_OR_MERGED, "validation_failed", "too_many_requests"],
    },
  }).handle(async ({ params, url, context, answerHeaders }) => {
    const id = pathId(params, definition.key);
    const moment = momentOf(url);
    const past = moment && (await findRecordAt(context, definition, id, moment));
    const now = moment ? null : await findRecord(context, definition, id);
    const data = past ? responseValues(definition, past) : now?.data;
    if (!data) throw await notFoundOrMerged(context.connection, definition, id);
    if (now) answerHeaders.set("etag", etagOf(now.version));
    return { success: true, data };
  });
}

function updateRoute(definition: AnyDefinition) {
  const { countsAfterUpdate } = definition;
  const { parameters, headers } = countsAfterUpdate
    ? minimal(definition)
    : { parameters: undefined, headers: undefined };
  return route({
    ...ofOneRecord(definition),
    id: `update${schemaName(definition)}`,
    access: ["write", definition.name],
    summary: `Change a ${kindWords(definition.name).one}`,
    description: "Omitted fields, also the aliases, keep their value; the record as a whole must be valid.",
    parameters: [IF_MATCH, ...(parameters ?? [])],
    body: { anyObject: kindRef(definition, "Change") },
    answers: {
      success: countsAfterUpdate
        ? {
            description: "Changed; `lastId` is the record's own key",
            schema: recordUpdated.extend({ data: recordCreated.shape.data.extend(countSchemas(definition)) }),
            headers: { ...headers, ...ETAG_HEADER },
          }
        : { description: "Changed", schema: recordUpdated.omit({ data: true }), headers: ETAG_HEADER },
      refusals: [NOT_FOUND_OR_MERGED, editConflict(definition)],
    },
  }).handle(async (call) => {
    const lastId = pathId(call.params, definition.key);
    const edit = { id: lastId, set: call.body, ifMatch: ifMatchOf(call) };
    const save = (context: Context) => editRecord(context, definition, edit);
    const { changed, counts } = countsAfterUpdate
      ? await changeAndCount(definition, call, save)
      : { changed: await save(call.context), counts: null };
    call.answerHeaders.set("etag", etagOf(changed.version));
    return { success: true, message: "data_updated", ...(counts && { data: { ...counts, lastId } }) };
  });
}

function deleteRoute(definition: AnyDefinition) {
  const { inUse } = definition;
  const { parameters, headers } = minimal(definition);
  return route({
    ...ofOneRecord(definition),
    id: `delete${schemaName(definition)}`,
    access: ["write", definition.name],
    summary: `Delete a ${kindWords(definition.name).one}`,
    description: inUse ? "Refused while other records are linked to it." : "The record's links are deleted, too.",
    parameters: [IF_MATCH, ...(parameters ?? [])],
    answers: {
      success: {
        description: "Deleted",
        schema: recordDeleted.extend({ data: recordDeleted.shape.data.extend(countSchemas(definition)) }),
        headers,
      },
      refusals: [NOT_FOUND_OR_MERGED, editConflict(definition), ...(inUse ? [inUse] : [])],
    },
  }).handle(async (call) => {
    const id = pathId(call.params, definition.key);
    const { counts } = await changeAndCount(definition, call, (context) =>
      editRecord(context, definition, { id, remove: true, ifMatch: ifMatchOf(call) }),
    );
    return { success: true, message: "data_deleted", data: counts };
  });
}

export const recordRoutes = (definition: AnyDefinition) =>
  routes({ GET: readRoute(definition), PUT: updateRoute(definition), DELETE: deleteRoute(definition) });
