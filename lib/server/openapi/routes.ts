import { NextResponse } from "next/server";
import { allDefinitions } from "../../records/registry";
import { linkCallNames, type LinkCallName } from "../../records/relations";
import * as authRoutes from "../accounts/auth-routes";
import * as administrationRoutes from "../accounts/administration-routes";
import * as secondFactorRoutes from "../accounts/second-factor-routes";
import * as ssoRoutes from "../accounts/sso/sso-routes";
import * as exportRoutes from "../accounts/export-routes";
import * as userRoutes from "../accounts/user-routes";
import * as calendarRoutes from "../calendar/calendar-routes";
import { aliasRoutes } from "../alias-routes";
import { bulkRoutes } from "../bulk/bulk-routes";
import { routes } from "../http";
import { overviewPdfRoutes } from "../exports/overview-routes";
import { spreadsheetRoutes } from "../exports/spreadsheet-routes";
import * as historyRoutes from "../history/history-routes";
import { dismissal, duplicates, similarRoutes } from "../duplicates/duplicate-routes";
import { mergeRoutes } from "../merges/merge-routes";
import * as deadlineRoutes from "../deadlines/deadline-routes";
import * as importRoutes from "../imports/import-routes";
import { filterChoiceRoutes } from "../filter-choice-routes";
import { linkRoutes } from "../link-routes";
import { createRoutes, listRoutes, recordRoutes } from "../record-routes";
import * as referenceRoutes from "../reference-routes";
import { eraseRoutes, personalDataRoutes } from "../personal-data/personal-data-routes";
import { searchEverything } from "../search-everything-routes";
import { searchRoutes } from "../search-routes";
import { route } from "../route";
import * as unsubscribeRoutes from "../digests/unsubscribe-routes";
import * as jobRoutes from "../jobs/job-routes";
import * as qualityRoutes from "../quality/quality-routes";
import * as metricsRoutes from "../metrics/metrics-routes";
import * as viewRoutes from "../views/view-routes";
import * as systemRoutes from "../system-routes";
import { openApiDocument, type OpenApiDocument } from "./document";

/** `GET /api/openapi.json`: what the API says about itself. */
export const apiDescription = routes({
  GET: route({
    path: "/openapi.json",
    id: "readApiDescription",
    tag: "system",
    summary: "Read this description",
    description: "Needs no login, so that generators can fetch it; it holds no data.",
    access: "public",
    answers: {
      success: {
        description: "An OpenAPI 3.1 document",
        schema: {
          type: "object",
          properties: {
            openapi: { type: "string", pattern: "^3\\.1\\." },
            info: { type: "object" },
            paths: { type: "object" },
            components: { type: "object" },
          },
          required: ["openapi", "info", "paths", "components"],
        },
      },
    },
    handle: () => new NextResponse(documentText(), { headers: { "content-type": "application/json" } }),
  }),
});

/** What the route files export, from the modules and declarations that they export it from. */
function allRoutes() {
  return [
    ...allDefinitions.flatMap((definition) =>
      [
        listRoutes,
        createRoutes,
        recordRoutes,
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
    ...allDefinitions.filter(({ alike }) => alike).map(similarRoutes),
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
    ...Object.values(importRoutes),
    ...Object.values(metricsRoutes),
    ...Object.values(systemRoutes),
    searchEverything,
    apiDescription,
  ];
}

let document: OpenApiDocument | undefined;
let text: string | undefined;

/** The API's OpenAPI document. */
export const apiDocument = (): OpenApiDocument => (document ??= openApiDocument(allRoutes()));

// It never changes while the app runs, and it is asked for without a login.
const documentText = () => (text ??= JSON.stringify(apiDocument()));
