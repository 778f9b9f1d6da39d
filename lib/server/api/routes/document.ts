import packageJson from "@/package.json";
import en from "@/messages/en.json";
import { entryIdShape } from "@/lib/records/fields/field";
import { entryLists } from "@/lib/records/reference-lists/reference-lists";
import { allDefinitions } from "@/lib/records/kinds/registry";
import { PLAIN_SESSION_COOKIE, SECURE_SESSION_COOKIE } from "../../web/session-cookie";
import { env } from "../../config/env";
import { declarationOf } from "../http";
import type { RouteDeclaration } from "../route";
import { recordId, zodSchema } from "../field-schemas";
import { apiGuide } from "./guide";
import type { Schema } from "../json-schema";
import { entrySchemas, kindSchemas } from "../record-schemas";
import { refusalSchemas, responsesOf, type ResponseObject } from "../responses";
import { kindWords, tagObject, type Tag } from "../tags";

/** What a route file exports: a handler for each method, some of them declared. */
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

/** Parameters of a path that are neither a record's key nor any text. */
const OWN_PARAMETERS: Readonly<Record<string, { description: string; schema: Schema }>> = {
  list: { description: "Name of a reference list", schema: { type: "string", enum: entryLists } },
  entry_id: { description: "Key of an entry of the list", schema: entryIdShape },
};

/** A parameter of a path. By our naming, what is called id is a record's; the rest is text. */
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
    schema: isId ? recordId : { type: "string" },
  };
}

type BodyWanted = NonNullable<RouteDeclaration["body"]>;

const FILE_FORM: Schema = {
  type: "object",
  properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
  required: ["file"],
};

const jsonBody = (body: Exclude<BodyWanted, { fileOf: number } | { formOf: Schema }>): Schema =>
  "anyObject" in body ? body.anyObject : zodSchema("optionalBody" in body ? body.optionalBody : body);

function contentOf(body: BodyWanted): Schema {
  if ("fileOf" in body) return { "multipart/form-data": { schema: FILE_FORM } };
  if ("formOf" in body) return { "application/x-www-form-urlencoded": { schema: body.formOf } };
  return { "application/json": { schema: jsonBody(body) } };
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
      requestBody: { required: !("optionalBody" in body || "formOf" in body), content: contentOf(body) },
    }),
    responses: responsesOf(route, method, shared),
  };
}

/** The declared methods of a route. A HEAD is answered by the handler of its GET and is not listed. */
const declarationsOf = (route: RouteExports) =>
  Object.entries(route).flatMap(([method, handler]) => {
    const declaration = method === "HEAD" ? null : declarationOf(handler);
    return declaration ? [{ method, declaration }] : [];
  });

/**
 * The OpenAPI document of these routes, made of what they declare and of the records' definitions.
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
        bearer: { type: "http", scheme: "bearer", description: "The `access_token` that POST /auth/login answers." },
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
