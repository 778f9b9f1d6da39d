import { NextResponse } from "next/server";
import { allDefinitions } from "../../records/registry";
import { linkCallNames, type LinkCallName } from "../../records/relations";
import * as accountRoutes from "../accounts/account-routes";
import { methods, publicReading } from "../http";
import { linkRoutes } from "../link-routes";
import { createRoutes, listRoutes, recordRoutes, searchRoutes } from "../record-routes";
import * as systemRoutes from "../system-routes";
import { openApiDocument, type OpenApiDocument } from "./document";
import { described } from "./operation";
import { documentOperation } from "./system-operations";

/** `GET /api/openapi.json`: what the API says about itself. */
export const apiDescription = methods({
  GET: described(
    documentOperation,
    publicReading(async () => new NextResponse(documentText(), { headers: { "content-type": "application/json" } })),
  ),
});

/** What the route files export, from the modules and declarations that they export it from. */
function allRoutes() {
  return [
    ...allDefinitions.flatMap((definition) =>
      [listRoutes, createRoutes, recordRoutes, searchRoutes].map((routesOf) => routesOf(definition)),
    ),
    ...linkCallNames().map((name) => linkRoutes(name as LinkCallName)),
    ...Object.values(accountRoutes),
    ...Object.values(systemRoutes),
    apiDescription,
  ];
}

let document: OpenApiDocument | undefined;
let text: string | undefined;

/** The API's OpenAPI document. */
export const apiDocument = (): OpenApiDocument => (document ??= openApiDocument(allRoutes()));

// It never changes while the app runs, and it is asked for without a login.
const documentText = () => (text ??= JSON.stringify(apiDocument()));
