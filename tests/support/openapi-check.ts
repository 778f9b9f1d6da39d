import path from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { refusalResponse, type ResponseObject } from "@/lib/http/openapi/openapi-responses";
import { apiDocument } from "@/lib/routes";

type Schema = Record<string, unknown>;
type ResponseToCheck = { status: number; headers: Headers; text: string };

const API_ROOT = path.join(import.meta.dirname, "../../app/api");
const UNKNOWN_PATHS = "/[[...path]]";

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
// Accepts any text with the format `password`, which only tells clients to hide the input.
ajv.addFormat("password", true);

const withLocalRefs = <Part>(part: Part): Part =>
  JSON.parse(JSON.stringify(part).replaceAll("#/components/schemas/", "api#/$defs/")) as Part;

// Must not run at import time, because the OpenAPI document contains settings that a test file sets
// after its imports.
function compile(schema: Schema): ValidateFunction {
  if (compiled.size === 0) ajv.addSchema({ $id: "api", $defs: withLocalRefs(apiDocument().components.schemas) });
  return ajv.compile(withLocalRefs(schema));
}

const compiled = new Map<string, ValidateFunction>();

/**
 * Validates a value against a schema of the OpenAPI document. Returns the errors, or null if the
 * value is valid.
 * @param name cache key of the compiled schema
 */
export function schemaErrors(name: string, schema: Schema, value: unknown): string | null {
  const validate = compiled.get(name) ?? compile(schema);
  compiled.set(name, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: "", separator: "\n  " });
}

/**
 * Returns the path of a route file as the OpenAPI document spells it: `/members/{ph_id}` for
 * `members/[ph_id]/route.ts`.
 */
export function documentedPath(file: string): string {
  const folder = path.relative(API_ROOT, path.dirname(path.resolve(API_ROOT, file))).replaceAll("\\", "/");
  const route = `/${folder}`;
  return route === UNKNOWN_PATHS ? route : route.replaceAll(/\[(\w+)\]/g, "{$1}");
}

/** Returns the response that the OpenAPI document declares for a call and a status, or null. */
function declaredResponse(route: string, method: string, status: number): ResponseObject | null {
  const document = apiDocument();
  const { responses } = document.components;
  if (route === UNKNOWN_PATHS) return status === 404 ? refusalResponse(["not_found"]) : null;
  const item = document.paths[route];
  if (!item) throw new Error(`${route} is missing from the API's document: list its module in openapi/routes.ts`);
  const operation = item[(method === "HEAD" ? "GET" : method).toLowerCase()];
  if (!operation) return status === 405 ? refusalResponse(["method_not_allowed"]) : null;
  const declared = (operation.responses as Record<string, ResponseObject | { $ref: string }>)[status];
  if (!declared) return null;
  return "$ref" in declared ? (responses[declared.$ref.split("/").at(-1) ?? ""] ?? null) : declared;
}

/** Returns whether the body of a response is JSON. */
export const isJsonResponse = (headers: Headers) =>
  headers.get("content-type")?.startsWith("application/json") ?? false;

/**
 * Asserts that a response matches the OpenAPI document: its status must be declared, and its
 * headers and body must match the declaration and contain nothing else.
 * @param file the route file whose handler responded
 * @throws Error that describes the mismatch
 */
export function checkResponse(file: string, method: string, { status, headers, text }: ResponseToCheck): void {
  const route = documentedPath(file);
  if (method === "OPTIONS" && route !== UNKNOWN_PATHS) {
    if (status !== 204 || text !== "" || !headers.has("allow")) throw new Error(`OPTIONS ${route} is not a 204`);
    return;
  }
  const description = `${method} ${route} answered ${status}`;
  const declared = declaredResponse(route, method, status);
  if (!declared) throw new Error(`${description}, which the API's document does not declare: ${text.slice(0, 500)}`);
  for (const [name, header] of Object.entries(declared.headers ?? {})) {
    const value = headers.get(name);
    // Declared headers are optional in successful responses and required in error responses.
    if (value === null && status < 400) continue;
    const errors = schemaErrors(`${route} ${method} ${status} ${name}`, header.schema, value);
    if (errors) throw new Error(`${description} with ${name}: ${value}\n  ${errors}`);
  }
  if (!declared.content) {
    if (text !== "")
      throw new Error(`${description} with a body, which the API's document does not declare: ${text.slice(0, 500)}`);
    return;
  }
  const type = headers.get("content-type")?.split(";")[0];
  const content: Record<string, { schema: Schema } | undefined> = declared.content;
  const { schema } = content[type ?? ""] ?? {};
  if (!schema) throw new Error(`${description} as ${type}, not as ${Object.keys(content).join(" or ")}`);
  const value: unknown = isJsonResponse(headers) ? JSON.parse(text) : text;
  const errors = schemaErrors(`${route} ${method} ${status} ${type}`, schema, value);
  if (errors)
    throw new Error(
      `${description} with a body that does not match the API's document\n  ${errors}\n  ${text.slice(0, 1_000)}`,
    );
}
