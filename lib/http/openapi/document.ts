import packageJson from "@/package.json";
import en from "@/messages/en.json";
import { entryIdShape } from "@/lib/model/fields/field";
import { entryLists } from "@/lib/model/reference-lists/reference-lists";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { PLAIN_SESSION_COOKIE, SECURE_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { env } from "@/lib/base/config/env";
import { declarationOf } from "../request-handler";
import type { RouteDeclaration } from "../route";
import { recordIdSchema, zodSchema } from "./field-schemas";
import { apiGuide } from "./guide";
import type { Schema } from "./json-schema";
import { entrySchemas, kindSchemas } from "./record-schemas";
import { refusalSchemas, responsesOf, type ResponseObject } from "./openapi-responses";
import { kindWords, tagObject, type Tag } from "./tags";

/**
 * The exports of a route file: one handler for each HTTP method. Some handlers have a declaration.
 */
export type RouteExports = Readonly<Record<string, unknown>>;

type PathItem = Record<string, Schema>;
export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Schema;
  };
  [part: string]: unknown;
};

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Path parameters that are neither record keys nor plain text. */
const OWN_PARAMETERS: Readonly<Record<string, { description: string; schema: Schema }>> = {
  list: { description: "Name of a reference list", schema: { type: "string", enum: entryLists } },
  entry_id: { description: "Key of an entry of the list", schema: entryIdShape },
};

/**
 * Returns the declaration of a path parameter. By convention, names that end in `id` are record
 * keys; all others are text.
 */
function pathParameter(name: string): Schema {
  const own = OWN_PARAMETERS[name];
  if (own) return { name, in: "path", required: true, ...own };
  const isId = /(^|_)id$/.test(name);
  const kind = allDefinitions.find(({ key }) => key === name)?.name;
  return {
    name,
    in: "path",
    required: true,
    ...(kind && { description: `Key of a ${kindWords(kind).one}` }),
    schema: isId ? recordIdSchema : { type: "string" },
  };
}

type DeclaredBody = NonNullable<RouteDeclaration["body"]>;

const FILE_FORM: Schema = {
  type: "object",
  properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
  required: ["file"],
};

const jsonBody = (
  body: Exclude<DeclaredBody, { fileOf: number } | { uploadOf: () => number } | { formOf: Schema }>,
): Schema =>
  "anyObject" in body
    ? body.anyObject
    : "jsonOrForm" in body
      ? body.jsonOrForm
      : "optionalObject" in body
        ? body.optionalObject
        : zodSchema("optionalBody" in body ? body.optionalBody : body);

function contentOf(body: DeclaredBody): Schema {
  if ("fileOf" in body) return { "multipart/form-data": { schema: FILE_FORM } };
  if ("uploadOf" in body) {
    const properties = { ...(FILE_FORM.properties as object), ...(body.fields.properties as object) };
    return { "multipart/form-data": { schema: { ...FILE_FORM, properties } } };
  }
  if ("formOf" in body) return { "application/x-www-form-urlencoded": { schema: body.formOf } };
  const json = { "application/json": { schema: jsonBody(body) } };
  return "jsonOrForm" in body ? { ...json, "application/x-www-form-urlencoded": { schema: { type: "object" } } } : json;
}

function operationObject(route: RouteDeclaration, method: string, shared: Record<string, ResponseObject>): Schema {
  const { id, path, tag, summary, description, access, parameters = [], body } = route;
  return {
    operationId: id,
    tags: [tagObject(tag).name],
    summary,
    description,
    ...(access === "public" && { security: [] }),
    parameters: [...parametersOf(path).map(pathParameter), ...parameters],
    ...(body && {
      requestBody: {
        required: !["optionalBody", "optionalObject", "formOf"].some((kind) => kind in body),
        content: contentOf(body),
      },
    }),
    responses: responsesOf(route, method, shared),
  };
}

/**
 * Returns the declared methods of a route. HEAD, which the GET handler also answers, is not listed.
 */
const declarationsOf = (route: RouteExports) =>
  Object.entries(route).flatMap(([method, handler]) => {
    const declaration = method === "HEAD" ? null : declarationOf(handler);
    return declaration ? [{ method, declaration }] : [];
  });

/**
 * Builds the OpenAPI document from what the routes declare and from the records' definitions.
 * @param routes the exports of every route file
 */
export function openApiDocument(routes: readonly RouteExports[]): OpenApiDocument {
  const paths: Record<string, PathItem> = {};
  const tags = new Set<Tag>();
  const responses: Record<string, ResponseObject> = {};
  for (const { method, declaration } of routes.flatMap(declarationsOf)) {
    const item = (paths[declaration.path] ??= {});
    item[method.toLowerCase()] = operationObject(declaration, method, responses);
    tags.add(declaration.tag);
  }
  const { UNIVERSITY_NAME, APP_URL } = env();
  return {
    openapi: "3.1.1",
    info: {
      title: en.frame.product,
      version: packageJson.version,
      description: apiGuide,
      license: { name: packageJson.license, identifier: packageJson.license },
      contact: { name: UNIVERSITY_NAME, url: APP_URL },
    },
    servers: [{ url: "/api" }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: [...tags].map(tagObject),
    paths,
    components: {
      schemas: Object.assign(refusalSchemas(), entrySchemas(), ...allDefinitions.map(kindSchemas)),
      responses,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The `access_token` that POST /auth/login returns, or an API token.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: PLAIN_SESSION_COOKIE,
          description: `The browser's session; under https the cookie is called \`${SECURE_SESSION_COOKIE}\`.`,
        },
      },
    },
  };
}
