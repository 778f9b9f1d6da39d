import { contractDeadlines, deadlineList } from "../deadline-answers";
import { parseDeadlinesQuery } from "../deadlines-query";
import { isCalendarDate } from "@/lib/model/fields/day";
import { toPage } from "@/lib/model/lists/list-query";
import { project } from "@/lib/model/kinds/project";
import { invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { NOT_FOUND_OR_MERGED } from "@/lib/http/one-record";
import type { Schema } from "@/lib/http/openapi/json-schema";
import { pageParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { notFoundOrMerged } from "@/lib/store/records/find-records";
import { route } from "@/lib/http/route";
import { deadlineFilters } from "./deadline-filters";
import { findDeadlines, listDeadlines } from "../server/find-deadlines";

const day: Schema = { type: "string", format: "date" };

/**
 * Parses `?on=`; undefined means today.
 * @throws AppError validation_failed
 */
function dayAsked({ searchParams }: URL): string | undefined {
  const [on, ...more] = searchParams.getAll("on");
  if (on === undefined || on === "") return undefined;
  if (!isCalendarDate(on) || more.length > 0) throw invalid({ on: ["date"] });
  return on;
}

/** Contract §11. */
export const projectDeadlines = routes({
  GET: route({
    path: "/projects/{projekt_id}/deadlines",
    id: "readProjectDeadlines",
    tag: "project",
    summary: "Read the deadlines of a project's contract",
    description:
      "The notice period parsed from `kuendigungsfrist`, and the days that follow from it. `read` is null where the text cannot be parsed; nothing is guessed.",
    access: ["read", "project"],
    parameters: [queryParameter("on", "The reference day; today by default.", day)],
    answers: {
      success: { description: "The contract's deadlines", schema: contractDeadlines },
      refusals: [NOT_FOUND_OR_MERGED, "validation_failed"],
    },
  }).handle(async ({ params, url, context }) => {
    const id = pathId(params, "projekt_id");
    const found = await findDeadlines(context, id, dayAsked(url));
    if (!found) throw await notFoundOrMerged(context.connection, project, id);
    const { text: written, read, ...days } = found;
    return { success: true, data: { notice: { text: written, read }, ...days } };
  }),
});

/** Contract §11. */
export const deadlines = routes({
  GET: route({
    path: "/deadlines",
    id: "listDeadlines",
    tag: "project",
    summary: "List the deadlines of all projects",
    description:
      "The last days for giving notice, and the days on which contracts end or renew: as of today, sorted by date. Projects with a finished status have no deadlines.",
    access: ["read", "project"],
    parameters: [
      ...pageParameters("Days"),
      queryParameter("from", "The first day.", day),
      queryParameter("to", "The last day.", day),
      ...deadlineFilters,
    ],
    answers: {
      success: { description: "One page of deadlines", schema: deadlineList },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ url, context }) => {
    const { query: query, errors } = parseDeadlinesQuery(url.searchParams);
    if (errors) throw invalid(errors);
    const { rows, total } = await listDeadlines(context, query);
    return toPage(rows, total, query, url);
  }),
});
