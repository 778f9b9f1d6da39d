import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { Attributes, Span } from "@opentelemetry/api";

/** What a piece of work is to those around it: an answer to a request, something asked of another server, or an ordered job. */
export type Kind = "server" | "client" | "consumer";

/** What makes spans and sends them, while OTEL_EXPORTER_OTLP_ENDPOINT says where to. */
export type Tracing = {
  /** @param parent the span that it is a part of, or another program's, as its `traceparent` header names it */
  begin: (name: string, kind: Kind, attributes: Attributes, parent: Span | string | undefined) => Span;
  /** Sends what has ended, and gives up in time where nobody takes it. */
  flush: () => Promise<void>;
};

const shared = globalThis as typeof globalThis & {
  cooperationTracing?: Tracing;
  cooperationSpan?: AsyncLocalStorage<Span>;
};
/** Kept on `globalThis`, because Next bundles the startup and the routes apart; not OpenTelemetry's own, which Next would tell of URLs. */
const running = (shared.cooperationSpan ??= new AsyncLocalStorage<Span>());

/** What traces, if it is on. */
export const tracing = (): Tracing | undefined => shared.cooperationTracing;

/** Turns it on, or off. */
export function setTracing(made: Tracing | undefined): void {
  shared.cooperationTracing = made;
}

/** The span that runs here, ended or not. */
export const runningSpan = (): Span | undefined => running.getStore();

/** Does work as a part of a span. */
export const within = <Result>(span: Span, work: () => Result): Result => running.run(span, work);

/** What is called later, by whoever happens to: in the span that runs now. */
export const boundToSpan = <Callback extends (...values: never[]) => unknown>(callback: Callback): Callback =>
  tracing() ? (AsyncResource.bind(callback as () => unknown) as unknown as Callback) : callback;

const CODE = /^\w{1,40}$/;
/** `SpanStatusCode.ERROR`, without loading the package for it. */
const FAILED = 2;

/** Says that work failed, by its error's code or sort: its own words may quote what somebody wrote. */
export function noteFailure(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  const sort = error instanceof Error ? error.constructor.name : typeof error;
  span.setAttribute("error.type", typeof code === "string" && CODE.test(code) ? code : sort);
  span.setStatus({ code: FAILED });
}

/** Does work as a span of its own: a part of the one that runs here, or the beginning of a trace. */
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
    noteFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}
