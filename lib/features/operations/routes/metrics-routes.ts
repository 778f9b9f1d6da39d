import { createHash, timingSafeEqual } from "node:crypto";
import { NextResponse } from "next/server";
import { anyText } from "@/lib/model/answers/shapes";
import { env } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { allMetrics } from "./all-metrics";

const digest = (token: string) => createHash("sha256").update(token).digest();

/** Compares tokens in constant time, by hashes of equal length. */
const isToken = (given: string, token: string) => timingSafeEqual(digest(given), digest(token));

/** docs/operations.md, "Monitoring". */
export const metrics = routes({
  GET: route({
    path: "/metrics",
    id: "readMetrics",
    tag: "system",
    summary: "Read the metrics of this instance",
    description:
      "For Prometheus, in its text format. Requires a Bearer token of its own, the operator's `METRICS_TOKEN`; without that " +
      "setting it responds with 404.",
    access: "public",
    answers: {
      success: { description: "The metrics", schema: anyText, mediaType: "text/plain" },
      refusals: ["not_found", "unauthenticated"],
    },
  }).handle(async ({ request }) => {
    const token = env().METRICS_TOKEN;
    if (!token) throw new AppError("not_found");
    const [, given] = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    if (given === undefined || !isToken(given, token)) throw new AppError("unauthenticated");
    const all = allMetrics();
    return new NextResponse(await all.metrics(), { headers: { "content-type": all.contentType } });
  }),
});
