import { stateNumber, type DeadlineState } from "../deadlines/deadline-states";
import { monthsLater } from "../fields/day";
import type { FieldFilter } from "../lists/filters";
import { defaultListQuery, listSearchParams } from "../lists/list-query";
import { PROJECT_STATUS } from "./project";
import { definitionOf } from "./registry";

function listOf(where: FieldFilter[], sortBy?: string): string {
  const definition = definitionOf("project");
  const query = defaultListQuery(definition);
  const sort = sortBy === undefined ? query.sort : [{ field: sortBy, order: "asc" as const }];
  return `${definition.pages.list}?${listSearchParams(definition, { ...query, where, sort })}`;
}

const isOngoing: FieldFilter = { field: "status", operator: "in", value: [PROJECT_STATUS.ongoing] };

/**
 * Functions that return the URLs of the project lists to which the numbers on the dashboard link;
 * `today` is `YYYY-MM-DD`.
 */
export const projectLists = {
  withStatus: (id: number) => listOf([{ field: "status", operator: "in", value: [id] }]),
  startedIn: (year: number) => {
    const digits = String(year).padStart(4, "0");
    return listOf([
      { field: "projektbeginn", operator: "from", value: `${digits}-01-01` },
      { field: "projektbeginn", operator: "to", value: `${digits}-12-31` },
    ]);
  },
  /** Projects in the given deadline state, sorted by `projektende`. */
  standing: (state: DeadlineState) =>
    listOf([{ field: "fristenstand", operator: "in", value: [stateNumber(state)] }], "projektende"),
  endingWithinAYear: (today: string) =>
    listOf(
      [
        isOngoing,
        { field: "projektende", operator: "from", value: today },
        { field: "projektende", operator: "to", value: monthsLater(today, 12) },
      ],
      "projektende",
    ),
};
