import { env } from "../config/env";
import { setTracing } from "./tracing";

/**
 * Turns on tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise does not even load the
 * packages.
 */
export async function startTracing(): Promise<void> {
  if (!env().OTEL_EXPORTER_OTLP_ENDPOINT) return;
  try {
    const { createTracing } = await import("./opentelemetry");
    setTracing(createTracing());
  } catch (error) {
    // A failure of tracing must not keep the server from serving.
    console.error("Tracing could not be started:", error);
  }
}
