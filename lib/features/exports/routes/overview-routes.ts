import { create as contentDisposition } from "content-disposition";
import { NextResponse } from "next/server";
import { recordOverview } from "@/lib/model/answers/overview-answers";
import { generated } from "@/lib/model/answers/shapes";
import { isLocale, LOCALES } from "@/lib/model/messages/i18n";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { dayOf } from "@/lib/model/fields/moments";
import { invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { NOT_FOUND_OR_MERGED } from "@/lib/http/one-record";
import { kindWords } from "@/lib/http/openapi/tags";
import { schemaName } from "@/lib/http/openapi/record-schemas";
import { notFoundOrMerged } from "@/lib/store/records/find-records";
import { route } from "@/lib/http/route";
import { readOverviewSheet } from "../server/read-overview";
import { overviewPdf, pdfFileName } from "../server/overview-pdf";

const MEDIA_TYPE = "application/pdf";

/** Contract §3. */
export const overviewRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}/{${definition.key}}/overview`,
      id: `read${schemaName(definition)}Overview`,
      tag: definition.name,
      summary: `Read the overview of a ${kindWords(definition.name).one}`,
      description:
        "The fields that are not empty and the linked records, formatted in the language of the request, as a record's page shows them.",
      access: ["read", definition.name],
      answers: {
        success: { description: "The overview", schema: recordOverview },
        refusals: [NOT_FOUND_OR_MERGED],
      },
    }).handle(async ({ params, context }) => {
      const id = pathId(params, definition.key);
      const sheet = await readOverviewSheet(context, definition, id);
      if (!sheet) throw await notFoundOrMerged(context.connection, definition, id);
      const { label, besideHeading, overview } = sheet;
      return { success: true, data: { ...overview, label, facts: [...besideHeading, ...overview.facts] } };
    }),
  });

export const overviewPdfRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}/{${definition.key}}/overview.pdf`,
      id: `print${schemaName(definition)}`,
      tag: definition.name,
      summary: `Read the overview of a ${kindWords(definition.name).one} as a PDF`,
      description: "The record's data and linked records on A4 pages, in either language.",
      access: ["read", definition.name],
      parameters: [
        {
          name: "lang",
          in: "query",
          description: "The language; by default that of the request.",
          schema: { enum: LOCALES },
        },
      ],
      answers: {
        success: {
          description: "The document",
          mediaType: MEDIA_TYPE,
          schema: generated<string>({ type: "string", contentMediaType: MEDIA_TYPE }),
          headers: {
            "Content-Disposition": { description: "The file name.", schema: { type: "string" } },
          },
        },
        refusals: ["validation_failed", NOT_FOUND_OR_MERGED, "too_many_requests"],
      },
    }).handle(async ({ params, url, session, context }) => {
      const id = pathId(params, definition.key);
      const [localeName, ...more] = url.searchParams.getAll("lang");
      if ((localeName !== undefined && !isLocale(localeName)) || more.length > 0) throw invalid({ lang: ["type"] });
      const locale = localeName ?? context.locale;
      return withConcurrencyLimit("printing", session.user.id, async () => {
        const sheet = await readOverviewSheet({ ...context, locale }, definition, id);
        if (!sheet) throw await notFoundOrMerged(context.connection, definition, id);
        const name = pdfFileName(sheet.label, dayOf(new Date()), locale);
        const headers = {
          "content-type": MEDIA_TYPE,
          "content-disposition": contentDisposition(name, { type: "inline" }),
        };
        return new NextResponse(new Uint8Array(await overviewPdf(sheet)), { headers });
      });
    }),
  });
