import en from "@/messages/en.json";
import type { FieldErrorCode } from "@/lib/model/fields/field";
import { AppError, type ErrorCode } from "@/lib/base/errors/errors";
import { isAllowed, type Permission } from "@/lib/base/access/permissions";
import type { AnswerHeaders, DocumentedRefusal, RouteDeclaration } from "../route";
import * as z from "zod";
import { fieldErrors, namedSchema } from "@/lib/model/answers/shapes";
import { answerSchema } from "./field-schemas";
import type { Schema } from "./json-schema";

/** The text of each field error code. The type ensures that the message catalogue has all codes. */
const fieldErrorTexts: Readonly<Record<FieldErrorCode, string>> = en.validation;
const noticeTexts: Readonly<Record<string, string>> = en.notices;

/** An OpenAPI response object. `content` is missing for responses without a body. */
export type ResponseObject = {
  description: string;
  headers?: AnswerHeaders;
  content?: { [mediaType: string]: { schema: Schema } };
};

/** Returns the schemas that all refusals use, keyed by name. */
export const refusalSchemas = (): Record<string, Schema> => ({
  FieldErrorCode: {
    type: "string",
    enum: Object.keys(fieldErrorTexts),
    description: Object.entries(fieldErrorTexts)
      .map(([code, text]) => `\`${code}\`: ${text}`)
      .join("\n\n"),
  },
  FieldErrors: {
    type: "object",
    description: "Error codes by field.",
    minProperties: 1,
    additionalProperties: { type: "array", minItems: 1, uniqueItems: true, items: namedSchema("FieldErrorCode") },
  },
});

const partsOf = (refusal: DocumentedRefusal): Exclude<DocumentedRefusal, ErrorCode> =>
  typeof refusal === "string" ? { code: refusal } : refusal;
const codeOf = (refusal: DocumentedRefusal): ErrorCode => partsOf(refusal).code;
const statusOf = (refusal: DocumentedRefusal) => new AppError(codeOf(refusal)).status;

/**
 * Returns the schema of a refusal's body: `success: false`, the key of the message, and the
 * refusal's additional fields (contract §1).
 */
function refusalSchema(refusal: DocumentedRefusal): Schema {
  const { code, more } = partsOf(refusal);
  const errors = code === "validation_failed" ? { errors: fieldErrors } : {};
  return answerSchema(z.object({ success: z.literal(false), message: z.literal(code), ...errors, ...more }));
}

const anyOf = (schemas: Schema[]): Schema => (schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas });

const RETRY_AFTER: AnswerHeaders = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "string", pattern: "^\\d+$" } },
};

const headersOfCodes: Partial<Record<ErrorCode, AnswerHeaders>> = {
  too_many_requests: RETRY_AFTER,
  error_api: RETRY_AFTER,
  storage_full: RETRY_AFTER,
  method_not_allowed: {
    Allow: { description: "The methods of this path.", schema: { type: "string" } },
  },
};

function headersOf(refusal: DocumentedRefusal): AnswerHeaders {
  const { code, headers } = partsOf(refusal);
  return { ...headersOfCodes[code], ...headers };
}

/** Returns the response object that documents several refusals with the same status. */
export function refusalResponse(refusals: readonly DocumentedRefusal[]): ResponseObject {
  const headers: AnswerHeaders = Object.assign({}, ...refusals.map(headersOf));
  return {
    description: refusals
      .map(codeOf)
      .map((code) => `\`${code}\`: ${noticeTexts[code] ?? code}`)
      .join("\n\n"),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { "application/json": { schema: anyOf(refusals.map(refusalSchema)) } },
  };
}

/** Returns whether every account has a permission, even as a reader or with a read-only token. */
const isForAll = (access: Permission) =>
  isAllowed({ role: "reader" }, ...access) && isAllowed({ role: "admin", token: "read" }, ...access);

/**
 * Returns all refusals of a route: those that it lists, and those that follow from its declaration
 * (contract §1).
 */
function refusalsOf(declaration: RouteDeclaration, method: string): DocumentedRefusal[] {
  const { access, limit, body, answers, errorResponder, acceptsAnyOrigin } = declaration;
  // A route with an errorResponder redirects when it refuses, just as when it succeeds.
  if (errorResponder) return [];
  const isAnyForm = body !== undefined && "formOf" in body;
  const writeRefusals: DocumentedRefusal[] = [
    ...(acceptsAnyOrigin ? [] : ["forbidden_origin" as const]),
    "payload_too_large",
  ];
  const bodyRefusals: DocumentedRefusal[] = ["invalid_json", "validation_failed", "request_timeout"];
  return [
    ...(limit ? ["too_many_requests" as const] : []),
    ...(access === "public" ? [] : ["unauthenticated" as const]),
    ...(access === "public" || isForAll(access) ? [] : ["forbidden" as const]),
    ...(access === "public" || isAllowed({ role: "admin", lacksFactor: true }, ...access)
      ? []
      : ["second_factor_missing" as const]),
    ...(method === "GET" ? [] : writeRefusals),
    ...(method === "GET" || isAnyForm ? [] : ["unsupported_media_type" as const]),
    ...(body && !isAnyForm ? bodyRefusals : []),
    ...(answers.refusals ?? []),
    "error_api",
    "storage_full",
  ];
}

const UNCHANGED: ResponseObject = {
  description: "The content still matches `If-None-Match`. Without a body.",
};

const UNSATISFIABLE: ResponseObject = {
  description: "No byte lies in the `Range`. Without a body.",
  headers: { "Content-Range": { description: "`bytes */<size>`", schema: { type: "string" } } },
};

const HEADERS_TOO_LARGE: ResponseObject = {
  description: "The request's headers exceed the server's limit. Without a body.",
};

const FORM_ACCEPTED: ResponseObject = {
  description: "A form was accepted; refused forms are answered with a page.",
  headers: { Location: { description: "Where the browser goes next", schema: { type: "string" } } },
};

/**
 * Returns the response objects of a route, keyed by status. Routes share those for refusals without
 * additional fields.
 * @param shared collects the shared response objects by name, for the document's components
 */
export function responsesOf(route: RouteDeclaration, method: string, shared: Record<string, ResponseObject>) {
  const {
    status: successStatus = 200,
    description,
    schema,
    headers,
    mediaType = "application/json",
  } = route.answers.success;
  const acceptsForms = route.formErrorResponder !== undefined && route.body !== undefined && "jsonOrForm" in route.body;
  const byStatus = new Map<number, DocumentedRefusal[]>();
  for (const refusal of refusalsOf(route, method)) {
    const status = statusOf(refusal);
    byStatus.set(status, [...(byStatus.get(status) ?? []), refusal]);
  }
  const shareResponse = (name: string, response: ResponseObject): Schema => {
    shared[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  const sameStatusRefusals = byStatus.get(successStatus) ?? [];
  byStatus.delete(successStatus);
  const body = (successSchema: Schema) => anyOf([successSchema, ...sameStatusRefusals.map(refusalSchema)]);
  const responses: Record<string, ResponseObject | Schema> = {
    [successStatus]: {
      description: [description, ...sameStatusRefusals.map((refusal) => `or \`${codeOf(refusal)}\``)].join(", "),
      ...(headers && { headers }),
      ...(schema && {
        content: Object.fromEntries([mediaType].flat().map((type) => [type, { schema: body(answerSchema(schema)) }])),
      }),
    },
    ...(route.answers.unchanged && { 304: shareResponse("unchanged", UNCHANGED) }),
    ...(acceptsForms && { 303: FORM_ACCEPTED }),
    ...(route.answers.partial && { 416: shareResponse("unsatisfiable", UNSATISFIABLE) }),
    431: shareResponse("headers_too_large", HEADERS_TOO_LARGE),
  };
  if (route.answers.partial) responses[206] = { ...responses[successStatus], description: "The bytes of the `Range`" };
  for (const [status, refusals] of byStatus) {
    const isShared = !acceptsForms && refusals.every((refusal) => typeof refusal === "string");
    const response = refusalResponse(refusals);
    if (acceptsForms) response.content = { ...response.content, "text/html": { schema: { type: "string" } } };
    responses[status] = isShared ? shareResponse(refusals.map(codeOf).sort().join("_or_"), response) : response;
  }
  return responses;
}
