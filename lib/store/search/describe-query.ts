import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { describeFilters, describeRestriction } from "@/lib/model/lists/filter-words";
import type { Context } from "../database/transaction";
import { findFilterChoices } from "./filter-choices";
import { recordWords } from "../records/record-words";

/** Maximum number of entries or records that the head of a print or export names for each filter. */
const NAMES_IN_HEAD = 20;

/**
 * Describes what a list is restricted to and filtered by in words, for prints and exports: a text for
 * each filter.
 */
export async function describeQuery(context: Context, definition: AnyDefinition, query: ListQuery): Promise<string[]> {
  const words = recordWords(context.locale);
  const choices = await findFilterChoices(context, definition, query, false);
  const chosen = (definition.topicsList && choices[definition.topicsList]) || [];
  const topics = chosen.filter(({ id }) => query.topics.includes(id)).map(({ label }) => label);
  return [
    ...describeRestriction(query, words).map(({ text }) => text),
    ...(query.filter ? [`${words("filter_label")}: ${query.filter}`] : []),
    ...(topics.length > 0 ? [`${words("topics_label")}: ${topics.join(", ")}`] : []),
    ...describeFilters(definition, query.where, choices, words, { maxNames: NAMES_IN_HEAD }).map(
      ({ name, text }) => `${name}: ${text}`,
    ),
  ];
}
