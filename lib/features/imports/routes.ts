import { create as contentDisposition } from "content-disposition";
import { NextResponse } from "next/server";
import * as z from "zod";
import {
  IMPORT_ACTIONS,
  importDeleted,
  importPreview,
  importRows as rowsAnswer,
  importState,
  renames,
  uploadedImport,
} from "./import-answers";
import { anyText } from "@/lib/model/answers/shapes";
import { cleanUpTo } from "@/lib/model/pure/clean-text";
import { CELL_MAX_LENGTH, IMPORT_MAX_BYTES, IMPORT_MAX_COLUMNS } from "@/lib/model/limits";
import { parseListQuery, toPage, type ListDefinition } from "@/lib/model/lists/list-query";
import { dayOf } from "@/lib/model/fields/moments";
import { allDefinitions, definitionOfPath } from "@/lib/model/kinds/registry";
import { CHOSEN_ENCODINGS, type ChosenEncoding } from "./encodings";
import { knownHeaders } from "./import-columns";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { pageParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { authorize } from "@/lib/base/access/permissions";
import { route } from "@/lib/http/route";
import * as store from "./server/imports-sql";
import { columnsOf, importAnswer, previewOf, parseDetails, rowAnswers } from "./server/import-responses";
import { checkDecision } from "./server/decision";
import { FORMATS, formatOf } from "@/lib/features/exports/server/formats";
import { findHeader, withHeaderRow } from "./server/table-header";
import { namesBody } from "./server/decided-names";
import { parseFile } from "./server/parsing/parse-file";
import { LANGUAGES } from "./server/infer-mapping";
import { dayOrdersOf } from "./server/mapped-columns";
import { plan, refuseTakenRoles } from "./server/plan";
import { checkRenames } from "./server/renames";
import { refusedRows } from "./server/refused-rows";
import { checkChoices, choicesSchema, isChosen } from "./server/row-choices";
import { definitionOfImport, startImport } from "./server/run";
import { findSimilarRows } from "./server/similar-rows";
import { listUnknownNames } from "./server/unknown-names";
import { expectDefined } from "@/lib/base/errors/invariant";
import { listUpTo } from "@/lib/model/values/list-up-to";

const WRITE = ["write", "imports"] as const;
const READ = ["read", "imports"] as const;
const ofImport = { path: "/imports/{import_id}", tag: "imports" };

/**
 * Finds the current account's import that the path names.
 * @throws AppError data_not_found
 */
async function importOf({ actor, connection }: Context, params: Record<string, string>): Promise<store.StoredImport> {
  const found = await store.findImport(connection, expectDefined(actor, "the account").id, pathId(params, "import_id"));
  if (!found) throw new AppError("data_not_found");
  return found;
}

const kindParameter = queryParameter(
  "kind",
  "The kind of record that the rows become: the first segment of its API path.",
  { type: "string", enum: allDefinitions.map(({ apiPath }) => apiPath) },
);

/**
 * Reads how the file of an upload is to be read.
 * @throws AppError validation_failed for an unknown encoding
 */
function readOptions(parameters: URLSearchParams): { encoding?: ChosenEncoding; sheet?: string } {
  const [encodingName, sheet] = [parameters.get("encoding"), parameters.get("sheet")];
  const encoding = CHOSEN_ENCODINGS.find((each) => each === encodingName);
  if (encodingName !== null && !encoding) throw invalid({ encoding: ["exists"] });
  return { ...(encoding && { encoding }), ...(sheet !== null && { sheet }) };
}

export const imports = routes({
  POST: route({
    path: "/imports",
    id: "uploadImport",
    tag: "imports",
    summary: "Upload a table",
    description:
      "csv or xlsx, at most 20 MB and 50,000 rows. Delimiter, encoding and sheet are detected, and a column mapping is suggested. " +
      "The file is not kept: to read it with another encoding or another sheet, upload it again. " +
      "Where the account has 20 imports or 200 MB of rows, its oldest imports that are not running are deleted. " +
      "A csv file with an unclosed quote is refused with the `line` where the quote is.",
    access: WRITE,
    parameters: [
      kindParameter,
      queryParameter("encoding", "The encoding of a csv file, instead of the detected one.", {
        enum: CHOSEN_ENCODINGS,
      }),
      queryParameter("sheet", "The name of the sheet of a workbook, instead of the first visible one with a table.", {
        type: "string",
      }),
    ],
    body: { fileOf: IMPORT_MAX_BYTES },
    answers: {
      success: { status: 201, description: "Stored; no record is written yet", schema: uploadedImport },
      refusals: ["too_many_requests", { code: "validation_failed", more: { line: z.int().min(1).optional() } }],
    },
  }).handle(async ({ request, url, session, context, body }) => {
    const definition = definitionOfPath(url.searchParams.get("kind") ?? "");
    if (!definition) throw invalid({ kind: [url.searchParams.get("kind") ? "unknown" : "required"] });
    authorize(context.actor, "write", definition.name);
    const options = { ...readOptions(url.searchParams), knownHeaders: knownHeaders(definition, LANGUAGES) };
    const { parts, ...head } = await withConcurrencyLimit("parsing", session.user.id, () =>
      parseFile(body.bytes, options, request.signal),
    );
    return withConcurrencyLimit("importing", session.user.id, async () => {
      const { samples, ...header } = await findHeader(context, definition, head);
      const fileName = body.name.toWellFormed().replaceAll("\0", "").slice(0, 255);
      const stored = await inTransaction(
        context,
        async ({ connection }) => {
          await store.dropOldImports(connection);
          const { encoding, sheet, sheets, groups } = head;
          const newImport = { kind: definition.apiPath, fileName, ...header, encoding, sheet, sheets, groups, parts };
          return store.insertImport(connection, session.user.id, newImport);
        },
        60_000,
      );
      if (stored === null) throw invalid({ imports: ["max"] });
      const { id, rows } = stored;
      const columns = columnsOf(header, samples);
      return { id, columns, header_row: header.header_row, rows, ...parseDetails(head) };
    });
  }),
});

const createdValue = z
  .string()
  .overwrite((text) => cleanUpTo(text, CELL_MAX_LENGTH))
  .refine((text) => text.length <= CELL_MAX_LENGTH, { error: "max" });

const decisionBody = z.strictObject({
  mapping: z.optional(z.record(z.string(), z.nullable(z.string()))),
  header_row: z.optional(z.int({ error: "type" })),
  match: z.optional(listUpTo(z.string(), IMPORT_MAX_COLUMNS)),
  unknown: z._default(z.enum(["refuse", "create"]), "refuse"),
  names: z._default(namesBody, {}),
  create_with: z._default(z.record(z.string(), createdValue), {}),
  not_applicable: z._default(z.enum(["refuse", "drop"], { error: "type" }), "refuse"),
  finished: z._default(z.enum(["keep", "fixed_term"], { error: "type" }), "keep"),
});

export const oneImport = routes({
  GET: route({
    ...ofImport,
    id: "readImport",
    summary: "Read the progress of an import",
    description:
      "`done` of `total` rows are written. An import whose run was interrupted is `failed` and can be resumed.",
    access: READ,
    answers: { success: { description: "The import", schema: importState }, refusals: ["data_not_found"] },
  }).handle(async ({ params, context }) => importAnswer(context, await importOf(context, params))),
  PUT: route({
    ...ofImport,
    id: "previewImport",
    summary: "Preview an import",
    description:
      "`header_row` is the row that contains the headers, or 0 if none does; without `mapping`, the fields of its columns are inferred. " +
      "`mapping` assigns a field to each column, or `<list>:<role id>` to one whose names become links with this role; several columns may fill one text field, joined in their order; `match` names the fields by which rows are matched with records (by default the key, if it is mapped), " +
      "`unknown` decides whether missing thematic fields are created. `unknown_names` lists the names that rows refer to and " +
      "that are not there; `names` decides about them by header and name: an existing record or entry, `create` or `leave`; " +
      "`create_with` are values of the created records. `repeats` of a row is an earlier row that becomes the same record. `similar` of a row that would become a new record lists its likely duplicates. " +
      "`not_applicable: drop` leaves out values that a record would not have, such as the end of an open-ended project; otherwise their rows are refused. " +
      "`finished: fixed_term` makes finished projects fixed-term whose rows have an end that their contractual basis does not take, and a begin. " +
      "`renames` counts the updates that would give a record another label, of which `pairs` lists the first. `texts` of a row are its changes as people read them. " +
      "Records stay unchanged.",
    access: WRITE,
    body: decisionBody,
    answers: {
      success: { description: "The planned actions, and the first 200 rows", schema: importPreview },
      refusals: ["data_not_found", "import_not_ready", "too_many_requests", "forbidden"],
    },
  }).handle(async ({ params, context, session, body }) => {
    const stored = await importOf(context, params);
    const definition = definitionOfImport(stored);
    const found = await withHeaderRow(context, definition, stored, body.header_row);
    const checked = await checkDecision(context, definition, found, body);
    return withConcurrencyLimit("importing", session.user.id, async () => {
      const rows = await store.rowsBelow(context.connection, found.import_id, found.header_row);
      const decision = { ...checked, day_orders: dayOrdersOf(definition, checked, rows) };
      const updatedImport = { ...found, ...decision };
      const { verdicts: planned, unknown } = await plan(context, definition, updatedImport, rows);
      const verdicts = await refuseTakenRoles(context, definition, planned);
      const similar = await findSimilarRows(context, definition, verdicts);
      const names = await listUnknownNames(context, definition, updatedImport, unknown);
      const counts = await inTransaction(
        context,
        async (unit) => {
          if (!(await store.saveDecision(unit.connection, found.import_id, decision)))
            throw new AppError("import_not_ready");
          await store.writeVerdicts(unit.connection, found.import_id, verdicts);
          await store.writeSimilar(unit.connection, found.import_id, similar);
          return store.refreshCounts(unit.connection, found.import_id);
        },
        60_000,
      );
      return previewOf(
        context,
        { ...updatedImport, counts: expectDefined(counts, "the import, which is locked") },
        names,
      );
    });
  }),
  DELETE: route({
    ...ofImport,
    id: "forgetImport",
    summary: "Delete an import",
    description: "The records that it wrote stay. Imports are deleted automatically after seven days.",
    access: WRITE,
    answers: {
      success: { description: "Deleted", schema: importDeleted },
      refusals: ["data_not_found", "import_not_ready"],
    },
  }).handle(async ({ params, context }) => {
    const found = await importOf(context, params);
    if (found.state === "running") throw new AppError("import_not_ready");
    await store.deleteImport(context.connection, found.import_id);
    return { success: true, message: "data_deleted" };
  }),
});

export const importRun = routes({
  POST: route({
    ...ofImport,
    path: `${ofImport.path}/run`,
    id: "runImport",
    summary: "Write an import",
    description:
      "Runs in the background; poll GET for its progress. All changes form one batch of the history. A run that stopped is resumed where it was, " +
      "with the original choices. Choices apply to rows that the preview lists as `create`: without a choice they become new " +
      "records. A row that would update a deleted record, or one that another row updates already, is refused. " +
      "Where records would get another label, `renames: true` is needed.",
    access: WRITE,
    body: { optionalBody: choicesSchema },
    answers: {
      success: { status: 202, description: "Started", schema: importState },
      refusals: [
        "data_not_found",
        "import_not_ready",
        "forbidden",
        "too_many_requests",
        { code: "import_renames", more: renames },
      ],
    },
  }).handle(async ({ params, context, session, body }) => {
    const found = await importOf(context, params);
    const definition = definitionOfImport(found);
    authorize(context.actor, "write", definition.name);
    if (isChosen(body)) {
      if (found.state !== "mapped") throw new AppError("import_not_ready");
      await checkChoices(context.connection, found.import_id, body);
    }
    // A run that is resumed was agreed to when it was started.
    if (found.state === "mapped")
      await withConcurrencyLimit("importing", session.user.id, () => checkRenames(context, definition, found, body));
    await startImport(context, found.import_id, body);
    return importAnswer(context, await importOf(context, params));
  }),
});

const ROWS: ListDefinition = { sortFields: ["row"], sortAliases: {}, defaultSort: "row", topicsList: null };

export const importRowsRoutes = routes({
  GET: route({
    ...ofImport,
    path: `${ofImport.path}/rows`,
    id: "listImportRows",
    summary: "List the rows of an import",
    description: "In file order, optionally only rows with one action.",
    access: READ,
    parameters: [
      queryParameter("action", "Only rows with this action.", { type: "string", enum: [...IMPORT_ACTIONS] }),
      queryParameter("similar", "Only rows that would become new records but are likely duplicates.", {
        enum: ["true"],
      }),
      ...pageParameters(),
    ],
    answers: {
      success: { description: "One page of rows", schema: rowsAnswer },
      refusals: ["data_not_found", "validation_failed"],
    },
  }).handle(async ({ params, url, context }) => {
    const { query, errors } = parseListQuery(ROWS, url.searchParams);
    const [actionName, ...more] = url.searchParams.getAll("action");
    const action = IMPORT_ACTIONS.find((each) => each === actionName);
    if ((actionName !== undefined && !action) || more.length > 0) errors.action = ["type"];
    const similar = url.searchParams.has("similar");
    if (similar && url.searchParams.getAll("similar").join() !== "true") errors.similar = ["type"];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const found = await importOf(context, params);
    const { pageNo, pageSize } = query;
    const filter = { action, similar };
    const [total, rows] = await Promise.all([
      store.countRowsOf(context.connection, found.import_id, filter),
      store.listImportRows(context.connection, found.import_id, {
        ...filter,
        limit: pageSize,
        offset: pageNo * pageSize,
      }),
    ]);
    return toPage(await rowAnswers(context, found, rows), total, query, url);
  }),
});

export const importRefused = routes({
  GET: route({
    ...ofImport,
    path: `${ofImport.path}/refused`,
    id: "readRefusedRows",
    summary: "Read the refused rows as a file",
    description:
      "The rows as uploaded, with the reason in a separate column. Formulas are named in the reason and replaced by an error value in their cell.",
    access: READ,
    parameters: [
      queryParameter("format", "By default csv; all cells of xlsx are texts.", { enum: Object.keys(FORMATS) }),
    ],
    answers: {
      success: {
        description: "The file",
        mediaType: Object.values(FORMATS).map(({ mediaType }) => mediaType),
        schema: anyText,
        headers: { "Content-Disposition": { description: "The file name.", schema: { type: "string" } } },
      },
      refusals: ["data_not_found", "validation_failed", "too_many_requests"],
    },
  }).handle(async ({ params, url, session, context }) => {
    const format = formatOf(url.searchParams, "csv");
    const found = await importOf(context, params);
    const name = `import-${found.kind}-${dayOf(new Date())}.${format.name}`;
    const headers = {
      "content-type": format.mediaType + (format.charset ?? ""),
      "content-disposition": contentDisposition(name),
    };
    return withConcurrencyLimit("importing", session.user.id, async () => {
      const rows = await store.listImportRows(context.connection, found.import_id, { action: "refused" });
      const content = refusedRows(definitionOfImport(found), found, rows, context.locale);
      return new NextResponse(await format.stream(content), { headers });
    });
  }),
});
