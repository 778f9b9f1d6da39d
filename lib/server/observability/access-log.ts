import { env } from "../config/env";
import { logAnswer } from "./log";
import { countRequest, type AnsweredCall } from "./request-metrics";

/** Tells metrics and log of an answered call, as far as they are on. */
export function noteAnswer(call: AnsweredCall): void {
  const { METRICS_TOKEN, LOG_FORMAT } = env();
  if (METRICS_TOKEN !== undefined) countRequest(call);
  if (LOG_FORMAT === "json") logAnswer(call);
}
