import { fileExists, fileStored, recordFiles } from "../file-answers";
import { uploadForm } from "./upload-form";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { NOT_FOUND_OR_MERGED } from "@/lib/http/one-record";
import { schemaName } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { pathId, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { checkRecordExists, listRecordFiles } from "../server/find-files";
import { createFile } from "../server/store-upload";

/** Contract §18. */
export const recordFileRoutes = (definition: AnyDefinition) => {
  const { apiPath, key, name } = definition;
  const path = `/${apiPath}/{${key}}/files`;
  return routes({
    GET: route({
      path,
      id: `list${schemaName(definition)}Files`,
      tag: name,
      summary: `List the files of a ${kindWords(name).one}`,
      description: "Newest first, without those that the account may not see.",
      access: ["read", name],
      answers: { success: { description: "The files", schema: recordFiles }, refusals: [NOT_FOUND_OR_MERGED] },
    }).handle(async ({ params, context }) => ({
      success: true,
      files: await listRecordFiles(context, definition, pathId(params, key)),
    })),
    POST: route({
      path,
      id: `upload${schemaName(definition)}File`,
      tag: name,
      summary: `Upload a file of a ${kindWords(name).one}`,
      description:
        "PDF, docx, xlsx, odt, png, jpeg, or UTF-8 text (`.txt`, `.csv`, `.md`); the content decides, and must be what the name's ending says. " +
        "`name` is cleaned. Bytes that a file of the record has now are refused with that file; at most 100 files.",
      access: ["write", name],
      body: uploadForm,
      answers: {
        success: { status: 201, description: "Stored", schema: fileStored },
        refusals: [NOT_FOUND_OR_MERGED, fileExists, "too_many_requests"],
      },
    }).handle(async ({ params, session, context, body }) => {
      const id = pathId(params, key);
      await checkRecordExists(context.connection, definition, id);
      const store = () => createFile(context, definition, id, body);
      const datei_id = await withConcurrencyLimit("storing", session.user.id, store);
      return { success: true, message: "data_saved", datei_id };
    }),
  });
};
