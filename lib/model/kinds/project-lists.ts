import { stateNumber, type DeadlineState } from "../deadlines/deadline-states";
import { defaultListQuery, listSearchParams } from "../lists/list-query";
import { definitionOf } from "./registry";

/** Returns the URL of the list of projects in a deadline state, sorted by `projektende`. */
export function projectsInState(state: DeadlineState): string {
  const definition = definitionOf("project");
  const parameters = listSearchParams(definition, {
    ...defaultListQuery(definition),
    where: [{ field: "fristenstand", operator: "in", value: [stateNumber(state)] }],
    sort: [{ field: "projektende", order: "asc" }],
  });
  return `${definition.pages.list}?${parameters}`;
}
