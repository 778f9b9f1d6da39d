"use client";

import { LazyShareMenu } from "@/components/records/shared/lazy-share-menu";
import { readShownTable } from "@/components/records/shared/copied-tables";

type StatisticsShareProps = {
  /** The URL parameters of the question with the days of today, as the API takes them. */
  search: string;
  /** The URL of the printed page. */
  print: string;
  /** Number of rows of the table. */
  total: number;
};

/** Button and menu of all ways to share the answer to a question. */
export function StatisticsShare({ search, print, total }: StatisticsShareProps) {
  return (
    <LazyShareMenu
      size="sm"
      hasColumns={false}
      exports={(format) => `/api/statistics/projects/export?${search}&format=${format}`}
      print={print}
      link={() => window.location.pathname + window.location.search}
      tables={async () => readShownTable(document)}
      total={total}
    />
  );
}
