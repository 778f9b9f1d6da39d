import { create as contentDisposition } from "content-disposition";
import { NextResponse } from "next/server";
import { anyText } from "@/lib/model/answers/shapes";
import { dayOf } from "@/lib/model/fields/moments";
import { queryParameter } from "@/lib/http/openapi/list-parameters";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { questionParameters } from "@/lib/features/statistics/server/question-parameters";
import { readStatistics } from "@/lib/features/statistics/server/statistics";
import { plainName } from "../server/file-name";
import { FORMATS, formatOf } from "../server/formats";
import { statisticsSheet } from "../server/statistics-sheet";

/** Contract §17. */
export const statisticsExport = routes({
  GET: route({
    path: "/statistics/projects/export",
    id: "exportStatistics",
    tag: "statistics",
    summary: "Export what was active on a day",
    description: "The same table with names, total and unknown in the language of the request.",
    access: ["read", "project"],
    parameters: [
      queryParameter("format", "As in the exports of lists.", { type: "string", enum: Object.keys(FORMATS) }),
      ...questionParameters,
    ],
    answers: {
      success: {
        description: "The file",
        mediaType: Object.values(FORMATS).map(({ mediaType }) => mediaType),
        schema: anyText,
        headers: { "Content-Disposition": { description: "The file name.", schema: { type: "string" } } },
      },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ request, url, context }) => {
    const format = formatOf(url.searchParams);
    const content = await statisticsSheet(context, await readStatistics(context, url.searchParams));
    const headers = {
      "content-type": format.mediaType + (format.charset ?? ""),
      "content-disposition": contentDisposition(`${plainName(content.name)}-${dayOf(new Date())}.${format.name}`),
    };
    return new NextResponse(request.method === "HEAD" ? null : await format.stream(content), { headers });
  }),
});
