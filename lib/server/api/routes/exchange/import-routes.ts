import { create as contentDisposition } from "content-disposition";
import { NextResponse } from "next/server";
import * as z from "zod";
import { IMPORT_MAX_BYTES } from "@/lib/limits";
import { parseListQuery, toPage, type ListDefinition } from "@/lib/records/lists/list-query";
import { dayOf } from "@/lib/records/fields/moments";
import { allDefinitions, definitionOfPath } from "@/lib/records/kinds/registry";
import { inTransaction, type Context } from "@/lib/server/database/transaction";
import { AppError, invalid } from "@/lib/server/errors/errors";
import { pathId, routes } from "../../http";
import { inLane } from "@/lib/server/limits/concurrency";
import { done } from "../../json-schema";
import { pageParameters, queryParameter } from "../../list-parameters";
import { pageOf } from "../../record-schemas";
import { demand } from "@/lib/server/access/permissions";
import { route } from "../../route";
import * as store from "@/lib/server/imports/imports-sql";
import { columnsOf, fieldNames, importAnswer, previewOf, rowAnswers } from "@/lib/server/imports/answers";
import { checkDecision } from "@/lib/server/imports/decision";
import { guessColumns } from "@/lib/server/imports/infer-mapping";
import { importSchemas } from "./import-schemas";
import { parseFile } from "@/lib/server/imports/parse-file";
import { plan } from "@/lib/server/imports/plan";

import { refusedCsv } from "@/lib/server/imports/refused-csv";
import { checkChoices, choicesBody, isChosen } from "@/lib/server/imports/row-choices";
import { definitionOfImport, startImport } from "@/lib/server/imports/run";
import { findSimilarRows } from "@/lib/server/imports/similar-rows";
import { expectDefined } from "@/lib/server/errors/invariant";

const WRITE = ["write", "imports"] as const;
const READ = ["read", "imports"] as const;
const ofImport = { path: "/imports/{import_id}", tag: "imports" };
/** As many rows show what a column holds. */
const SHOWN_BY = 100;

/** One's own import that the path names. @throws AppError data_not_found */
async function importOf({ actor, connection }: Context, params: Record<string, string>): Promise<store.StoredImport> {
  const found = await store.findImport(connection, expectDefined(actor, "the account").id, pathId(params, "import_id"));
  if (!found) throw new AppError("data_not_found");
  return found;
}

const kindParameter = queryParameter(
  "kind",
  "The kind of records that the rows become, by the first word of its API path.",
  { type: "string", enum: allDefinitions.map(({ apiPath }) => apiPath) },
);

/** `POST /api/imports?kind=`: a table, which is kept for a week. */
export const imports = routes({
  POST: route({
    path: "/imports",
    id: "uploadImport",
    tag: "imports",
    summary: "Upload a table",
    description:
      "csv or xlsx, at most 20 MB and 50,000 rows. Delimiter and encoding are recognised, columns are guessed.",
    access: WRITE,
    parameters: [kindParameter],
    body: { fileOf: IMPORT_MAX_BYTES },
    answers: {
      success: { status: 201, description: "Kept; nothing is written yet", schema: importSchemas.uploaded },
      refusals: ["too_many_requests"],
    },
    async handle({ request, url, session, context, body }) {
      const definition = definitionOfPath(url.searchParams.get("kind") ?? "");
      if (!definition) throw invalid({ kind: [url.searchParams.get("kind") ? "unknown" : "required"] });
      demand(context.actor, "write", definition.name);
      const { headers, firstRows, rowCount, parts } = await inLane("parsing", session.user.id, () =>
        parseFile(body.bytes, request.signal),
      );
      return inLane("importing", session.user.id, async () => {
        const mapping = await guessColumns(context, definition, headers, firstRows);
        const fileName = body.name.toWellFormed().replaceAll("\0", "").slice(0, 255);
        const id = await inTransaction(
          context,
          async ({ connection }) => {
            await store.dropOldImports(connection);
            const kept = { kind: definition.apiPath, fileName, headers, mapping, rowCount, parts };
            return store.insertImport(connection, session.user.id, kept);
          },
          60_000,
        );
        if (id === null) throw invalid({ imports: ["max"] });
        return { id, columns: columnsOf({ headers, mapping }, firstRows.slice(0, SHOWN_BY)), rows: rowCount };
      });
    },
  }),
});

const decisionBody = z.strictObject({
  mapping: z.record(z.string(), z.nullable(z.string())),
  match: z.optional(z.array(z.string())),
  unknown: z._default(z.enum(["refuse", "create"]), "refuse"),
});

/** `GET`, `PUT` and `DELETE /api/imports/{id}`: how far it is, what it would do, forgetting it. */
export const oneImport = routes({
  GET: route({
    ...ofImport,
    id: "readImport",
    summary: "Read how far an import is",
    description:
      "`done` of `total` rows are written. One that nobody writes any more, though it is not done, has `failed`: it can go on.",
    access: READ,
    answers: { success: { description: "The import", schema: importSchemas.one }, refusals: ["data_not_found"] },
    handle: async ({ params, context }) => importAnswer(context, await importOf(context, params)),
  }),
  PUT: route({
    ...ofImport,
    id: "previewImport",
    summary: "Preview an import",
    description:
      "`mapping` says what each column fills, `match` by which fields rows and records are the same (unless told otherwise by the key, if it is there), " +
      "`unknown` whether thematic fields that do not exist yet are made. `similar` of a row that would become a new record names those that it probably is. " +
      "Nothing is written.",
    access: WRITE,
    body: decisionBody,
    answers: {
      success: { description: "What would be done, and the first 200 rows", schema: importSchemas.preview },
      refusals: ["data_not_found", "import_not_ready", "too_many_requests"],
    },
    async handle({ params, context, session, body }) {
      const found = await importOf(context, params);
      const definition = definitionOfImport(found);
      const decided = checkDecision(definition, found, fieldNames(found), body);
      return inLane("importing", session.user.id, async () => {
        const rows = await store.rowsOf(context.connection, found.import_id);
        const asked = { ...found, ...decided };
        const looked = rows.map(({ row, cells }) => ({ row, cells }));
        const { verdicts } = await plan(context, definition, asked, looked);
        const similar = await findSimilarRows(context, definition, verdicts);
        const counts = await inTransaction(
          context,
          async (unit) => {
            if (!(await store.decide(unit.connection, found.import_id, decided)))
              throw new AppError("import_not_ready");
            await store.writeVerdicts(unit.connection, found.import_id, verdicts);
            await store.writeSimilar(unit.connection, found.import_id, similar);
            return store.refreshCounts(unit.connection, found.import_id);
          },
          60_000,
        );
        return previewOf(context, { ...asked, counts: expectDefined(counts, "the import, which is locked") });
      });
    },
  }),
  DELETE: route({
    ...ofImport,
    id: "forgetImport",
    summary: "Forget an import",
    description: "What it wrote stays. After seven days it is forgotten anyway.",
    access: WRITE,
    answers: {
      success: { description: "Forgotten", schema: done("data_deleted") },
      refusals: ["data_not_found", "import_not_ready"],
    },
    async handle({ params, context }) {
      const found = await importOf(context, params);
      if (found.state === "running") throw new AppError("import_not_ready");
      await store.deleteImport(context.connection, found.import_id);
      return { success: true, message: "data_deleted" };
    },
  }),
});

/** `POST /api/imports/{id}/run`: writes it, or goes on. */
export const importRun = routes({
  POST: route({
    ...ofImport,
    path: `${ofImport.path}/run`,
    id: "runImport",
    summary: "Write an import",
    description:
      "It goes on by itself: ask GET how far it is. All of it is one batch of the history. One that stopped goes on where it was, " +
      "with what was chosen at first. What is chosen holds for rows that the preview lists as `create`: without it they become new " +
      "records. A row that is to update a record that is gone, or that another row means already, is refused.",
    access: WRITE,
    body: { optionalBody: choicesBody },
    answers: {
      success: { status: 202, description: "Begun", schema: importSchemas.one },
      refusals: ["data_not_found", "import_not_ready", "forbidden"],
    },
    async handle({ params, context, body }) {
      const found = await importOf(context, params);
      demand(context.actor, "write", definitionOfImport(found).name);
      if (isChosen(body)) {
        if (found.state !== "mapped") throw new AppError("import_not_ready");
        await checkChoices(context.connection, found.import_id, body);
      }
      await startImport(context, found.import_id, body);
      return importAnswer(context, await importOf(context, params));
    },
  }),
});

const ROWS: ListDefinition = { sortFields: ["row"], sortAliases: {}, defaultSort: "row", topicsList: null };

/** `GET /api/imports/{id}/rows`: what becomes of which row. */
export const importRows = routes({
  GET: route({
    ...ofImport,
    path: `${ofImport.path}/rows`,
    id: "listImportRows",
    summary: "List the rows of an import",
    description: "In their order, all or those that become one thing.",
    access: READ,
    parameters: [
      queryParameter("action", "What becomes of them.", { type: "string", enum: [...store.ACTIONS] }),
      queryParameter("similar", "Only those that would become new records, but probably exist.", { enum: ["true"] }),
      ...pageParameters(),
    ],
    answers: {
      success: { description: "One page of rows", schema: pageOf(importSchemas.row) },
      refusals: ["data_not_found", "validation_failed"],
    },
    async handle({ params, url, context }) {
      const { query, errors } = parseListQuery(ROWS, url.searchParams);
      const [wanted, ...more] = url.searchParams.getAll("action");
      const action = store.ACTIONS.find((each) => each === wanted);
      if ((wanted !== undefined && !action) || more.length > 0) errors.action = ["type"];
      const similar = url.searchParams.has("similar");
      if (similar && url.searchParams.getAll("similar").join() !== "true") errors.similar = ["type"];
      if (Object.keys(errors).length > 0) throw invalid(errors);
      const found = await importOf(context, params);
      const { pageNo, pageSize } = query;
      const only = { action, similar };
      const [total, rows] = await Promise.all([
        store.countWanted(context.connection, found.import_id, only),
        store.rowsOf(context.connection, found.import_id, { ...only, limit: pageSize, offset: pageNo * pageSize }),
      ]);
      return toPage(await rowAnswers(context, found, rows), total, query, url);
    },
  }),
});

/** `GET /api/imports/{id}/refused`: the rows that were refused, to be mended and sent again. */
export const importRefused = routes({
  GET: route({
    ...ofImport,
    path: `${ofImport.path}/refused`,
    id: "readRefusedRows",
    summary: "Read the refused rows as csv",
    description:
      "As they were sent, with the reason in a column of its own. A formula is told there; in its place stands an error.",
    access: READ,
    answers: {
      success: {
        description: "The file",
        mediaType: "text/csv",
        schema: { type: "string" },
        headers: { "Content-Disposition": { description: "What the file is called.", schema: { type: "string" } } },
      },
      refusals: ["data_not_found", "too_many_requests"],
    },
    async handle({ params, session, context }) {
      const found = await importOf(context, params);
      const name = `import-${found.kind}-${dayOf(new Date())}.csv`;
      const headers = { "content-type": "text/csv; charset=utf-8", "content-disposition": contentDisposition(name) };
      return inLane("importing", session.user.id, async () => {
        const rows = await store.rowsOf(context.connection, found.import_id, { action: "refused" });
        return new NextResponse(refusedCsv(definitionOfImport(found), found, rows, context.locale), { headers });
      });
    },
  }),
});
