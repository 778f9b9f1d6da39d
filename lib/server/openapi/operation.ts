import type { ErrorCode } from "../errors";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type Schema = { readonly [keyword: string]: unknown };

export type Parameter = {
  name: string;
  in: "query" | "header";
  description: string;
  schema: Schema;
  style?: "form";
  explode?: boolean;
};

export type AnswerHeader = { description: string; schema: Schema };

/** What a call answers when it has done what was asked. */
export type Success = {
  status: 200 | 201;
  description: string;
  schema: Schema;
  headers?: Readonly<Record<string, AnswerHeader>>;
};

/** A refusal; `more` is what its body carries besides `success` and `message`. */
export type Refusal = ErrorCode | { code: ErrorCode; more: Readonly<Record<string, Schema>> };

/** One operation of the API, described where its handler is declared; `document.ts` makes OpenAPI of it. */
export type Operation = {
  /** Its name in generated clients, unique in the API. */
  id: string;
  /** The path below `/api`, with parameters in braces. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** Who may call it; everything but the calls of contract §5 needs a login. */
  access: "login" | "public";
  parameters?: readonly Parameter[];
  /** The schema of the JSON object that it takes. */
  body?: Schema;
  success: Success;
  /** The refusals of its own. Those that follow from `access`, `body` and the method are added by `document.ts`. */
  refusals?: readonly Refusal[];
};

type Described = { operation: Operation };
type Handler = (...parameters: never[]) => unknown;

/** Attaches a description to a route's handler, so that the API's document and the handler cannot part. */
export function described<H extends Handler>(operation: Operation, handler: H): H & Described {
  return Object.assign(handler, { operation });
}

/** The description that a handler carries, or null. */
export function operationOf(handler: unknown): Operation | null {
  return typeof handler === "function" && "operation" in handler ? (handler as unknown as Described).operation : null;
}

/** A reference to a schema of the document by its name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** An object that carries exactly these properties, all of them unless `optional` names some. */
export function exactObject(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

/** An array of a schema. */
export const listOf = (items: Schema): Schema => ({ type: "array", items });

/** An answer that says what was done: `success`, the message's key, and what else it carries. */
export const done = (message: string, more: Readonly<Record<string, Schema>> = {}): Schema =>
  exactObject({ success: { const: true }, message: { const: message }, ...more });

/** Several words as the name of a schema or an operation: `lower_case` and `/paths/` become `PascalCase`. */
export const pascalCase = (text: string) =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
