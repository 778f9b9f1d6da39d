import type { IncomingMessage, ServerResponse } from "node:http";
import type { Attributes, Span } from "@opentelemetry/api";
import { env } from "../config/env";
import { METHODS, type CallRequest } from "../web/call";
import { requestId } from "../web/request-id";
import { PROBE_PATHS } from "../web/own-host";
import { pageRouteOf } from "./page-routes";
import { recordSpanError, runningSpan, tracing, within } from "./tracing";

/** Returns the span attributes of a request: never its path, query, headers or sender. */
function attributesOf(method: string | undefined): Attributes {
  const known = METHODS.some((one) => one === method);
  return { "http.request.method": known ? method : "_OTHER", "cooperation.request_id": requestId() };
}

/**
 * Returns the `traceparent` that a request continues; none without TRUST_TRACEPARENT, because any
 * client could add its spans to others' traces, or exclude its requests from tracing.
 */
const parentOf = (traceparent: string | string[] | null | undefined) =>
  env().TRUST_TRACEPARENT && typeof traceparent === "string" ? traceparent : undefined;

/**
 * Returns the first word of a span's name; `HTTP` for an unknown method, as OpenTelemetry
 * specifies.
 */
const wordOf = (attributes: Attributes) =>
  attributes["http.request.method"] === "_OTHER" ? "HTTP" : String(attributes["http.request.method"]);

function nameRoute(span: Span, word: string, route: string): void {
  span.updateName(`${word} ${route}`);
  span.setAttribute("http.route", route);
}

function endWith(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) recordSpanError(span, { code: String(status) });
  span.end();
}

/**
 * Serves a request within a span that ends with its response, downloads included. A page's route is
 * known at once, that of an API call only when its handler names it.
 */
export function tracedRequest<Result>(request: IncomingMessage, response: ServerResponse, work: () => Result): Result {
  const attributes = attributesOf(request.method);
  const word = wordOf(attributes);
  const span = tracing()?.begin(word, "server", attributes, parentOf(request.headers.traceparent));
  if (!span) return work();
  const page = pageRouteOf(request.url ?? "");
  if (page) nameRoute(span, word, page);
  response.once("close", () => {
    if (!response.writableFinished) recordSpanError(span, { code: "connection_closed" });
    endWith(span, response.statusCode);
  });
  return within(span, work);
}

/**
 * Names the request's span after the route that answers it. Without a server, as in tests, starts a
 * span of its own.
 */
export async function tracedCall<Answer extends { status: number }>(
  { method, headers }: CallRequest,
  route: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const on = tracing();
  const path = `/api${route}`;
  if (!on || PROBE_PATHS.has(path)) return work();
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
