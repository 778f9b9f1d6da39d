import { Registry } from "prom-client";
import { requestMetrics } from "./request-metrics";
import { stateMetrics } from "./state-metrics";

/** Everything that `/api/metrics` tells. */
export const allMetrics = (): Registry => Registry.merge([requestMetrics().register, stateMetrics()]);
