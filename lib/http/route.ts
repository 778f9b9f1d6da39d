import type { NextResponse } from "next/server";
import type * as z from "zod";
import type { core } from "zod/mini";
import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { CurrentSession } from "@/lib/sessions/session";
import type { Context } from "@/lib/store/database/transaction";
import type { Database } from "@/lib/store/database/client";
import type { AppError, ErrorCode } from "@/lib/base/errors/errors";
import type { Schema } from "./openapi/json-schema";
import type { Tag } from "./openapi/tags";
import type { Permission } from "@/lib/base/access/permissions";
import type { ClientLimit } from "@/lib/store/limits/rate-limit";
import type { CallRequest } from "@/lib/base/web/call";
import type { ArrivingFile, FormTexts } from "./multipart-file";
import type { FormFields } from "@/lib/base/web/form-fields";

/** Who may call a route: anyone, or logged-in users with a permission. */
export type Access = "public" | Permission;

/**
 * The body that a route accepts. One of:
 * - a schema: the wrapper parses the body with it, and refuses an invalid body;
 * - `anyObject`: any JSON object. The JSON schema only documents the object, because the handler
 *   validates it against stored data;
 * - `optionalObject`: like `anyObject`, but the body may be omitted, which is then parsed as `{}`;
 * - `optionalBody`: the schema of a body that may be omitted, which is then parsed as `{}`;
 * - `fileOf`: a form with a file of at most this many bytes in its field `file`;
 * - `uploadOf`: a form with a file of at most this many bytes in its field `file`, and the fields of
 *   the JSON schema. The handler reads the file while it arrives, once it has got a slot for that;
 * - `formOf`: any form. Its content is ignored, and the JSON schema only documents it;
 * - `jsonOrForm`: a JSON object as of `anyObject`, or the form of a page without scripts, of at most
 *   `maxBytes`.
 */
export type Body =
  | core.$ZodType
  | { anyObject: Schema }
  | { optionalObject: Schema }
  | { optionalBody: core.$ZodType }
  | { fileOf: number }
  | { uploadOf: () => number; fields: Schema }
  | { formOf: Schema }
  | { jsonOrForm: Schema; maxBytes: number };

/** A body that is a JSON object, or the fields of a form. */
type JsonOrForm = { json: AnyRow; form: null } | { json: null; form: FormFields };

/** An uploaded file. */
export type SentFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * Reads an upload.
 * @param receive reads the file while it arrives
 * @returns its result, and the fields before and after the file
 */
export type SentUpload = <Result>(
  receive: (file: ArrivingFile) => Promise<Result>,
) => Promise<{ result: Result; fields: FormTexts }>;
type Parsed<B> =
  B extends core.$ZodType<infer Values>
    ? Values
    : B extends { optionalBody: core.$ZodType<infer Values> }
      ? Values
      : B extends { anyObject: Schema } | { optionalObject: Schema }
        ? AnyRow
        : B extends { fileOf: number }
          ? SentFile
          : B extends { uploadOf: () => number }
            ? SentUpload
            : B extends { jsonOrForm: Schema }
              ? JsonOrForm
              : undefined;

/** A response before it is sent. A NextResponse has this type, too. */
export type CallAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | ReadableStream<Uint8Array> | null;
};

/** The call that a handler receives once the wrapper has admitted the request. */
export type Call<A extends Access = Permission, B extends Body | undefined = undefined> = {
  request: CallRequest;
  url: URL;
  /** The parameters of the path, not parsed. */
  params: Record<string, string>;
  session: A extends "public" ? null : CurrentSession;
  body: Parsed<B>;
  locale: Locale;
  /** The client's address. */
  client: string;
  /** The context for reading and writing records. */
  context: Context<Database>;
  /** Headers of the response if the call succeeds; a refusal has its own headers. */
  answerHeaders: Headers;
};

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

/** The JSON body of a successful response, as its schema declares it. */
export type AnswerOf<S> = [S] extends [z.ZodType<infer Output>] ? DeepReadonly<Output> : never;

/**
 * The result of a handler: the JSON body or, if the handler sets cookies or does not send JSON, a
 * complete response.
 */
export type Reply<S> = NextResponse | AnswerOf<S>;

export type Parameter = {
  name: string;
  in: "query" | "header";
  description: string;
  schema: Schema;
  style?: "form";
  explode?: boolean;
};

export type AnswerHeaders = Readonly<Record<string, { description: string; schema: Schema }>>;

type RefusalParts = {
  code: ErrorCode;
  more?: Readonly<Record<string, z.ZodType>>;
  headers?: AnswerHeaders;
};

/**
 * A refusal that a route declares for the OpenAPI document. `more` declares fields of its body
 * besides `success` and `message`.
 */
export type DocumentedRefusal = ErrorCode | RefusalParts;

/** The call of a refused form. */
type FormCall = { request: CallRequest; params: Record<string, string>; locale: Locale };

type Answers<S extends z.ZodType | undefined> = {
  /** The response to a successful call. */
  success: {
    status?: 200 | 201 | 202 | 303;
    description: string;
    /** Schema of the body; a redirect has none. */
    schema?: S;
    headers?: AnswerHeaders;
    /** Media type of a body that is not JSON. */
    mediaType?: string | readonly string[];
  };
  /** Whether the route answers 304 without a body to a client that has the current version. */
  unchanged?: true;
  /** Whether the route answers the header `Range` with 206, or 416 without a body. */
  partial?: true;
  /** The route's own refusals; those that follow from access, body, limit and method are added. */
  refusals?: readonly DocumentedRefusal[];
};

/** A route's declaration: the wrapper enforces it, the OpenAPI document is generated from it. */
export type RouteDeclaration<
  A extends Access = Access,
  B extends Body | undefined = Body | undefined,
  S extends z.ZodType | undefined = z.ZodType | undefined,
> = {
  /** The path below `/api`, with parameters in braces. */
  path: string;
  /** Operation id: the name in generated clients, unique in the API. */
  id: string;
  /** The section of the OpenAPI document. */
  tag: Tag;
  summary: string;
  description: string;
  access: A;
  /** Rate limit of the client, checked before access and body (contract §1). */
  limit?: ClientLimit;
  /**
   * Creates the response to every refusal, usually a redirect. Set for routes that browsers open as
   * pages: a user who follows a link must not see JSON.
   */
  errorResponder?: (code: ErrorCode, request: CallRequest) => NextResponse;
  /**
   * Counts a call before its body is read, by the token in its path.
   * @throws AppError too_many_requests
   */
  admits?: (path: { params: Record<string, string>; client: string }) => Promise<void>;
  /**
   * Set if pages of any origin may write. Only for routes that read no cookie: their token is in the
   * path.
   */
  acceptsAnyOrigin?: true;
  /**
   * Creates the response to a refused form, for users whose browser shows it as a page. The OpenAPI
   * document then declares pages besides JSON, and a redirect after success.
   */
  formErrorResponder?: (error: AppError, call: FormCall) => NextResponse;
  /**
   * Whether the route hashes passwords. While the hashing queue is full, calls of the route are
   * refused before anything else is checked.
   */
  hashes?: true;
  parameters?: readonly Parameter[];
  body?: B;
  answers: Answers<S>;
};

/** A declared route with its handler. The wrapper calls the handler for admitted requests only. */
export type Route = RouteDeclaration & { handle: (call: never) => unknown };

/**
 * Declares a route: `route({ … }).handle(…)`. The types of its handler are inferred from the
 * declaration. `routes()` creates the exports of a route file from it.
 */
export const route = <
  A extends Access,
  B extends Body | undefined = undefined,
  S extends z.ZodType | undefined = undefined,
>(
  declaration: RouteDeclaration<A, B, S>,
) => ({
  handle: (handle: (call: Call<A, B>) => Reply<S> | Promise<Reply<S>>): Route => ({ ...declaration, handle }),
});
