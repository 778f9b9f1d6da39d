import { queryParameter } from "@/lib/http/openapi/list-parameters";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { questionParameters } from "@/lib/features/statistics/server/question-parameters";
import { readStatistics } from "@/lib/features/statistics/server/statistics";
import { FORMATS, formatOf } from "../server/formats";
import { sheetFile, sheetResponse } from "../server/sheet-response";
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
        ...sheetFile,
      },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ request, url, context }) => {
    const format = formatOf(url.searchParams);
    const content = await statisticsSheet(context, await readStatistics(context, url.searchParams));
    return sheetResponse(request, format, content, "statistics");
  }),
});
