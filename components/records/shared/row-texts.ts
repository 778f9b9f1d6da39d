import type { RowTexts } from "@/components/tables/table-row";
import { LOCALES, type Locale } from "@/lib/model/messages/i18n";
import { inOneLine } from "@/lib/model/fields/line-breaks";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { ownValue } from "@/lib/model/pure/own-value";

/**
 * Returns the texts that, together with the first cell, make up a card's heading: `surname, first
 * name` for people, whichever column comes first; and the row's whole name.
 * @param first the field of the first column
 */
export function inCardOf(
  { cardHeading = [], label }: AnyDefinition,
  row: AnyRow,
  first: string | undefined,
  locale: Locale,
): RowTexts["inCard"] {
  const index = cardHeading.findIndex((name) => name === first);
  if (index < 0) return undefined;
  const texts = cardHeading.map((name) => inOneLine(String(ownValue(row, name) ?? "")));
  return {
    before: texts
      .slice(0, index)
      .map((text) => `${text}, `)
      .join(""),
    after: texts
      .slice(index + 1)
      .map((text) => `, ${text}`)
      .join(""),
    fullName: inOneLine(label(row, locale)),
  };
}

/** True if a card's heading already contains the field, so that the card need not repeat it. */
export const isInCardHeading = ({ cardHeading = [] }: AnyDefinition, name: string) => cardHeading.includes(name);

/** Returns the language of a field whose name says it, such as `themenfeld_de`. */
export const languageOfField = (name: string): Locale | undefined =>
  LOCALES.find((locale) => name.endsWith(`_${locale}`));
