import { env } from "../config/env";
import { setTracing } from "./tracing";

/** Turns traces on where OTEL_EXPORTER_OTLP_ENDPOINT says where they go; without it none of their packages is loaded. */
export async function startTracing(): Promise<void> {
  if (!env().OTEL_EXPORTER_OTLP_ENDPOINT) return;
  try {
    const { createTracing } = await import("./opentelemetry");
    setTracing(createTracing());
  } catch (error) {
    // Whoever watches over a server must not keep it from serving.
    console.error("Traces cannot be made:", error);
  }
}
