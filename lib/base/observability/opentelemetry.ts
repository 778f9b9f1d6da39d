import { ROOT_CONTEXT, SpanKind, trace, type Context, type Span } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import packageJson from "@/package.json";
import { env } from "../config/env";
import { withTimeout } from "../web/timeout";
import type { Kind, Tracing } from "./tracing";

/** Longest time in milliseconds that an instance waits for the collector at shutdown. */
const FLUSH_TIMEOUT_MS = 2_000;

const KINDS: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/**
 * Returns the resource attributes. OTEL_RESOURCE_ATTRIBUTES overrides all but the service's name.
 * Our own attributes reveal nothing about the machine, its users or the command line.
 */
const resource = () =>
  defaultResource()
    .merge(resourceFromAttributes({ "service.version": packageJson.version }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }))
    .merge(resourceFromAttributes({ "service.name": env().OTEL_SERVICE_NAME }));

/**
 * Wraps an exporter so that only the first failure before the next success is logged: a collector
 * that is down for a day causes one log line.
 */
function logFirstFailureOnly(exporter: SpanExporter): SpanExporter {
  let isLogged = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isLogged) {
          const { code, name } = (result.error ?? {}) as { code?: unknown; name?: unknown };
          console.error(
            `Traces are lost, because OTEL_EXPORTER_OTLP_ENDPOINT does not accept them: ${code ?? name ?? "no answer"}`,
          );
        }
        isLogged = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function contextOf(parent: Span | string | undefined): Context {
  if (typeof parent !== "string") return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const remote = parseTraceParent(parent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

/**
 * Creates the tracing with OpenTelemetry's SDK, which reads address, headers, sampling and limits
 * from the OTEL_ variables, and sends spans in batches in the background. It is not registered
 * globally: Next and packages would then report URLs, which contain search terms.
 */
export function createTracing(): Tracing {
  const exporter = logFirstFailureOnly(new OTLPTraceExporter());
  const processor = new BatchSpanProcessor(exporter);
  const provider = new BasicTracerProvider({ resource: resource(), spanProcessors: [processor] });
  const tracer = provider.getTracer("cooperation-database", packageJson.version);
  const sendAll = async () => {
    await processor.forceFlush();
    // Waits for exports that were already in progress.
    await exporter.forceFlush?.();
  };
  return {
    begin: (name, kind, attributes, parent) =>
      tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent)),
    flush: () =>
      withTimeout(
        sendAll().catch(() => undefined),
        FLUSH_TIMEOUT_MS,
        undefined,
      ),
  };
}
