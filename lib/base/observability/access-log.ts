import { env } from "../config/env";
import { logAnswer } from "./log";
import { countRequest, type AnsweredCall } from "./request-metrics";

/** Records a finished API call in the metrics and in the access log, where these are enabled. */
export function logRequest(call: AnsweredCall): void {
  const { METRICS_TOKEN, LOG_FORMAT } = env();
  if (METRICS_TOKEN !== undefined) countRequest(call);
  if (LOG_FORMAT === "json") logAnswer(call);
}
