import { fileDeleted, fileExists, fileList, fileUpdated, fileVersions, oneFile, versionStored } from "../file-answers";
import { FILE_LIST, parseFilesQuery } from "../files-query";
import { fileProperties, uploadForm } from "./upload-form";
import { FILE_VISIBILITIES } from "@/lib/model/files/file-visibility";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { toPage } from "@/lib/model/lists/list-query";
import { invalid } from "@/lib/base/errors/errors";
import { entryIdShape } from "@/lib/model/fields/field";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { recordIdSchema } from "@/lib/http/openapi/field-schemas";
import { listParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { pathId, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { asFileRow, getFile, listFiles, listVersions } from "../server/find-files";
import { deleteFile, updateFile } from "../server/save-file";
import { createVersion } from "../server/store-upload";

const ofFile = { path: "/files/{datei_id}", tag: "files" };
const day = { type: "string", format: "date" };

/** Contract §18. */
export const files = routes({
  GET: route({
    path: "/files",
    id: "listFiles",
    tag: "files",
    summary: "List the files of all records",
    description: "Newest first, without those that the account may not see. `filter` searches names and descriptions.",
    access: ["read", "files"],
    parameters: [
      ...listParameters(FILE_LIST),
      queryParameter("kind", "Only files of one kind of record.", {
        enum: allDefinitions.map(({ apiPath }) => apiPath),
      }),
      queryParameter("id", "Only files of one record; requires `kind`.", recordIdSchema),
      queryParameter("dateiart", "Only these kinds of files.", { type: "array", items: entryIdShape }),
      queryParameter("sichtbar", "Only files with these visibilities.", {
        type: "array",
        items: { type: "string", enum: [...FILE_VISIBILITIES] },
      }),
      queryParameter("gueltig_bis[from]", "Valid until this day or later.", day),
      queryParameter("gueltig_bis[to]", "Valid until this day or earlier.", day),
      queryParameter("gueltig_bis[empty]", "`true`: without such a day; `false`: with one.", { type: "boolean" }),
    ],
    answers: {
      success: { description: "One page of files", schema: fileList },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ url, context }) => {
    const { query, errors } = parseFilesQuery(url.searchParams);
    if (errors) throw invalid(errors);
    const { rows, total } = await listFiles(context, query);
    return toPage(rows, total, query, url);
  }),
});

/** Contract §18. */
export const file = routes({
  GET: route({
    ...ofFile,
    id: "readFile",
    summary: "Read what describes a file",
    description: "One that the account may not see is not found.",
    access: ["read", "files"],
    answers: { success: { description: "The file", schema: oneFile }, refusals: ["data_not_found"] },
  }).handle(async ({ params, context }) => ({
    success: true,
    data: asFileRow(await getFile(context, pathId(params, "datei_id"))),
  })),
  PUT: route({
    ...ofFile,
    id: "updateFile",
    summary: "Change what describes a file",
    description: "Fields that are not named stay. What describes the bytes is ignored: they change by a new version.",
    access: ["write", "files"],
    body: { anyObject: { type: "object", properties: fileProperties } },
    answers: { success: { description: "Changed", schema: fileUpdated }, refusals: ["data_not_found"] },
  }).handle(async ({ params, context, body }) => {
    await updateFile(context, pathId(params, "datei_id"), body);
    return { success: true, message: "data_updated" };
  }),
  DELETE: route({
    ...ofFile,
    id: "deleteFile",
    summary: "Delete a file",
    description: "With all its versions. It can be restored from the history for 30 days.",
    access: ["write", "files"],
    answers: { success: { description: "Deleted", schema: fileDeleted }, refusals: ["data_not_found"] },
  }).handle(async ({ params, context }) => {
    await deleteFile(context, pathId(params, "datei_id"));
    return { success: true, message: "data_deleted" };
  }),
});

/** Contract §18. */
export const versions = routes({
  GET: route({
    ...ofFile,
    path: `${ofFile.path}/versions`,
    id: "listFileVersions",
    summary: "List the versions of a file",
    description: "Newest first.",
    access: ["read", "files"],
    answers: { success: { description: "The versions", schema: fileVersions }, refusals: ["data_not_found"] },
  }).handle(async ({ params, context }) => ({
    success: true,
    versions: await listVersions(context, pathId(params, "datei_id")),
  })),
  POST: route({
    ...ofFile,
    path: `${ofFile.path}/versions`,
    id: "uploadFileVersion",
    summary: "Upload a new version of a file",
    description: "May be of another type. Fields that are not named stay; changed ones are part of the same change.",
    access: ["write", "files"],
    body: uploadForm,
    answers: {
      success: { status: 201, description: "Stored", schema: versionStored },
      refusals: ["data_not_found", fileExists, "too_many_requests"],
    },
  }).handle(async ({ params, session, context, body }) => {
    const datei_id = pathId(params, "datei_id");
    await getFile(context, datei_id);
    const store = () => createVersion(context, datei_id, body);
    const fassung = await withConcurrencyLimit("storing", session.user.id, store);
    return { success: true, message: "data_saved", fassung };
  }),
});
