import { stateNumber, type DeadlineState } from "../deadlines/deadline-states";
import type { FieldFilter } from "../lists/filters";
import { defaultListQuery, listSearchParams } from "../lists/list-query";
import { definitionOf } from "./registry";

function listOf(where: FieldFilter[], sortBy?: string): string {
  const definition = definitionOf("project");
  const query = defaultListQuery(definition);
  const sort = sortBy === undefined ? query.sort : [{ field: sortBy, order: "asc" as const }];
  return `${definition.pages.list}?${listSearchParams(definition, { ...query, where, sort })}`;
}

/**
 * Functions that return the URLs of the project lists to which the numbers on the dashboard link.
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
  inDeadlineState: (state: DeadlineState) =>
    listOf([{ field: "fristenstand", operator: "in", value: [stateNumber(state)] }], "projektende"),
};
