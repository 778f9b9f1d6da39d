import { generated } from "@/lib/answers/shapes";
import { allDefinitions } from "@/lib/records/kinds/registry";
import { linkCallNames, type LinkCallName } from "@/lib/records/kinds/relations";
import * as authRoutes from "./accounts/auth-routes";
import * as administrationRoutes from "./accounts/administration-routes";
import * as secondFactorRoutes from "./accounts/second-factor-routes";
import * as ssoRoutes from "./accounts/sso-routes";
import * as exportRoutes from "./accounts/export-routes";
import * as userRoutes from "./accounts/user-routes";
import * as calendarRoutes from "./deadlines/calendar-routes";
import { aliasRoutes } from "./records/alias-routes";
import { bulkRoutes } from "./records/bulk-routes";
import { keptAnswer } from "../kept-answer";
import { routes } from "../request-handler";
import { overviewPdfRoutes, overviewRoutes } from "./records/overview-routes";
import { spreadsheetRoutes } from "./exchange/spreadsheet-routes";
import * as historyRoutes from "./records/history-routes";
import { dismissal, duplicates, similarRoutes } from "./records/duplicate-routes";
import { mergeRoutes } from "./records/merge-routes";
import * as deadlineRoutes from "./deadlines/deadline-routes";
import * as importRoutes from "./exchange/import-routes";
import { filterChoiceRoutes } from "./records/filter-choice-routes";
import { linkRoutes } from "./records/link-routes";
import { createRoutes, listRoutes, recordRoutes } from "./records/record-routes";
import * as referenceRoutes from "./records/reference-routes";
import { eraseRoutes, personalDataRoutes } from "./accounts/personal-data-routes";
import { searchEverything } from "./records/search-everything-routes";
import { searchRoutes } from "./records/search-routes";
import { route } from "../route";
import * as unsubscribeRoutes from "./deadlines/unsubscribe-routes";
import { confirm } from "./rounds/confirm-routes";
import * as jobRoutes from "./operations/job-routes";
import * as qualityRoutes from "./records/quality-routes";
import * as metricsRoutes from "./operations/metrics-routes";
import * as viewRoutes from "./records/view-routes";
import * as proposalRoutes from "./rounds/proposal-routes";
import * as roundRoutes from "./rounds/round-routes";
import * as systemRoutes from "./operations/system-routes";
import { openApiDocument, type OpenApiDocument } from "./document";

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
      ].map((routesOf) => routesOf(definition)),
    ),
    ...allDefinitions
      .filter(({ person }) => person)
      .flatMap((definition) => [personalDataRoutes, eraseRoutes].map((routesOf) => routesOf(definition))),
    ...allDefinitions.filter(({ duplicateFields }) => duplicateFields).map(similarRoutes),
    duplicates,
    dismissal,
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
    ...Object.values(roundRoutes),
    ...Object.values(proposalRoutes),
    ...Object.values(importRoutes),
    confirm,
    ...Object.values(metricsRoutes),
    ...Object.values(systemRoutes),
    searchEverything,
    apiDescription,
  ];
}

let document: OpenApiDocument | undefined;

/** The API's OpenAPI document. */
export const apiDocument = (): OpenApiDocument => (document ??= openApiDocument(allRoutes()));

const documentAnswer = keptAnswer(() => JSON.stringify(apiDocument()));
