import { NextResponse } from "next/server";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { spreadsheetColumnsOf, usualSpreadsheetColumns, type SpreadsheetColumn } from "../spreadsheet-columns";
import { hasDeadlines } from "@/lib/model/kinds/derived-facts";
import { recordWords } from "@/lib/store/records/record-words";
import { invalid } from "@/lib/base/errors/errors";
import { readListQuery } from "@/lib/store/records/find-records";
import { routes } from "@/lib/http/request-handler";
import { FEED_MAX_EVENTS } from "@/lib/features/deadlines/server/calendar/feed";
import { pascalCase } from "@/lib/http/openapi/json-schema";
import { kindParameters } from "@/lib/http/openapi/list-parameters";
import { kindWords } from "@/lib/http/openapi/tags";
import { route } from "@/lib/http/route";
import { deadlinesCalendar } from "../server/deadlines-calendar";
import { CALENDAR, FORMATS, formatOf } from "../server/formats";
import { downloadHeaders, sheetFile, sheetResponse } from "../server/sheet-response";
import { spreadsheetOf } from "../server/spreadsheet";
import { viewOfQuery } from "@/lib/features/views/server/views";

/**
 * Parses `?columns=`.
 * @throws AppError validation_failed for unknown and repeated columns
 */
function columnsOf(definition: AnyDefinition, parameters: URLSearchParams): SpreadsheetColumn[] {
  const names = parameters
    .getAll("columns")
    .flatMap((list) => list.split(","))
    .filter(Boolean);
  if (names.length === 0) return usualSpreadsheetColumns(definition);
  const all = new Map(spreadsheetColumnsOf(definition).map((column) => [column.name, column]));
  const columns = names.flatMap((name) => all.get(name) ?? []);
  if (columns.length < names.length) throw invalid({ columns: ["unknown"] });
  if (new Set(names).size < names.length) throw invalid({ columns: ["type"] });
  return columns;
}

/** Returns the query parameters of the list, without those for paging. */
const listParameters = (definition: AnyDefinition) =>
  kindParameters(definition).filter(({ name }) => name !== "pageNo" && name !== "pageSize");

/** Returns whether the request is for a calendar; several formats are refused like unknown ones. */
function wantsCalendar(definition: AnyDefinition, parameters: URLSearchParams): boolean {
  const [name, ...more] = parameters.getAll("format");
  return hasDeadlines(definition) && name === CALENDAR.name && more.length === 0;
}

export const spreadsheetRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}/export`,
      id: `export${pascalCase(definition.apiPath)}`,
      tag: definition.name,
      summary: `Export ${kindWords(definition.name).many}`,
      description:
        "Exports all rows of the list with these parameters, on all its pages, from one snapshot. Names replace " +
        "ids; several names are joined by ` | `. Headers and names are in the language of the request.",
      access: ["read", definition.name],
      parameters: [
        {
          name: "format",
          in: "query",
          description:
            "csv: UTF-8 with a byte order mark, semicolons, CRLF. Texts that look like formulas are prefixed with `'`." +
            (hasDeadlines(definition)
              ? ` ics: the deadlines of these records as events, with the UIDs of the calendar feed, the first ${FEED_MAX_EVENTS} by day.`
              : ""),
          schema: {
            type: "string",
            enum: [...Object.keys(FORMATS), ...(hasDeadlines(definition) ? [CALENDAR.name] : [])],
          },
        },
        {
          name: "columns",
          in: "query",
          description: "The columns, in this order; by default the key, the fields of the form and the link lists.",
          style: "form",
          explode: false,
          schema: {
            type: "array",
            items: { type: "string", enum: spreadsheetColumnsOf(definition).map(({ name }) => name) },
            uniqueItems: true,
          },
        },
        ...listParameters(definition),
      ],
      answers: {
        success: {
          description: "The file, streamed",
          ...sheetFile,
          ...(hasDeadlines(definition) && { mediaType: [...sheetFile.mediaType, CALENDAR.mediaType] }),
        },
        refusals: ["validation_failed", "too_many_requests"],
      },
    }).handle(async ({ request, url, session, context }) => {
      const format = wantsCalendar(definition, url.searchParams) ? null : formatOf(url.searchParams);
      const columns = columnsOf(definition, url.searchParams);
      const query = await readListQuery(context, definition, url.searchParams);
      if (!format) {
        const name = recordWords(context.locale)(`${definition.name}.many`);
        const calendar = await deadlinesCalendar(context, session.user.id, definition, query);
        return new NextResponse(request.method === "HEAD" ? null : calendar, {
          headers: downloadHeaders(CALENDAR, name, definition.apiPath),
        });
      }
      const view = await viewOfQuery(context, definition, query);
      const content = await spreadsheetOf(context, session.user.id, definition, { query, columns, view });
      return sheetResponse(request, format, content, definition.apiPath);
    }),
  });
