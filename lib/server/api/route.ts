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

/** Who may call a route: anybody, or who is logged in and may do what the route does. */
export type Access = "public" | Permission;

/**
 * What a route takes: a schema of ours, by which the wrapper parses and refuses; or any JSON object, which the JSON
 * schema only describes, because it can be judged beside what is stored and not before. An optional body may be left
 * out, and counts as `{}` then. `fileOf` takes a form with a file of at most so many bytes in its field `file`. `formOf` takes any form, which
 * says nothing that we did not know, and describes it.
 */
export type Body =
  core.$ZodType | { anyObject: Schema } | { optionalBody: core.$ZodType } | { fileOf: number } | { formOf: Schema };

/** A file that somebody sent. */
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

/** An answer before it is sent; Next's own response is one. */
export type CallAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | ReadableStream<Uint8Array> | null;
};

/** What a handler gets once the wrapper has let a request in. */
export type Call<A extends Access = Permission, B extends Body | undefined = undefined> = {
  request: CallRequest;
  url: URL;
  /** The parameters of the path, as they came. */
  params: Record<string, string>;
  session: A extends "public" ? null : CurrentSession;
  body: Parsed<B>;
  locale: Locale;
  /** The address that the request came from. */
  client: string;
  /** What reads or writes records is told about this call. */
  context: Context<Database>;
  /** Put here what the answer carries as headers when the call succeeds; a refusal brings its own. */
  answerHeaders: Headers;
};

/** What a handler answers: what becomes the JSON body, or a whole response where it sets cookies or is no JSON. */
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

/** A way in which a route refuses: `more` is what the body carries besides `success` and `message`, `optional` what of it may be missing. */
export type DocumentedRefusal = ErrorCode | RefusalParts;

type Answers = {
  /** What the call answers when it has done what was asked. */
  success: {
    status?: 200 | 201 | 202 | 303;
    description: string;
    /** What the body is like; an answer that leads a browser on has none. */
    schema?: Schema;
    headers?: AnswerHeaders;
    /** What the body is, where it is no JSON. */
    mediaType?: string | readonly string[];
  };
  /** Whether who has it already is told so, by 304 without a body. */
  unchanged?: true;
  /** The refusals of its own; those that follow from access, body, limit and method are added to the document. */
  refusals?: readonly DocumentedRefusal[];
};

/** What a route says of itself: the wrapper obeys it, and the OpenAPI document is made of it. */
export type RouteDeclaration<A extends Access = Access, B extends Body | undefined = Body | undefined> = {
  /** The path below `/api`, with parameters in braces. */
  path: string;
  /** Its name in generated clients, unique in the API. */
  id: string;
  /** The heading of the document below which it stands. */
  tag: Tag;
  summary: string;
  description: string;
  access: A;
  /** What a client may have used up; looked at before everything else (contract §1). */
  limit?: ClientLimit;
  /**
   * Where a browser is led that comes here as to a page, when it is refused: whoever clicks a link must not see JSON.
   * Then nothing is answered but that.
   */
  refusedTo?: (code: ErrorCode, request: CallRequest) => NextResponse;
  /** Whether it hashes passwords: refused before everything else while too many wait for that. */
  hashes?: true;
  parameters?: readonly Parameter[];
  body?: B;
  answers: Answers;
};

/** A route with its handler, whatever it takes. The wrapper hands over the call that the declaration asks for. */
export type Route = RouteDeclaration & { handle: (call: never) => Reply | Promise<Reply> };

/** Declares a route: what it takes and answers, who may call it, and what it does. `routes()` makes handlers of it. */
export const route = <A extends Access, B extends Body | undefined = undefined>(
  declaration: RouteDeclaration<A, B> & { handle: (call: Call<A, B>) => Reply | Promise<Reply> },
): Route => declaration;
