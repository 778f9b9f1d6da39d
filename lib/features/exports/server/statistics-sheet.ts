import { displayDate } from "@/lib/model/fields/day";
import type { Cell } from "@/lib/model/fields/field";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Context } from "@/lib/store/database/transaction";
import { recordWords } from "@/lib/store/records/record-words";
import { describeQuery } from "@/lib/store/search/describe-query";
import { countedName } from "@/lib/features/statistics/question-words";
import { fieldName } from "@/lib/features/statistics/statistic-words";
import { projectStatistics, type Asked } from "@/lib/features/statistics/server/statistics";
import type { SheetColumn, SheetContent } from "./sheet";
import { printedHeading } from "./spreadsheet";

const NAME_WIDTH = 60;
const NUMBER_WIDTH = 16;

/** Returns a statistic as a sheet: a row for each value, the total, and what is unknown (contract §17). */
export async function statisticsSheet(context: Context, asked: Asked): Promise<SheetContent> {
  const { locale } = context;
  const words = recordWords(locale);
  const { by, counted } = asked.question;
  const { rows, days, totals, unknown } = await projectStatistics(context, asked);
  const name = countedName(counted, words);
  const labels = by.length > 0 ? by.map((field) => fieldName(field, words)) : [name];
  const column = (header: string, maxWidth: number): SheetColumn => ({ header, isDays: false, maxWidth });
  const line = (label: string, values: readonly number[]): Cell[] => [
    ...labels.map((_, at) => (at === 0 ? label : null)),
    ...days.map((_, at) => values[at] ?? null),
  ];
  const cells: Cell[][] = [
    ...rows.map(({ keys, values }): Cell[] => [...keys.map((key) => key[locale]), ...values]),
    line(words("statistics.total"), totals),
    line(words("statistics.no_begin"), [unknown.no_begin]),
    line(words("statistics.no_end"), [unknown.no_end]),
  ];
  return {
    name: words("statistics.title"),
    columns: [
      ...labels.map((label) => column(label, NAME_WIDTH)),
      ...days.map((day) => column(displayDate(day), NUMBER_WIDTH)),
    ],
    rows: new ReadableStream({
      start: (out) => {
        out.enqueue(cells);
        out.close();
      },
    }),
    heading: printedHeading(locale, {
      title: `${words("statistics.title")} – ${name}`,
      filters: (await describeQuery(context, definitionOf("project"), asked.query)).join(" · "),
    }),
  };
}
