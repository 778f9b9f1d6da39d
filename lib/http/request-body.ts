import { BODY_MAX_DEPTH, BODY_MAX_FIELDS, BODY_MAX_VALUES } from "@/lib/model/limits";
import type { AnyRow } from "@/lib/model/kinds/define";
import { validate } from "@/lib/model/values/validation";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { bodyChunks } from "./body-chunks";
import { readMultipartFile, streamMultipartFile } from "./multipart-file";
import type { CallRequest } from "@/lib/base/web/call";
import { parseForm, type FormFields } from "@/lib/base/web/form-fields";
import { hasMoreJsonValues } from "@/lib/base/web/json-values";
import type { Body, SentUpload } from "./route";

async function readBytes(request: CallRequest, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(request, { maxBytes })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const mediaType = (request: CallRequest) => request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
const isJson = (request: CallRequest) => mediaType(request) === "application/json";

/** How long an upload that is read as a stream may take, in milliseconds (contract §18). */
const UPLOAD_TIMEOUT_MS = 600_000;

/** Returns whether the body of a request is the form of a page without scripts. */
export const isForm = (request: CallRequest) => mediaType(request) === "application/x-www-form-urlencoded";

/**
 * Reads the body of a call that needs none: the body may be missing, or be JSON that is ignored.
 * @throws AppError 415 for any other body; 413 for a JSON body that is too long
 */
export async function ignoreBody(request: CallRequest, maxBytes: number): Promise<void> {
  if (isJson(request)) await readBytes(request, maxBytes);
  else for await (const chunk of request.body ?? []) if (chunk.byteLength) throw new AppError("unsupported_media_type");
}

/**
 * Whether a value is nested more than `levels` deep. Iterative, because recursion could overflow.
 */
function isDeeper(value: unknown, levels: number): boolean {
  const isNested = (inner: unknown) => typeof inner === "object" && inner !== null;
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    level = level.flatMap((inner) => Object.values(inner as object).filter(isNested));
  }
  return false;
}

/**
 * Refuses deeply nested fields with the code `type`: no field of the app is deeply nested, and
 * recursive code (serialization, comparison) would overflow the stack.
 * @throws AppError validation_failed
 */
function refuseDeep(body: AnyRow): void {
  const deepFields = Object.keys(body).filter((name) => isDeeper(body[name], BODY_MAX_DEPTH - 1));
  if (deepFields.length > 0) throw invalid(Object.fromEntries(deepFields.map((name) => [name, ["type"]])));
}

/** Decodes the text of a body. @throws AppError invalid_json for bytes that are no UTF-8 */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_json");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid_json");
  }
}

const tooManyValues = () => invalid({ body: ["max"] });

async function readJson(request: CallRequest, isOptional: boolean, maxBytes: number): Promise<AnyRow> {
  if (!isJson(request)) {
    if (!isOptional) throw new AppError("unsupported_media_type");
    await ignoreBody(request, maxBytes);
    return {};
  }
  const bytes = await readBytes(request, maxBytes);
  if (isOptional && bytes.byteLength === 0) return {};
  const text = decode(bytes);
  if (!text.trimStart().startsWith("{")) throw new AppError("invalid_json");
  // Before the text is parsed: a mebibyte of empty objects takes a tenth of a second.
  if (hasMoreJsonValues(text, BODY_MAX_VALUES)) throw tooManyValues();
  const body = parseJson(text) as AnyRow;
  if (Object.keys(body).length > BODY_MAX_FIELDS) throw tooManyValues();
  refuseDeep(body);
  return body;
}

/**
 * Reads the fields of a form.
 * @throws AppError invalid_json for bytes that are no UTF-8, validation_failed for too many fields or values
 */
async function readForm(request: CallRequest, maxBytes: number): Promise<FormFields> {
  const fields = parseForm(decode(await readBytes(request, maxBytes)), BODY_MAX_VALUES);
  if (!fields || fields.size > BODY_MAX_FIELDS) throw tooManyValues();
  return fields;
}

/**
 * Reads a request's body as the route declares it, and validates the body if there is a schema.
 * @param maxBytes size limit of the body; a file has its own limit
 * @throws AppError 415, 413, 400 or 422, in this order
 */
export async function readBody(request: CallRequest, declared: Body, maxBytes: number): Promise<unknown> {
  if ("fileOf" in declared) {
    if (mediaType(request) !== "multipart/form-data") throw new AppError("unsupported_media_type");
    return readMultipartFile(request, declared.fileOf);
  }
  if ("uploadOf" in declared) {
    if (mediaType(request) !== "multipart/form-data") throw new AppError("unsupported_media_type");
    const limits = { maxBytes: declared.uploadOf(), timeoutMs: UPLOAD_TIMEOUT_MS };
    const upload: SentUpload = (receive) => streamMultipartFile(request, limits, receive);
    return upload;
  }
  if ("formOf" in declared) return void (await readBytes(request, maxBytes));
  if ("jsonOrForm" in declared) {
    if (isForm(request)) return { json: null, form: await readForm(request, declared.maxBytes) };
    return { json: await readJson(request, false, declared.maxBytes), form: null };
  }
  const isOptional = "optionalBody" in declared || "optionalObject" in declared;
  const body = await readJson(request, isOptional, maxBytes);
  if ("anyObject" in declared || "optionalObject" in declared) return body;
  const { values, errors } = validate("optionalBody" in declared ? declared.optionalBody : declared, body);
  if (errors) throw invalid(errors);
  return values;
}
