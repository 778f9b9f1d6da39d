import { onTestFinished, vi } from "vitest";
import { startTracing } from "@/lib/server/observability/start-tracing";
import { setTracing, tracing } from "@/lib/server/observability/tracing";
import { startCollector } from "./servers/collector";
import { configure } from "./configure";

/** Enables tracing for the rest of a test, with a collector. */
export async function tracedTest(options?: Parameters<typeof startCollector>[0]) {
  const collector = await startCollector(options);
  configure({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  // The SDK reads the environment itself; set only after the configuration was parsed, which would
  // keep it.
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  await startTracing();
  onTestFinished(async () => {
    setTracing(undefined);
    vi.unstubAllEnvs();
    await collector.close();
  });
  const sent = async () => {
    await tracing()?.flush();
    return collector.spans();
  };
  return { collector, sent };
}
