import type { FieldErrors } from "@/lib/model/fields/field";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOf } from "@/lib/model/kinds/registry";
import { parseAddressQuery } from "@/lib/model/lists/kind-query";
import { defaultListQuery, type AddressQuery } from "@/lib/model/lists/list-query";
import { getAt } from "@/lib/model/pure/get-at";
import { withDays } from "@/lib/model/lists/relative-days";
import { isAppError } from "@/lib/base/errors/errors";
import { flaggedIds } from "@/lib/store/sql/reference-list-rows";
import type { Context } from "@/lib/store/database/transaction";
import type { ShownStatistics } from "../shown-statistics";
import { rowHrefs, withoutEndHref } from "../statistics-hrefs";
import { MAPPED, parseStatisticsAddress, type StatisticsAddress } from "../statistics-query";
import { projectStatistics, readFilters, type Asked } from "./statistics";
import { statisticsMap } from "./statistics-map";

const PROJECT = definitionOf("project");

/** The flags of the statuses whose projects are never active without a known end. */
const ENDED = { beendet: true, nie_aktiv: false };

/** The question in the address of a page, and its answer; null where it has errors, by parameter. */
export type AnsweredAddress = StatisticsAddress & {
  query: AddressQuery;
  errors: FieldErrors;
  shown: ShownStatistics | null;
};

/**
 * Answers the question in the address of a page or a print. Errors are part of the result, because the
 * page shows the question, too, so that users can correct it.
 */
export async function answerAddress(context: Context, parameters: URLSearchParams): Promise<AnsweredAddress> {
  const today = dayOf(new Date());
  const { errors, ...address } = parseStatisticsAddress(parameters, today);
  const query = parseAddressQuery(PROJECT, parameters, today);
  const filters = { ...defaultListQuery(PROJECT), filter: query.filter, topics: query.topics, where: query.where };
  const answer = { ...address, query: filters };
  try {
    const found = await readFilters(context, withDays(parameters, today), errors);
    return {
      ...answer,
      errors,
      shown: await findShownStatistics(context, { question: address.question, query: found }),
    };
  } catch (error) {
    if (!isAppError(error, "validation_failed")) throw error;
    return { ...answer, errors: error.details.errors ?? {}, shown: null };
  }
}

/** Returns whether a map can show the answer to a question: of one day, by country. */
const hasMap = ({ days, by, counted }: Asked["question"]): boolean =>
  days.length === 1 && by.includes("land") && MAPPED.some((one) => one === counted);

/** Reads all that a page shows of a statistic. @throws AppError validation_failed for more rows than the limit */
async function findShownStatistics(context: Context, asked: Asked): Promise<ShownStatistics> {
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
    totalHrefs: statistics.totals.map((total, at) => (total === 0 ? null : hrefOf(getAt(days, at)))),
    unknown: {
      no_begin: { count: no_begin, href: no_begin > 0 ? withoutBegin : null },
      no_end: { count: no_end, href: no_end > 0 ? withoutEndHref(query, finished) : null },
    },
    map,
  };
}
