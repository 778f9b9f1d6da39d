import type { IncomingMessage, ServerResponse } from "node:http";
import type { Attributes, Span } from "@opentelemetry/api";
import { env } from "../config/env";
import { METHODS } from "../web/methods";
import { requestId } from "../web/request-id";
import type { CallRequest } from "../web/call";
import { WATCHED_PATHS } from "../web/probe-paths";
import { pageRouteOf } from "./page-routes";
import { noteFailure, runningSpan, tracing, within } from "./tracing";

/** What is told of a request: never its path, its query, its headers, or who sent it. */
function attributesOf(method: string | undefined): Attributes {
  const known = METHODS.some((one) => one === method);
  return { "http.request.method": known ? method : "_OTHER", "cooperation.request_id": requestId() };
}

/**
 * The `traceparent` that a request continues. Without TRUST_TRACEPARENT none: any client could add its spans to others' traces, or
 * keep its requests out of them.
 */
const parentOf = (traceparent: string | string[] | null | undefined) =>
  env().TRUST_TRACEPARENT && typeof traceparent === "string" ? traceparent : undefined;

/** The first word of a span's name, as OpenTelemetry has it for methods that are none. */
const wordOf = (attributes: Attributes) =>
  attributes["http.request.method"] === "_OTHER" ? "HTTP" : String(attributes["http.request.method"]);

function nameRoute(span: Span, word: string, route: string): void {
  span.updateName(`${word} ${route}`);
  span.setAttribute("http.route", route);
}

function endWith(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) noteFailure(span, { code: String(status) });
  span.end();
}

/**
 * Serves a request as a span, which ends with its response, downloads included. A page's route is known at once, a call's when
 * its route names it.
 */
export function tracedRequest<Result>(request: IncomingMessage, response: ServerResponse, work: () => Result): Result {
  const attributes = attributesOf(request.method);
  const word = wordOf(attributes);
  const span = tracing()?.begin(word, "server", attributes, parentOf(request.headers.traceparent));
  if (!span) return work();
  const page = pageRouteOf(request.url ?? "");
  if (page) nameRoute(span, word, page);
  response.once("close", () => {
    if (!response.writableFinished) noteFailure(span, { code: "connection_closed" });
    endWith(span, response.statusCode);
  });
  return within(span, work);
}

/** Names the span of the request after the route that answers it. Called without a server, as tests do, it is one of its own. */
export async function tracedCall<Answer extends { status: number }>(
  { method, headers }: CallRequest,
  route: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const on = tracing();
  const path = `/api${route}`;
  if (!on || WATCHED_PATHS.has(path)) return work();
  const known = runningSpan();
  if (known) {
    nameRoute(known, method, path);
    return work();
  }
  const span = on.begin(method, "server", attributesOf(method), parentOf(headers.get("traceparent")));
  nameRoute(span, method, path);
  const answer = await within(span, work);
  endWith(span, answer.status);
  return answer;
}
