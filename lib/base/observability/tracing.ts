import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { Attributes, Span } from "@opentelemetry/api";
import { existingSingleton, processSingleton, setSingleton } from "../config/process-singleton";

/**
 * OpenTelemetry's span kind: a `server` span serves a request, a `client` span calls another
 * server, a `consumer` span runs a job.
 */
export type Kind = "server" | "client" | "consumer";

/** Creates and exports spans; exists only if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export type Tracing = {
  /**
   * @param parent the parent span, or the `traceparent` header of another program's span; undefined
   * starts a new trace
   */
  begin: (name: string, kind: Kind, attributes: Attributes, parent: Span | string | undefined) => Span;
  /** Sends all ended spans, and gives up after a timeout. */
  flush: () => Promise<void>;
};

/**
 * The current span. Not stored in OpenTelemetry's own context, because Next would then add its own
 * spans, which contain URLs.
 */
const spanStorage = processSingleton("span", () => new AsyncLocalStorage<Span>());

/** Returns the tracing; undefined when it is off. */
export const tracing = (): Tracing | undefined => existingSingleton("tracing");

/** Turns tracing on or off. */
export function setTracing(value: Tracing | undefined): void {
  setSingleton("tracing", value);
}

/** Returns the current span, which may have ended already. */
export const runningSpan = (): Span | undefined => spanStorage.getStore();

/** Runs work within a span. */
export const within = <Result>(span: Span, work: () => Result): Result => spanStorage.run(span, work);

/** Binds a callback to the current span, whatever context it is called in later. */
export const boundToSpan = <Callback extends (...values: never[]) => unknown>(callback: Callback): Callback =>
  tracing() ? (AsyncResource.bind(callback as () => unknown) as unknown as Callback) : callback;

const CODE = /^\w{1,40}$/;
/** `SpanStatusCode.ERROR`, without loading the package for it. */
const FAILED = 2;

/**
 * Marks a span as failed, with the code or class of the error. Omits the error's message, which may
 * quote user input.
 */
export function recordSpanError(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  const typeName = error instanceof Error ? error.constructor.name : typeof error;
  span.setAttribute("error.type", typeof code === "string" && CODE.test(code) ? code : typeName);
  span.setStatus({ code: FAILED });
}

/** Runs work in a span of its own: a child of the current span, or the root of a new trace. */
export async function inSpan<Result>(
  name: string,
  kind: Kind,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracing()?.begin(name, kind, attributes, runningSpan());
  if (!span) return work();
  try {
    return await within(span, work);
  } catch (error) {
    recordSpanError(span, error);
    throw error;
  } finally {
    span.end();
  }
}
