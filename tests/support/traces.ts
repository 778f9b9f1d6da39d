import { onTestFinished, vi } from "vitest";
import { startTracing } from "@/lib/base/observability/start-tracing";
import { setTracing, tracing } from "@/lib/base/observability/tracing";
import { startCollector } from "./servers/collector";
import { configure } from "./configure";

/** Enables tracing for the rest of a test, and starts a collector that receives the traces. */
export async function tracedTest(options?: Parameters<typeof startCollector>[0]) {
  const collector = await startCollector(options);
  configure({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  // The OpenTelemetry SDK reads the environment variable itself. It is set only after the app's
  // configuration was parsed, which would otherwise keep the value for later tests.
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  await startTracing();
  onTestFinished(async () => {
    setTracing(undefined);
    vi.unstubAllEnvs();
    await collector.close();
  });
  const sentSpans = async () => {
    await tracing()?.flush();
    return collector.spans();
  };
  return { collector, sentSpans };
}
