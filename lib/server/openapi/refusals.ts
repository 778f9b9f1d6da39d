import en from "@/messages/en.json";
import type { FieldErrorCode } from "../../records/field-types/field";
import { AppError, type ErrorCode } from "../errors";
import { exactObject, ref, type AnswerHeader, type Operation, type Refusal, type Schema } from "./operation";

/** Every code that stands in `errors`, with its words: the type holds the catalogue to all of them. */
const fieldErrorWords: Readonly<Record<FieldErrorCode, string>> = en.validation;
const words: Readonly<Record<string, string>> = en.notices;

export type Answer = {
  description: string;
  headers?: Readonly<Record<string, AnswerHeader>>;
  content: { "application/json": { schema: Schema } };
};

/** The schemas that refusals share. */
export const refusalSchemas = (): Record<string, Schema> => ({
  FieldErrorCode: {
    type: "string",
    enum: Object.keys(fieldErrorWords),
    description: Object.entries(fieldErrorWords)
      .map(([code, text]) => `\`${code}\`: ${text}`)
      .join("\n\n"),
  },
  FieldErrors: {
    type: "object",
    description: "What is wrong, by field.",
    minProperties: 1,
    additionalProperties: { type: "array", minItems: 1, uniqueItems: true, items: ref("FieldErrorCode") },
  },
});

const codeOf = (refusal: Refusal): ErrorCode => (typeof refusal === "string" ? refusal : refusal.code);
const statusOf = (refusal: Refusal) => new AppError(codeOf(refusal)).status;

/** The body of a refusal: success false, the message's key, and what the refusal adds (contract §1). */
function refusalSchema(refusal: Refusal): Schema {
  const code = codeOf(refusal);
  const errors: Record<string, Schema> = code === "validation_failed" ? { errors: ref("FieldErrors") } : {};
  const more = typeof refusal === "string" ? errors : refusal.more;
  return exactObject({ success: { const: false }, message: { const: code }, ...more });
}

const anyOf = (schemas: Schema[]): Schema => (schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas });

const headersOf: Partial<Record<ErrorCode, Record<string, AnswerHeader>>> = {
  too_many_requests: {
    "Retry-After": { description: "Seconds to wait.", schema: { type: "string", pattern: "^\\d+$" } },
  },
  method_not_allowed: {
    Allow: { description: "The methods of this path.", schema: { type: "string" } },
  },
};

/** An answer that refuses with one of several codes. */
export function refusalAnswer(refusals: readonly Refusal[]): Answer {
  const codes = refusals.map(codeOf);
  const headers = Object.assign({}, ...codes.map((code) => headersOf[code])) as Record<string, AnswerHeader>;
  return {
    description: codes.map((code) => `\`${code}\`: ${words[code] ?? code}`).join("\n\n"),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { "application/json": { schema: anyOf(refusals.map(refusalSchema)) } },
  };
}

/** Every way in which an operation may be refused: its own, and those that follow from what it is (contract §1). */
function refusalsOf({ access, body, refusals = [] }: Operation, method: string): Refusal[] {
  const ofWrite: Refusal[] = ["forbidden_origin", "payload_too_large", "unsupported_media_type"];
  const ofBody: Refusal[] = ["invalid_json", "validation_failed"];
  return [
    ...(access === "login" ? ["unauthenticated" as const] : []),
    ...(method === "GET" ? [] : ofWrite),
    ...(body ? ofBody : []),
    ...refusals,
    "error_api",
  ];
}

/**
 * The answers of an operation by status. Refusals that nothing is added to are shared by all operations.
 * @param shared collects the shared answers by name, for the document's components
 */
export function answersOf(operation: Operation, method: string, shared: Record<string, Answer>) {
  const { success } = operation;
  const byStatus = new Map<number, Refusal[]>();
  for (const refusal of refusalsOf(operation, method)) {
    const status = statusOf(refusal);
    byStatus.set(status, [...(byStatus.get(status) ?? []), refusal]);
  }
  const refusedAlike = byStatus.get(success.status) ?? [];
  const answers: Record<string, Answer | Schema> = {
    [success.status]: {
      description: [success.description, ...refusedAlike.map((refusal) => `or \`${codeOf(refusal)}\``)].join(", "),
      ...(success.headers && { headers: success.headers }),
      content: { "application/json": { schema: anyOf([success.schema, ...refusedAlike.map(refusalSchema)]) } },
    },
  };
  for (const [status, refusals] of byStatus) {
    if (status === success.status) continue;
    const name = refusals.map(codeOf).sort().join("_or_");
    const isShared = refusals.every((refusal) => typeof refusal === "string");
    if (isShared) shared[name] = refusalAnswer(refusals);
    answers[status] = isShared ? { $ref: `#/components/responses/${name}` } : refusalAnswer(refusals);
  }
  return answers;
}
