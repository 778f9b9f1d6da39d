import type { NextResponse } from "next/server";
import type { core } from "zod/mini";
import type { Locale } from "../../i18n";
import type { AnyRow } from "../../records/kinds/define";
import type { CurrentSession } from "../auth/session";
import type { Context } from "../database/transaction";
import type { Database } from "../database/client";
import type { ErrorCode } from "../errors/errors";
import type { Schema } from "./json-schema";
import type { Tag } from "./tags";
import type { Permission } from "../access/permissions";
import type { ClientLimit } from "../limits/rate-limit";
import type { CallRequest } from "../web/call";

/** Who may call a route: anyone, or logged-in users with a permission. */
export type Access = "public" | Permission;

/**
 * The body that a route accepts:
 * a schema, with which the wrapper parses and refuses;
 * `anyObject`, any JSON object, which the JSON schema only describes, because it is validated
 * against stored data;
 * `optionalBody`, a schema for a body that may be omitted and then counts as `{}`;
 * `fileOf`, a form with a file of at most this many bytes in its field `file`;
 * `formOf`, any form, whose content is ignored and only described.
 */
export type Body =
  core.$ZodType | { anyObject: Schema } | { optionalBody: core.$ZodType } | { fileOf: number } | { formOf: Schema };

/** An uploaded file. */
export type SentFile = { name: string; bytes: Uint8Array<ArrayBuffer> };
type Parsed<B> =
  B extends core.$ZodType<infer Values>
    ? Values
    : B extends { optionalBody: core.$ZodType<infer Values> }
      ? Values
      : B extends { anyObject: Schema }
        ? AnyRow
        : B extends { fileOf: number }
          ? SentFile
          : undefined;

/** A response before it is sent; Next's own response is one. */
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
  /** Headers of the response when the call succeeds; a refusal has its own. */
  answerHeaders: Headers;
};

/** The result of a handler: the JSON body, or a whole response that sets cookies or is not JSON. */
export type Reply = NextResponse | Record<string, unknown> | readonly unknown[];

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
  more?: Readonly<Record<string, Schema>>;
  optional?: readonly string[];
  headers?: AnswerHeaders;
};

/**
 * A refusal of a route: `more` are body fields besides `success` and `message`, `optional` those
 * that may be missing.
 */
export type DocumentedRefusal = ErrorCode | RefusalParts;

type Answers = {
  /** The response to a successful call. */
  success: {
    status?: 200 | 201 | 202 | 303;
    description: string;
    /** Schema of the body; a redirect has none. */
    schema?: Schema;
    headers?: AnswerHeaders;
    /** Media type of a body that is not JSON. */
    mediaType?: string | readonly string[];
  };
  /** Whether the route answers 304 without a body to a client that has the current version. */
  unchanged?: true;
  /** The route's own refusals; those implied by access, body, limit and method are added. */
  refusals?: readonly DocumentedRefusal[];
};

/** A route's declaration: the wrapper enforces it, the OpenAPI document is generated from it. */
export type RouteDeclaration<A extends Access = Access, B extends Body | undefined = Body | undefined> = {
  /** The path below `/api`, with parameters in braces. */
  path: string;
  /** Operation id: the name in generated clients, unique in the API. */
  id: string;
  /** The section of the OpenAPI document. */
  tag: Tag;
  summary: string;
  description: string;
  access: A;
  /** Rate limit of the client, checked before everything else (contract §1). */
  limit?: ClientLimit;
  /**
   * Creates the response to every refusal of a route that browsers open as a page, usually a
   * redirect: a user who follows a link must not see JSON.
   */
  errorResponder?: (code: ErrorCode, request: CallRequest) => NextResponse;
  /** Whether it hashes passwords: refused before all else while the hashing queue is full. */
  hashes?: true;
  parameters?: readonly Parameter[];
  body?: B;
  answers: Answers;
};

/** A route with its handler, which the wrapper calls as the declaration requires. */
export type Route = RouteDeclaration & { handle: (call: never) => Reply | Promise<Reply> };

/** Declares a route; the handler's types follow from it. `routes()` turns it into handlers. */
export const route = <A extends Access, B extends Body | undefined = undefined>(
  declaration: RouteDeclaration<A, B> & { handle: (call: Call<A, B>) => Reply | Promise<Reply> },
): Route => declaration;
