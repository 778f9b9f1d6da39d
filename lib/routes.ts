import { generated } from "@/lib/model/answers/shapes";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { linkCallNames, type LinkCallName } from "@/lib/model/kinds/relations";
import * as authRoutes from "@/lib/features/accounts/routes/auth-routes";
import * as administrationRoutes from "@/lib/features/accounts/routes/administration-routes";
import * as secondFactorRoutes from "@/lib/features/accounts/routes/second-factor-routes";
import * as ssoRoutes from "@/lib/features/accounts/routes/sso-routes";
import * as exportRoutes from "@/lib/features/accounts/routes/export-routes";
import * as userRoutes from "@/lib/features/accounts/routes/user-routes";
import * as calendarRoutes from "@/lib/features/deadlines/routes/calendar-routes";
import { aliasRoutes } from "@/lib/features/records/routes/alias-routes";
import { bulkRoutes } from "@/lib/features/records/routes/bulk-routes";
import { cachedAnswer } from "@/lib/http/cached-answer";
import { routes } from "@/lib/http/request-handler";
import { overviewPdfRoutes, overviewRoutes } from "@/lib/features/exports/routes/overview-routes";
import { spreadsheetRoutes } from "@/lib/features/exports/routes/spreadsheet-routes";
import { statisticsExport } from "@/lib/features/exports/routes/statistics-routes";
import * as historyRoutes from "@/lib/features/history/routes";
import { dismissal, duplicates, similarRoutes } from "@/lib/features/duplicates/routes/duplicate-routes";
import { mergeRoutes } from "@/lib/features/duplicates/routes/merge-routes";
import * as deadlineRoutes from "@/lib/features/deadlines/routes/deadline-routes";
import * as importRoutes from "@/lib/features/imports/routes";
import * as fileRoutes from "@/lib/features/files/routes/file-routes";
import { fileContent } from "@/lib/features/files/routes/content-route";
import { recordFileRoutes } from "@/lib/features/files/routes/record-file-routes";
import { filterChoiceRoutes } from "@/lib/features/records/routes/filter-choice-routes";
import { handOverRoutes } from "@/lib/features/records/routes/hand-over-routes";
import { responsibleRoutes } from "@/lib/features/records/routes/responsible-routes";
import { handableProjects } from "@/lib/model/values/succession";
import { linkRoutes } from "@/lib/features/records/routes/link-routes";
import { createRoutes, listRoutes, recordRoutes } from "@/lib/features/records/routes/record-routes";
import * as referenceRoutes from "@/lib/features/reference-lists/routes";
import { eraseRoutes, personalDataRoutes } from "@/lib/features/personal-data/routes";
import { searchEverythingRoutes } from "@/lib/features/records/routes/search-everything-routes";
import { searchRoutes } from "@/lib/features/records/routes/search-routes";
import { route } from "@/lib/http/route";
import * as unsubscribeRoutes from "@/lib/features/deadlines/routes/unsubscribe-routes";
import { confirm } from "@/lib/features/rounds/routes/confirm-routes";
import * as jobRoutes from "@/lib/features/operations/routes/job-routes";
import * as qualityRoutes from "@/lib/features/quality/routes";
import * as metricsRoutes from "@/lib/features/operations/routes/metrics-routes";
import * as viewRoutes from "@/lib/features/views/routes";
import * as placeRoutes from "@/lib/features/places/routes";
import * as statisticsRoutes from "@/lib/features/statistics/routes";
import * as proposalRoutes from "@/lib/features/rounds/routes/proposal-routes";
import * as roundRoutes from "@/lib/features/rounds/routes/round-routes";
import * as systemRoutes from "@/lib/features/operations/routes/system-routes";
import { openApiDocument, type OpenApiDocument } from "@/lib/http/openapi/document";

/** `GET /api/openapi.json`: the API's description as an OpenAPI document. */
export const apiDescription = routes({
  GET: route({
    path: "/openapi.json",
    id: "readApiDescription",
    tag: "system",
    summary: "Read this description",
    description: "Needs no login, so that code generators can fetch the document, which contains no data.",
    access: "public",
    answers: {
      success: {
        description: "An OpenAPI 3.1 document",
        schema: generated<OpenApiDocument>({
          type: "object",
          properties: {
            openapi: { type: "string", pattern: "^3\\.1\\." },
            info: { type: "object" },
            paths: { type: "object" },
            components: { type: "object" },
          },
          required: ["openapi", "info", "paths", "components"],
        }),
        headers: { ETag: { description: "Hash of the document.", schema: { type: "string" } } },
      },
      unchanged: true,
    },
  }).handle(({ request }) => documentAnswer(request)),
});

/** Returns all routes of the API, imported from the modules that the route files re-export. */
function allRoutes() {
  return [
    ...allDefinitions.flatMap((definition) =>
      [
        listRoutes,
        createRoutes,
        recordRoutes,
        overviewRoutes,
        overviewPdfRoutes,
        searchRoutes,
        filterChoiceRoutes,
        bulkRoutes,
        aliasRoutes,
        mergeRoutes,
        spreadsheetRoutes,
        recordFileRoutes,
      ].map((routesOf) => routesOf(definition)),
    ),
    ...allDefinitions
      .filter(({ person }) => person)
      .flatMap((definition) => [personalDataRoutes, eraseRoutes].map((routesOf) => routesOf(definition))),
    ...allDefinitions.filter(({ duplicateFields }) => duplicateFields).map(similarRoutes),
    duplicates,
    dismissal,
    ...allDefinitions.filter(handableProjects).map(handOverRoutes),
    ...allDefinitions.filter(({ derivedLists }) => derivedLists).map(responsibleRoutes),
    ...linkCallNames().map((name) => linkRoutes(name as LinkCallName)),
    ...Object.values(authRoutes),
    ...Object.values(ssoRoutes),
    ...Object.values(userRoutes),
    ...Object.values(secondFactorRoutes),
    ...Object.values(exportRoutes),
    ...Object.values(administrationRoutes),
    ...Object.values(historyRoutes),
    ...Object.values(deadlineRoutes),
    ...Object.values(calendarRoutes),
    ...Object.values(referenceRoutes),
    ...Object.values(unsubscribeRoutes),
    ...Object.values(jobRoutes),
    ...Object.values(qualityRoutes),
    ...Object.values(viewRoutes),
    ...Object.values(placeRoutes),
    ...Object.values(statisticsRoutes),
    statisticsExport,
    ...Object.values(roundRoutes),
    ...Object.values(proposalRoutes),
    ...Object.values(importRoutes),
    ...Object.values(fileRoutes),
    fileContent,
    confirm,
    ...Object.values(metricsRoutes),
    ...Object.values(systemRoutes),
    searchEverythingRoutes,
    apiDescription,
  ];
}

let document: OpenApiDocument | undefined;

/** The API's OpenAPI document. */
export const apiDocument = (): OpenApiDocument => (document ??= openApiDocument(allRoutes()));

const documentAnswer = cachedAnswer(() => JSON.stringify(apiDocument()));
