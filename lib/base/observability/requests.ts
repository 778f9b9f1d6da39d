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
  const isKnown = METHODS.some((one) => one === method);
  return { "http.request.method": isKnown ? method : "_OTHER", "cooperation.request_id": requestId() };
}

/**
 * Returns the `traceparent` header whose trace a request continues. Ignores it without
 * TRUST_TRACEPARENT: any client could add spans to foreign traces, or keep its requests from being
 * traced.
 */
const parentOf = (traceparent: string | string[] | null | undefined) =>
  env().TRUST_TRACEPARENT && typeof traceparent === "string" ? traceparent : undefined;

/**
 * Returns the first word of a span's name; `HTTP` for an unknown method, as OpenTelemetry
 * specifies.
 */
const spanPrefix = (attributes: Attributes) =>
  attributes["http.request.method"] === "_OTHER" ? "HTTP" : String(attributes["http.request.method"]);

function nameRoute(span: Span, prefix: string, route: string): void {
  span.updateName(`${prefix} ${route}`);
  span.setAttribute("http.route", route);
}

function endSpan(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) recordSpanError(span, { code: String(status) });
  span.end();
}

/**
 * Serves a request within a span that ends when the whole response, such as a download, is sent.
 * The span of a page is named after its route at once, that of an API call only in `tracedCall`.
 */
export function tracedRequest<Result>(request: IncomingMessage, response: ServerResponse, work: () => Result): Result {
  const attributes = attributesOf(request.method);
  const prefix = spanPrefix(attributes);
  const span = tracing()?.begin(prefix, "server", attributes, parentOf(request.headers.traceparent));
  if (!span) return work();
  const page = pageRouteOf(request.url ?? "");
  if (page) nameRoute(span, prefix, page);
  response.once("close", () => {
    if (!response.writableFinished) recordSpanError(span, { code: "connection_closed" });
    endSpan(span, response.statusCode);
  });
  return within(span, work);
}

/**
 * Runs an API call and names the request's span after the call's route. If there is no span, as in
 * tests without a server, starts one for the call.
 */
export async function tracedCall<Answer extends { status: number }>(
  { method, headers }: CallRequest,
  route: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const tracer = tracing();
  const path = `/api${route}`;
  if (!tracer || PROBE_PATHS.has(path)) return work();
  const isKnown = runningSpan();
  if (isKnown) {
    nameRoute(isKnown, method, path);
    return work();
  }
  const span = tracer.begin(method, "server", attributesOf(method), parentOf(headers.get("traceparent")));
  nameRoute(span, method, path);
  const answer = await within(span, work);
  endSpan(span, answer.status);
  return answer;
}
