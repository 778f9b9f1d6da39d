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
import { inTime } from "../web/timeout";
import type { Kind, Tracing } from "./tracing";

/** Longest that an instance waits at its end for whoever takes traces. */
const FLUSH_PATIENCE = 2_000;

const KINDS: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** Who tells: what operators say in OTEL_RESOURCE_ATTRIBUTES goes before what we say. Nothing of the machine, its users or the command line. */
const resource = () =>
  defaultResource()
    .merge(resourceFromAttributes({ "service.version": packageJson.version }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }))
    .merge(resourceFromAttributes({ "service.name": env().OTEL_SERVICE_NAME }));

/** Tells the log that nobody takes traces, and not again before somebody did: a collector that is away for a day is one line. */
function saidOnce(exporter: SpanExporter): SpanExporter {
  let isTold = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isTold) {
          const { code, name } = (result.error ?? {}) as { code?: unknown; name?: unknown };
          console.error(
            `Traces are lost, OTEL_EXPORTER_OTLP_ENDPOINT does not take them: ${code ?? name ?? "no answer"}`,
          );
        }
        isTold = hasFailed;
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
 * Spans of OpenTelemetry's own SDK, which reads address, headers, sampling and limits from its OTEL_ variables, and keeps and
 * sends them in the background. It is registered nowhere: Next and packages would tell of URLs with what people search for.
 */
export function createTracing(): Tracing {
  const exporter = saidOnce(new OTLPTraceExporter());
  const processor = new BatchSpanProcessor(exporter);
  const provider = new BasicTracerProvider({ resource: resource(), spanProcessors: [processor] });
  const tracer = provider.getTracer("cooperation-database", packageJson.version);
  const sendAll = async () => {
    await processor.forceFlush();
    // What was under way before.
    await exporter.forceFlush?.();
  };
  return {
    begin: (name, kind, attributes, parent) =>
      tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent)),
    flush: () =>
      inTime(
        sendAll().catch(() => undefined),
        FLUSH_PATIENCE,
        undefined,
      ),
  };
}
