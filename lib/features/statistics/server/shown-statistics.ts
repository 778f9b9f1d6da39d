import { flaggedIds } from "@/lib/store/sql/reference-list-rows";
import type { Context } from "@/lib/store/database/transaction";
import type { ProjectStatistics } from "../statistics-answers";
import { rowHrefs, withoutEndHref } from "../statistics-hrefs";
import { MAPPED } from "../statistics-query";
import { projectStatistics, type Asked } from "./statistics";
import { statisticsMap, type ShownMap } from "./statistics-map";

/** The flags of the statuses whose projects are never active without a known end. */
const ENDED = { beendet: true, nie_aktiv: false };

/** A number with the address of the list that it counts; null where no list can ask for it. */
export type CountedLink = { count: number; href: string | null };

/** A statistic as a page shows it: its numbers, and the addresses that its answer does not have. */
export type ShownStatistics = {
  statistics: ProjectStatistics;
  /** The lists of all that the totals count. */
  totalHrefs: (string | null)[];
  unknown: Record<"no_begin" | "no_end", CountedLink>;
  /** Of a question about one day by country; otherwise null. */
  map: ShownMap | null;
};

/** Returns whether a map can show the answer to a question: of one day, by country. */
export const hasMap = ({ days, by, counted }: Asked["question"]): boolean =>
  days.length === 1 && by.includes("land") && MAPPED.some((one) => one === counted);

/** Reads all that a page shows of a statistic. @throws AppError validation_failed for more rows than the limit */
export async function findShownStatistics(context: Context, asked: Asked): Promise<ShownStatistics> {
  const { question, query } = asked;
  const { days, counted } = question;
  const statistics = await projectStatistics(context, asked);
  const mapped = MAPPED.find((one) => one === counted);
  const [day = ""] = days;
  const map = mapped && hasMap(question) ? await statisticsMap(context, { day, counted: mapped, query }) : null;
  const { no_begin, no_end } = statistics.unknown;
  const finished = no_end > 0 ? await flaggedIds(context.connection, "projekt_status", ENDED) : [];
  const hrefOf = rowHrefs(query, counted, []);
  // A project without a begin that is active on a later day is active on the first one, too.
  const withoutBegin = rowHrefs(query, "projects", [{ field: "beginn_jahr", id: null }])(day);
  return {
    statistics,
    totalHrefs: statistics.totals.map((total, at) => (total === 0 ? null : hrefOf(days[at] ?? ""))),
    unknown: {
      no_begin: { count: no_begin, href: no_begin > 0 ? withoutBegin : null },
      no_end: { count: no_end, href: no_end > 0 ? withoutEndHref(query, finished) : null },
    },
    map,
  };
}
