import packageJson from "@/package.json";
import en from "@/messages/en.json";
import { allDefinitions } from "../../records/registry";
import { PLAIN_SESSION_COOKIE, SECURE_SESSION_COOKIE } from "../accounts/session-cookie";
import { recordId, wordsOf } from "./field-schemas";
import { apiGuide } from "./guide";
import { operationOf, type Operation, type Schema } from "./operation";
import { entrySchemas, kindSchemas } from "./record-schemas";
import { answersOf, refusalAnswer, refusalSchemas, type Answer } from "./refusals";

/** What a route file exports: a handler for each method, some of them described. */
export type DescribedRoute = Readonly<Record<string, unknown>>;

type PathItem = Record<string, Schema>;
export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer>; securitySchemes: Schema };
  [part: string]: unknown;
};

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** A parameter of a path. By our naming, what is called id is a record's; the rest is text. */
function pathParameter(name: string): Schema {
  const isId = /(^|_)id$/.test(name);
  const kind = allDefinitions.find(({ key }) => key === name);
  return {
    name,
    in: "path",
    required: true,
    ...(kind && { description: `Key of a ${wordsOf(kind).one.toLowerCase()}` }),
    schema: isId ? recordId : { type: "string" },
  };
}

function operationObject(operation: Operation, method: string, shared: Record<string, Answer>): Schema {
  const { id, path, tag, summary, description, access, parameters = [], body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(access === "public" && { security: [] }),
    parameters: [...parametersOf(path).map(pathParameter), ...parameters],
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: answersOf(operation, method, shared),
  };
}

/** The described methods of a route. A HEAD is answered by the handler of its GET and is not listed. */
const operationsOf = (route: DescribedRoute) =>
  Object.entries(route).flatMap(([method, handler]) => {
    const operation = method === "HEAD" ? null : operationOf(handler);
    return operation ? [{ method, operation }] : [];
  });

/**
 * The OpenAPI document of these routes, made of what their handlers say about themselves and of the definitions.
 * @param routes the exports of every route file
 */
export function openApiDocument(routes: readonly DescribedRoute[]): OpenApiDocument {
  const paths: Record<string, PathItem> = {};
  const tags = new Set<string>();
  // What every path may answer is listed whether or not an operation refers to it.
  const responses: Record<string, Answer> = {
    method_not_allowed: refusalAnswer(["method_not_allowed"]),
    not_found: refusalAnswer(["not_found"]),
  };
  for (const { method, operation } of routes.flatMap(operationsOf)) {
    const item = (paths[operation.path] ??= {});
    item[method.toLowerCase()] = operationObject(operation, method, responses);
    tags.add(operation.tag);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: en.frame.product,
      version: packageJson.version,
      description: apiGuide,
    },
    servers: [{ url: "/api" }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: [...tags].map((name) => ({ name })),
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
