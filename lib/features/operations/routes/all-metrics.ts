import { Registry } from "prom-client";
import { requestMetrics } from "@/lib/base/observability/request-metrics";
import { stateMetrics } from "../server/state-metrics";

/** Returns all metrics of `/api/metrics`. */
export const allMetrics = (): Registry => Registry.merge([requestMetrics().register, ...stateMetrics()]);
