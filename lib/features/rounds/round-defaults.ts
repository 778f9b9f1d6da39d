import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { roundFieldsOf } from "./round";

/** Number of days from today to the due day that a new round proposes. */
export const ROUND_DUE_DAYS = 28;

/**
 * Maximum number of selected records whose ids the URL of a new round contains. More would exceed the
 * size of request headers, as browsers repeat the URL in `Referer`.
 */
export const ROUND_MAX_SELECTED = 500;

/**
 * Returns the fields that a new round proposes, in the order of the form: the list's columns, those in
 * the header of a record's page, and required ones; if there are none, all fields.
 */
export function defaultRoundFields(
  definition: Pick<AnyDefinition, "form" | "fields" | "columns" | "highlights">,
  locale: Locale,
): string[] {
  const shownFields = new Set(definition.columns.map(({ name }) => name));
  for (const highlight of definition.highlights?.(locale) ?? [])
    if ("field" in highlight) shownFields.add(highlight.field);
  const fields = roundFieldsOf(definition);
  const relevant = fields.filter((name) => shownFields.has(name) || definition.fields[name]?.required);
  return relevant.length > 0 ? relevant : fields;
}

/**
 * Returns the query of a round of the records of a list.
 * @param parameters the list's parameters, or those of selected records (`ids`)
 */
export function roundQuery(parameters: URLSearchParams): string {
  // Commas remain as they are: encoded again in a URL, each of them would need five characters.
  return parameters.toString().replaceAll("%2C", ",");
}
