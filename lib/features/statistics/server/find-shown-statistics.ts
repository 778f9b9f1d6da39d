import type { FieldErrors } from "@/lib/model/fields/field";
import { dayOf } from "@/lib/model/fields/moments";
import { UNKNOWN_END } from "@/lib/model/deadlines/unknown-end";
import { definitionOf } from "@/lib/model/kinds/registry";
import { parseAddressQuery } from "@/lib/model/lists/kind-query";
import { defaultListQuery, type AddressQuery } from "@/lib/model/lists/list-query";
import { withDays } from "@/lib/model/lists/relative-days";
import { isAppError } from "@/lib/base/errors/errors";
import { flaggedIds } from "@/lib/store/sql/reference-list-rows";
import type { Context } from "@/lib/store/database/transaction";
import type { MapView } from "../map-views";
import { wordedQuestion, type WordedQuestion } from "../question-words";
import type { ShownStatistics } from "../shown-statistics";
import { isFilteredByState, rowHrefs, withoutEndHref } from "../statistics-hrefs";
import { MAPPED, parseStatisticsAddress, type StatisticsAddress } from "../statistics-query";
import { countAsked, readFilters, readStatistic, type Asked } from "./statistics";
import { mapAsked } from "./statistics-map";

const PROJECT = definitionOf("project");

/** The map that a question by country shows first. */
const FIRST_VIEW: MapView = "world";

/** The question in the address of a page, and its answer; null where it has errors, by parameter. */
type AnsweredAddress = Pick<StatisticsAddress, "dayTexts"> & {
  question: WordedQuestion;
  mapView: MapView;
  /** The filters of projects in the address. */
  query: AddressQuery;
  /** Whether the question asks for the status, of which only the present value is known. */
  isByStatus: boolean;
  errors: FieldErrors;
  shown: ShownStatistics | null;
};

/**
 * Answers the question in the address of a page or a print. Errors are part of the result, because the
 * page shows the question, too, so that users can correct it.
 */
export async function answerAddress(context: Context, parameters: URLSearchParams): Promise<AnsweredAddress> {
  const today = dayOf(new Date());
  const resolved = withDays(parameters, today);
  const { errors, question, mapView = FIRST_VIEW, dayTexts } = parseStatisticsAddress(parameters, today);
  const { filter, topics, where } = parseAddressQuery(PROJECT, parameters, today);
  const answer = {
    ...{ mapView, dayTexts },
    question: wordedQuestion(question, resolved, today),
    query: { ...defaultListQuery(PROJECT), filter, topics, where },
    isByStatus: question.by.includes("status") || where.some(({ field }) => field === "status"),
  };
  try {
    const query = await readFilters(context, resolved, errors);
    return { ...answer, errors, shown: await findShownStatistics(context, { question, query }) };
  } catch (error) {
    if (!isAppError(error, "validation_failed")) throw error;
    return { ...answer, errors: error.details.errors ?? {}, shown: null };
  }
}

/** Returns what a map can count of a question: of one day, by country; otherwise undefined. */
const mappedOf = ({ days, by, counted }: Asked["question"]) =>
  days.length === 1 && by.includes("land") ? MAPPED.find((one) => one === counted) : undefined;

/** Reads all that a page shows of a statistic, as of one moment. @throws AppError validation_failed for more rows than the limit */
function findShownStatistics(context: Context, asked: Asked): Promise<ShownStatistics> {
  const { question, query } = asked;
  const { days } = question;
  const mapped = mappedOf(question);
  const [day = ""] = days;
  return readStatistic(context, async (connection) => {
    const { statistics, totalHrefs } = await countAsked(connection, asked);
    const map = mapped ? await mapAsked(connection, { day, counted: mapped, query }) : null;
    const { no_begin, no_end } = statistics.unknown;
    const finished = no_end > 0 ? await flaggedIds(connection, "projekt_status", UNKNOWN_END.flags) : [];
    // A project without a begin that is active on a later day is active on the first one, too.
    const isSame = days.length === 1 || !isFilteredByState(query);
    const withoutBegin = rowHrefs(query, "projects", [{ field: "beginn_jahr", id: null }]);
    return {
      statistics,
      totalHrefs,
      unknown: {
        no_begin: { count: no_begin, href: no_begin > 0 && isSame ? withoutBegin(day) : null },
        no_end: { count: no_end, href: no_end > 0 ? withoutEndHref(query, finished) : null },
      },
      map,
    };
  });
}
